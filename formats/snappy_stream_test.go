package formats

import (
	"bufio"
	"bytes"
	"io"
	"math/rand/v2"
	"sync"
	"testing"
)

// requireSnappyStream wants of a stream what the library makes of a block.
func requireSnappyStream(t testing.TB, block, want []byte, wantErr error) {
	t.Helper()
	s := snappyStreams.Get().(*snappyStream)
	defer snappyStreams.Put(s)
	s.in.Reset(bytes.NewReader(block))
	err := s.reset(s.in, func() ([]byte, error) { return want, wantErr })
	var got []byte
	if err == nil {
		got, err = io.ReadAll(s)
	}
	if (err == nil) != (wantErr == nil) {
		t.Fatalf("a stream of %d bytes: error %v, the library's is %v", len(block), err, wantErr)
	}
	if err == nil && !bytes.Equal(got, want) {
		t.Fatalf("a stream of %d bytes unpacks to other %d bytes than in the library", len(block), len(got))
	}
}

// snappyStreams read as little at once as they can, so that elements are often cut.
var snappyStreams = sync.Pool{New: func() any { return &snappyStream{in: bufio.NewReaderSize(nil, snappyPeek)} }}

// A copy from farther back than the stream keeps has the whole block unpacked, one
// from as far as that does not.
func TestSnappyFarCopies(t *testing.T) {
	noise := make([]byte, 3*(snappyWindow+snappyStep))
	r := rand.New(rand.NewPCG(11, 12))
	for i := range noise {
		noise[i] = byte(r.Uint32())
	}
	for _, c := range []struct {
		offset int
		far    bool
	}{{1, false}, {snappyWindow, false}, {snappyWindow + snappyStep + 1, true}, {len(noise), true}} {
		var b snappyBlock
		b.literal(4, noise)
		for range 10 {
			b.copy(snappyCopy4, 64, c.offset)
		}
		b.literal(1, noise[:100])
		requireSnappy(t, b.bytes())
		var s snappyStream
		far := false
		whole := func() ([]byte, error) { far = true; return b.unpacked, nil }
		if err := s.reset(bufio.NewReader(bytes.NewReader(b.bytes())), whole); err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(&s); err != nil || !bytes.Equal(got, b.unpacked) || far != c.far {
			t.Errorf("copies from %d bytes before: %d bytes of %d, error %v, unpacked as a whole: %t", c.offset, len(got), len(b.unpacked), err, far)
		}
	}
}

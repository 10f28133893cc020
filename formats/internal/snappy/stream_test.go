package snappy

import (
	"bufio"
	"bytes"
	"io"
	"math/rand/v2"
	"sync"
	"testing"

	library "github.com/golang/snappy"
)

// requireStream wants of a stream what the library makes of a block.
func requireStream(t testing.TB, block, want []byte, wantErr error) {
	t.Helper()
	s := streams.Get().(*Stream)
	defer streams.Put(s)
	s.in.Reset(bytes.NewReader(block))
	size, _ := library.DecodedLen(block)
	err := s.Reset(s.in, size, func() ([]byte, error) { return want, wantErr })
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

// streams read as little at once as they can, so that elements are often cut.
var streams = sync.Pool{New: func() any { return &Stream{in: bufio.NewReaderSize(nil, leastPeek)} }}

// A copy from farther back than the stream keeps has the whole block unpacked, one
// from as far as that does not.
func TestFarCopies(t *testing.T) {
	noise := make([]byte, 3*(window+step))
	r := rand.New(rand.NewPCG(11, 12))
	for i := range noise {
		noise[i] = byte(r.Uint32())
	}
	for _, c := range []struct {
		offset int
		far    bool
	}{{1, false}, {window, false}, {window + step + 1, true}, {len(noise), true}} {
		var b written
		b.literal(4, noise)
		for range 10 {
			b.copy(kindCopy4, 64, c.offset)
		}
		b.literal(1, noise[:100])
		requireSame(t, b.bytes())
		var s Stream
		far := false
		whole := func() ([]byte, error) { far = true; return b.unpacked, nil }
		if err := s.Reset(bufio.NewReader(bytes.NewReader(b.bytes())), len(b.unpacked), whole); err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(&s); err != nil || !bytes.Equal(got, b.unpacked) || far != c.far {
			t.Errorf("copies from %d bytes before: %d bytes of %d, error %v, unpacked as a whole: %t", c.offset, len(got), len(b.unpacked), err, far)
		}
	}
}

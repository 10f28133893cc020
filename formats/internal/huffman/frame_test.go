package huffman

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// cases returns inputs for every kind of block, and inputs with sizes near limits.
func cases() map[string][]byte {
	r := rand.New(rand.NewPCG(1, 2))
	random := make([]byte, 300_000)
	for i := range random {
		random[i] = byte(r.Uint32())
	}
	grids := make([]byte, 3*maxBlock+17)
	for i := range grids {
		grids[i] = ".........123456789"[r.IntN(18)]
	}
	cases := map[string][]byte{
		"nothing": nil, "one byte": {7}, "one byte often": bytes.Repeat([]byte{7}, maxBlock+5),
		"random": random, "grids": grids, "text then noise": append(bytes.Clone(grids[:maxBlock]), random...),
	}
	for _, n := range []int{2, 63, 64, 65, 1023, 1024, maxBlock - 1, maxBlock, maxBlock + 1} {
		cases[strings.Repeat("x", n%7)+"grids cut"+string(rune('a'+n%26))] = grids[:n]
	}
	return cases
}

func TestFramesDecode(t *testing.T) {
	decoder := newDecoder(t)
	for name, src := range cases() {
		frame := AppendFrame([]byte("before"), nil, src)
		got, err := decoder.DecodeAll(frame[len("before"):], nil)
		if err != nil || !bytes.Equal(got, src) {
			t.Errorf("%s: error %v, decoded to %d bytes, want %d", name, err, len(got), len(src))
		}
		if most := len(src) + 16 + 4*(len(src)/maxBlock+1); len(frame) > most+len("before") {
			t.Errorf("%s: %d bytes became %d", name, len(src), len(frame))
		}
	}
}

func decodeWithZstd(t *testing.T, frames []byte) []byte {
	t.Helper()
	if _, err := exec.LookPath("zstd"); err != nil {
		t.Skip("the zstd program is not installed")
	}
	path := filepath.Join(t.TempDir(), "x.zst")
	if err := os.WriteFile(path, frames, 0o666); err != nil {
		t.Fatal(err)
	}
	got, err := exec.Command("zstd", "-d", "-c", path).Output()
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// TestReferenceDecoderReadsFrames checks that the zstd program can decode AppendFrame's frames.
func TestReferenceDecoderReadsFrames(t *testing.T) {
	for name, src := range cases() {
		if got := decodeWithZstd(t, AppendFrame(nil, nil, src)); !bytes.Equal(got, src) {
			t.Errorf("%s: decoded to %d bytes, want %d", name, len(got), len(src))
		}
	}
}

// FuzzAppendFrame checks that frames decode to the original data, and that kernels give the same
// result as portable code.
func FuzzAppendFrame(f *testing.F) {
	for _, src := range cases() {
		f.Add(src[:min(len(src), 4096)], byte(len(src)), uint16(1))
	}
	f.Add([]byte(testkit.Clued+testkit.Solved), byte(4), uint16(40))
	decoder := newDecoder(f)
	f.Fuzz(func(t *testing.T, src []byte, head byte, times uint16) {
		if len(src) > 0 {
			src = bytes.Repeat(src, min(int(times), 1<<13/len(src))+1)
		}
		n := min(int(head), len(src))
		checkFrame(t, decoder, src[:n], src[n:])
		checkHuffman(t, src[n:], uint64(times), uint(head))
	})
}

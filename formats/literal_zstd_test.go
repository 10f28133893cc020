package formats

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// literalCases are inputs of every kind of block and at every border.
func literalCases() map[string][]byte {
	r := rand.New(rand.NewPCG(1, 2))
	random := make([]byte, 300_000)
	for i := range random {
		random[i] = byte(r.Uint32())
	}
	grids := make([]byte, 3*zstdBlock+17)
	for i := range grids {
		grids[i] = ".........123456789"[r.IntN(18)]
	}
	cases := map[string][]byte{
		"nothing": nil, "one byte": {7}, "one byte often": bytes.Repeat([]byte{7}, zstdBlock+5),
		"random": random, "grids": grids, "text then noise": append(bytes.Clone(grids[:zstdBlock]), random...),
	}
	for _, n := range []int{2, 63, 64, 65, 1023, 1024, zstdBlock - 1, zstdBlock, zstdBlock + 1} {
		cases[strings.Repeat("x", n%7)+"grids cut"+string(rune('a'+n%26))] = grids[:n]
	}
	return cases
}

func TestLiteralFramesDecode(t *testing.T) {
	decoder := newDecoder(t)
	for name, src := range literalCases() {
		frame := appendLiteralFrame([]byte("before"), nil, src)
		got, err := decoder.DecodeAll(frame[len("before"):], nil)
		if err != nil || !bytes.Equal(got, src) {
			t.Errorf("%s: %v, %d bytes for %d", name, err, len(got), len(src))
		}
		if most := len(src) + 16 + 4*(len(src)/zstdBlock+1); len(frame) > most+len("before") {
			t.Errorf("%s: %d bytes became %d", name, len(src), len(frame))
		}
	}
}

// originalUnpacks returns what the program that defines the format makes of frames.
func originalUnpacks(t *testing.T, frames []byte) []byte {
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

// TestLiteralFramesSatisfyTheOriginal asks the program that defines the format.
func TestLiteralFramesSatisfyTheOriginal(t *testing.T) {
	for name, src := range literalCases() {
		if got := originalUnpacks(t, appendLiteralFrame(nil, nil, src)); !bytes.Equal(got, src) {
			t.Errorf("%s: %d bytes for %d", name, len(got), len(src))
		}
	}
}

// Stored frames decode to what they were made of, by the original too, and equal bytes at
// their end take no room.
func TestStoredFrames(t *testing.T) {
	const zeros = zstdBlock + 5000
	decoder := newDecoder(t)
	var frames, all []byte
	for name, src := range literalCases() {
		for _, end := range []int{1, zeros} {
			src := append(bytes.Clone(src), make([]byte, end)...)
			frame := appendStoredFrame([]byte("before"), src)[len("before"):]
			got, err := decoder.DecodeAll(frame, nil)
			if err != nil || !bytes.Equal(got, src) {
				t.Errorf("%s: %v, %d bytes for %d", name, err, len(got), len(src))
			}
			most := len(src) + 17 + 3*(len(src)/zstdBlock+1)
			if end == zeros {
				most -= zstdBlock
			}
			if len(frame) > most {
				t.Errorf("%s: %d bytes became %d, want at most %d", name, len(src), len(frame), most)
			}
			frames, all = append(frames, frame...), append(all, src...)
		}
	}
	if got := originalUnpacks(t, frames); !bytes.Equal(got, all) {
		t.Errorf("%d bytes for %d", len(got), len(all))
	}
}

// A frame decodes to what it was made of, and kernels make the same as portable code.
func FuzzLiteralFrame(f *testing.F) {
	for _, src := range literalCases() {
		f.Add(src[:min(len(src), 4096)], byte(len(src)), uint16(1))
	}
	f.Add([]byte(puzzle(0)+solution(0)), byte(4), uint16(40))
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

func BenchmarkLiteralFrame(b *testing.B) {
	src := literalCases()["grids"]
	var dst []byte
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		dst = appendLiteralFrame(dst[:0], nil, src)
	}
	b.ReportMetric(float64(len(dst))/float64(len(src)), "ratio")
}

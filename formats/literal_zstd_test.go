package formats

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
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
	decoder, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer decoder.Close()
	for name, src := range literalCases() {
		frame := appendLiteralFrame([]byte("before"), src)
		got, err := decoder.DecodeAll(frame[len("before"):], nil)
		if err != nil || !bytes.Equal(got, src) {
			t.Errorf("%s: %v, %d bytes for %d", name, err, len(got), len(src))
		}
		if most := len(src) + 16 + 4*(len(src)/zstdBlock+1); len(frame) > most+len("before") {
			t.Errorf("%s: %d bytes became %d", name, len(src), len(frame))
		}
	}
}

// TestLiteralFramesSatisfyTheOriginal asks the program that defines the format.
func TestLiteralFramesSatisfyTheOriginal(t *testing.T) {
	if _, err := exec.LookPath("zstd"); err != nil {
		t.Skip("the zstd program is not installed")
	}
	for name, src := range literalCases() {
		path := filepath.Join(t.TempDir(), "x.zst")
		if err := os.WriteFile(path, appendLiteralFrame(nil, src), 0o666); err != nil {
			t.Fatal(err)
		}
		got, err := exec.Command("zstd", "-d", "-c", path).Output()
		if err != nil || !bytes.Equal(got, src) {
			t.Errorf("%s: %v, %d bytes for %d", name, err, len(got), len(src))
		}
	}
}

func FuzzLiteralFrame(f *testing.F) {
	for _, src := range literalCases() {
		f.Add(src[:min(len(src), 4096)])
	}
	decoder, err := zstd.NewReader(nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		got, err := decoder.DecodeAll(appendLiteralFrame(nil, src), nil)
		if err != nil || !bytes.Equal(got, src) {
			t.Errorf("%v, %d bytes for %d", err, len(got), len(src))
		}
	})
}

func BenchmarkLiteralFrame(b *testing.B) {
	src := literalCases()["grids"]
	var dst []byte
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		dst = appendLiteralFrame(dst[:0], src)
	}
	b.ReportMetric(float64(len(dst))/float64(len(src)), "ratio")
}

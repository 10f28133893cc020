package huffman

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// draw returns n random symbols of an alphabet.
func draw(random *rand.Rand, alphabet []byte, n int) []byte {
	src := make([]byte, n)
	for i := range src {
		src[i] = alphabet[random.IntN(len(alphabet))]
	}
	return src
}

// everySymbol returns all bytes.
func everySymbol() (all []byte) {
	for symbol := range 256 {
		all = append(all, byte(symbol))
	}
	return all
}

// cases returns inputs for every kind of block, and inputs with sizes near limits.
func cases() [][]byte {
	r := rand.New(rand.NewPCG(1, 2))
	random, grids := draw(r, everySymbol(), 300_000), draw(r, []byte(".........123456789"), 3*maxBlock+17)
	noisy := append(bytes.Clone(grids[:maxBlock]), random...)
	cases := [][]byte{nil, {7}, bytes.Repeat([]byte{7}, maxBlock+5), random, grids, noisy}
	for _, n := range []int{2, 63, 64, 65, 1023, 1024, maxBlock - 1, maxBlock, maxBlock + 1} {
		cases = append(cases, grids[:n])
	}
	return cases
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

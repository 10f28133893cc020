package formats

import (
	"bytes"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// TestFlippedBitsInPages checks that a flipped bit in a page leaves all rows unchanged, or causes
// an error that names the file.
func TestFlippedBitsInPages(t *testing.T) {
	in := store(t, "in.csv", "id,puzzle\n1,"+puzzle(0)+"\n2,"+puzzle(1)+"\n3,\n4,x\n")
	for i, compression := range []string{"none", "snappy", "zstd"} {
		t.Run(compression, func(t *testing.T) {
			random := rand.New(rand.NewPCG(uint64(i), 11))
			good := mustConvert(t, []string{in}, keepAll, "out.parquet", WriteOptions{Compression: compression}, 100)
			path := store(t, "flipped.parquet", string(good))
			file, err := os.OpenFile(path, os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			write := func(pos int, b byte) {
				if _, err := file.WriteAt([]byte{b}, int64(pos)); err != nil {
					t.Fatal(err)
				}
			}
			read := func() ([]byte, error) { return convert([]string{path}, keepAll, "out.csv", WriteOptions{}, 100) }
			want, err := read()
			if err != nil {
				t.Fatal(err)
			}
			footer := len(good) - footerTail - openBytes(t, good).MetaData().Size()
			for pos := len(parquetMagic); pos < footer; pos += testkit.Step() {
				bad := good[pos] ^ 1<<random.IntN(8)
				write(pos, bad)
				got, err := read()
				write(pos, good[pos])
				switch {
				case err != nil && !strings.Contains(err.Error(), path):
					t.Errorf("byte %d, %#x for %#x: the error does not name the file: %v", pos, bad, good[pos], err)
				case err == nil && !bytes.Equal(got, want):
					t.Errorf("byte %d, %#x for %#x: read without an error", pos, bad, good[pos])
				}
			}
		})
	}
}

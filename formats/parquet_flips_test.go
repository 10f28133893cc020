package formats

import (
	"bytes"
	"math/rand/v2"
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
			good, dir := mustConvert(t, []string{in}, keepAll, "out.parquet", WriteOptions{Compression: compression}, 100), t.TempDir()
			read := func(data []byte) ([]byte, error) {
				return convert([]string{storeIn(t, dir, "flipped.parquet", string(data))}, keepAll, "out.csv", WriteOptions{}, 100)
			}
			want, err := read(good)
			if err != nil {
				t.Fatal(err)
			}
			footer := len(good) - footerTail - openBytes(t, good).MetaData().Size()
			for pos := len(parquetMagic); pos < footer; pos += testkit.Step() {
				bad := bytes.Clone(good)
				bad[pos] ^= 1 << random.IntN(8)
				if got, err := read(bad); err != nil {
					wantError(t, err, "flipped.parquet")
				} else if !bytes.Equal(got, want) {
					t.Errorf("byte %d, %#x for %#x: read without an error", pos, bad[pos], good[pos])
				}
			}
		})
	}
}

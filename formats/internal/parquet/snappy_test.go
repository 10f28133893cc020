package parquet

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/apache/arrow/go/v15/parquet/compress"
	"github.com/golang/snappy"
	"github.com/klauspost/compress/s2"

	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// TestSnappyBlocks reads blocks written by three Snappy encoders. A damaged block must yield an
// error or as many bytes as it declares. A block that is too short for its declared size must not
// cause an allocation of that size.
func TestSnappyBlocks(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	noise := make([]byte, 100_000)
	for i := range noise {
		noise[i] = byte(r.Uint32())
	}
	far := append(slices.Clip(noise), noise...) // copies reach back farther than 64 KiB
	for _, page := range [][]byte{[]byte("."), noise, far, bytes.Repeat([]byte("."), 200_000), bytes.Repeat([]byte(testkit.Clued+testkit.Solved), 99)} {
		for _, block := range [][]byte{snappy.Encode(nil, page), s2.EncodeSnappy(nil, page), s2.EncodeSnappyBest(nil, page)} {
			if got, err := decompress(compress.Codecs.Snappy, block, len(page)); err != nil || !bytes.Equal(got, page) {
				t.Errorf("%d bytes are not the %d of the page, error %v", len(got), len(page), err)
			}
			for range testkit.Rounds(200) {
				bad := testkit.Damage(r, block)
				if got, err := decompress(compress.Codecs.Snappy, bad, len(page)); err == nil && len(got) != len(page) {
					t.Errorf("a truncation to %d of %d bytes returns no error", len(got), len(page))
				}
			}
		}
	}
	claim := binary.AppendUvarint(nil, maxPageBytes)
	grown := testkit.Allocated(func() {
		_, err := decompress(compress.Codecs.Snappy, append(claim, "few"...), maxPageBytes)
		testkit.WantError(t, err, "its decompressed size differs from the declared size")
	})
	if grown > 1<<20 {
		t.Errorf("%d bytes allocated for a claim", grown)
	}
}

// TestSnappyIsNotS2 checks that a copy with offset 0 is an error. In S2, it would repeat the last
// offset.
func TestSnappyIsNotS2(t *testing.T) {
	for _, tail := range []int{0, 200} {
		block := append([]byte{3 << 2}, "abcd"...)                   // a literal
		block = append(block, 3<<2|2, 4, 0, 1, 0)                    // two copies of 4 bytes, with offsets 4 and 0
		block = append(block, bytes.Repeat([]byte{0, 'x'}, tail)...) // literals of one byte
		block = append(binary.AppendUvarint(nil, uint64(4+4+4+tail)), block...)
		if _, err := s2.Decode(nil, block); err != nil {
			t.Fatalf("S2 rejects its own block: %v", err)
		}
		_, err := decompress(compress.Codecs.Snappy, block, 12+tail)
		testkit.WantError(t, err, "SNAPPY data is damaged")
	}
}

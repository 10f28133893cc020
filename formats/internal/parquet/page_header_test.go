package parquet

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"

	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// TestPageHeaders checks that a header is read back unchanged, regardless of the bytes after it,
// and that a truncated header is reported as too short.
func TestPageHeaders(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range testkit.Rounds(2000) {
		size := func() int { return r.IntN(1 << r.IntN(28)) }
		want := pageHeader{kind: pageData, entries: size(), uncompressedSize: size(), compressedSize: size(), crc: r.Uint32(),
			hasCRC: true, compressed: true, defEncoding: parquet.Encodings.RLE, repEncoding: parquet.Encodings.RLE}
		if r.IntN(2) == 0 {
			want.kind, want.defEncoding, want.repEncoding, want.encoding = pageDictionary, 0, 0, parquet.Encodings.Plain
		}
		data := want.appendTo(nil)
		got, n, err := readPageHeader(append(data, make([]byte, r.IntN(9))...))
		if got != want || n != len(data) || err != nil {
			t.Fatalf("read %+v from %d bytes, error %v; want %+v from %d", got, n, err, want, len(data))
		}
		if _, _, err := readPageHeader(data[:r.IntN(len(data))]); !errors.Is(err, errThriftShort) {
			t.Fatalf("%x cut off: error %v", data, err)
		}
		bad := testkit.Damage(r, data)
		if _, n, _ := readPageHeader(bad); n > len(bad) {
			t.Fatalf("%x: read %d of %d bytes", bad, n, len(bad))
		}
	}
}

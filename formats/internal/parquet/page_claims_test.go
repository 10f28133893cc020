package parquet

import (
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/compress"
	"github.com/apache/arrow/go/v15/parquet/schema"
	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// TestPagesThatLie checks that the sizes and counts of a page are verified before memory is
// allocated for them.
func TestPagesThatLie(t *testing.T) {
	req, opt := parquet.Repetitions.Required, parquet.Repetitions.Optional
	text, number := columnOf(t, primitive("c", req, parquet.Types.ByteArray, -1)), columnOf(t, primitive("c", req, parquet.Types.Int32, -1))
	null := columnOf(t, primitive("c", opt, parquet.Types.Int32, -1))
	plain, deltas, numbers := parquet.Encodings.Plain, parquet.Encodings.DeltaLengthByteArray, parquet.Encodings.DeltaBinaryPacked
	zeros := make([]byte, 100<<10)
	wide := append([]byte{128, 1, 4, 9, 0, 0, 65, 0, 0, 0}, zeros...)
	long := append([]byte{0, 0, 0, 10}, zeros...)
	none, snappy, zstd := compress.Codecs.Uncompressed, compress.Codecs.Snappy, compress.Codecs.Zstd
	block := compressed(t, snappy, zeros)
	for name, c := range map[string]struct {
		column      *schema.Column
		h           pageHeader
		compression compress.Compression
		body        []byte
		says        string
	}{
		"a long value":          {text, pageHeader{encoding: plain, entries: 1, uncompressedSize: len(long)}, none, long, "the declared size of value 1 (167772160 bytes) exceeds the rest of the page"},
		"a long value, in zstd": {text, pageHeader{encoding: plain, entries: 1, uncompressedSize: maxPageBytes}, zstd, compressed(t, zstd, long), "ZSTD data is damaged: unexpected EOF"},
		"too many values":       {number, pageHeader{encoding: plain, entries: 30 << 10, uncompressedSize: len(zeros)}, none, zeros, "fewer values than it declares"},
		"too large a size":      {number, pageHeader{encoding: plain, entries: 1, uncompressedSize: len(zeros) + 1}, zstd, compressed(t, zstd, zeros), "its decompressed size differs from the declared size"},
		"too small a size":      {number, pageHeader{encoding: plain, entries: 1, uncompressedSize: len(zeros) - 1}, zstd, compressed(t, zstd, zeros), "its decompressed size differs from the declared size"},
		"another size":          {number, pageHeader{encoding: plain, entries: 1, uncompressedSize: len(zeros) - 1}, none, zeros, "its decompressed size differs from the declared size"},
		"of snappy":             {number, pageHeader{encoding: plain, entries: 1, uncompressedSize: len(zeros) - 1}, snappy, block, "its decompressed size differs from the declared size"},
		"cut off":               {number, pageHeader{encoding: plain, entries: 1, uncompressedSize: len(zeros)}, snappy, block[:len(block)-2], "SNAPPY data is damaged"},
		"a wrong checksum":      {number, pageHeader{encoding: plain, entries: 1, uncompressedSize: len(zeros), hasCRC: true}, snappy, block, "its checksum is wrong"},
		"damage":                {number, pageHeader{encoding: plain, entries: 1, uncompressedSize: len(zeros), hasCRC: true}, zstd, zeros, "its checksum is wrong"},
		"long levels":           {null, pageHeader{encoding: plain, entries: 9, uncompressedSize: len(zeros)}, none, append([]byte{255, 255, 255, 15}, zeros[4:]...), "levels or indices end too early"},
		"levels that end":       {null, pageHeader{encoding: plain, entries: 9, uncompressedSize: 7}, none, []byte{3, 0, 0, 0, 4, 1, 128}, "levels or indices end too early"},
		"too many rows":         {number, pageHeader{kind: pageDataV2, encoding: plain, entries: 2, rows: 1, uncompressedSize: 8}, none, zeros[:8], "declares 1 rows and 0 nulls, but its levels indicate 2 rows and 0 nulls"},
		"many lengths":          {text, pageHeader{encoding: deltas, entries: 9, uncompressedSize: 5}, none, []byte{128, 1, 4, 8, 0}, "its deltas represent 8 values"},
		"no lengths":            {text, pageHeader{encoding: deltas, entries: 200, uncompressedSize: 6}, none, []byte{128, 1, 4, 200, 1, 0}, "its deltas are damaged"},
		"many numbers":          {number, pageHeader{encoding: numbers, entries: 9, uncompressedSize: 5}, none, []byte{128, 1, 4, 8, 0}, "its deltas represent 8 values"},
		"too many numbers":      {number, pageHeader{encoding: numbers, entries: 1 << 30, uncompressedSize: 9}, none, []byte{128, 1, 4, 128, 128, 128, 128, 4, 0}, "it has 1073741824 values in DELTA_BINARY_PACKED encoding, more than the limit of 67108864"},
		"no numbers":            {number, pageHeader{encoding: numbers, entries: 1 << 26, uncompressedSize: 8}, none, []byte{128, 1, 4, 128, 128, 128, 32, 0}, "its deltas are damaged"},
		"no miniblock":          {number, pageHeader{encoding: numbers, entries: 1 << 26, uncompressedSize: 11}, none, []byte{128, 128, 64, 1, 128, 128, 128, 32, 0, 0, 64}, "its deltas are damaged"},
		"wide numbers":          {number, pageHeader{encoding: numbers, entries: 9, uncompressedSize: len(wide)}, none, wide, "its deltas are damaged"},
		"a larger block":        {number, pageHeader{encoding: numbers, entries: 9, uncompressedSize: 7}, none, []byte{128, 128, 128, 1, 1, 9, 0}, "its delta blocks have 2097152 values in 1 miniblocks"},
		"long lengths":          {text, pageHeader{encoding: deltas, entries: 1, uncompressedSize: 7}, none, []byte{128, 1, 4, 1, 6, 'a', 'b'}, "fewer values than it declares"},
	} {
		c.h.compressedSize, c.h.compressed = len(c.body), true
		c.h.defEncoding, c.h.repEncoding = parquet.Encodings.RLE, parquet.Encodings.RLE
		p := newInputPage(c.h, &columnChunk{column: c.column, compression: c.compression, limits: Limits{maxPageBytes, maxEntries, maxOpenBytes}}, 1, slices.Clone(c.body), nil)
		var err error
		if grown := testkit.Allocated(func() { err = p.decode() }); grown > 8<<20 {
			t.Errorf("%s: %d bytes allocated", name, grown)
		}
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v, want %q", name, err, c.says)
		}
		p.release()
	}
}

func compressed(t testing.TB, c compress.Compression, data []byte) []byte {
	codec, err := compress.GetCodec(c)
	if err != nil {
		t.Fatal(err)
	}
	return codec.Encode(make([]byte, codec.CompressBound(int64(len(data)))), data)
}

func TestPagesAboveTheLimit(t *testing.T) {
	for _, size := range []int{maxPageBytes, maxPageBytes + 1} {
		header := binary.AppendVarint([]byte{1<<4 | 5, 0, 1<<4 | 5}, int64(size)) // page type and uncompressed size
		header = binary.AppendVarint(append(header, 1<<4|5), 1)                   // compressed size
		header = append(header, 2<<4|12, 1<<4|5, 2, 1<<4|5, 0, 0, 0)              // one PLAIN value
		_, _, err := readPageHeader(header)
		if size > maxPageBytes {
			testkit.WantError(t, err, "its declared size of 268435457 bytes exceeds the limit of 268435456 bytes")
		} else if err != nil {
			t.Error(err)
		}
	}
}

// TestManyEqualDeltas checks that a short page can hold a million integers with equal differences,
// but is rejected if it holds more integers than the limit.
func TestManyEqualDeltas(t *testing.T) {
	const most = maxPageBytes / 8
	c := columnOf(t, primitive("c", parquet.Repetitions.Required, parquet.Types.Int64, -1))
	for _, n := range []int{1 << 20, most + 1} {
		body := binary.AppendUvarint([]byte{128, 128, 64, 2}, uint64(n)) // blocks of 1<<20 values in two miniblocks
		body = binary.AppendVarint(body, 5)
		for range n >> 20 {
			body = append(body, 3<<1, 0, 0)
		}
		var v values
		err := v.decode(c, parquet.Encodings.DeltaBinaryPacked, body, n, nil)
		if n > most {
			testkit.WantError(t, err, "it has 33554433 values in DELTA_BINARY_PACKED encoding, more than the limit of 33554432")
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		for i := range n {
			if got := binary.LittleEndian.Uint64(v.at(i)); got != uint64(5+3*i) {
				t.Fatalf("value %d is %d", i, got)
			}
		}
	}
}

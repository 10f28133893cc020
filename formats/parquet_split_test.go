package formats

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/compress"
	"github.com/apache/arrow/go/v15/parquet/schema"
	"pgregory.net/rapid"
)

// cutPages has all pages cut that can be, into parts with values of so many bytes, until
// the test ends.
func cutPages(t testing.TB, piece int) {
	before := splitting
	t.Cleanup(func() { splitting = before })
	splitting.from, splitting.piece = 0, piece
}

// countPages counts the pages and parts of pages that a reader makes of a file, and the
// entries in them.
func countPages(t testing.TB, data []byte) (pages int, entries []int) {
	t.Helper()
	footer, err := readFooter(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	for g := range footer.RowGroups {
		for c := range footer.Schema.NumColumns() {
			r, err := openChunk(bytes.NewReader(data), int64(len(data)), footer, g, c)
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for {
				p, err := r.next()
				if err != nil {
					t.Fatal(err)
				}
				if p == nil {
					break
				}
				n += p.header.entries
				pages++
				p.release()
			}
			r.close()
			entries = append(entries, n)
		}
	}
	return pages, entries
}

// Rows are the same whether pages are cut or not, for all types, encodings,
// compressions and versions of pages, in parts of any size.
func TestHugePages(t *testing.T) {
	files := encodedFiles(t)
	for name, data := range files {
		t.Run(name, func(t *testing.T) {
			in := store(t, "in.parquet", string(data))
			want := mustConvert(t, []string{in}, keepAll, "out.parquet", WriteOptions{Compression: "none"}, 1000)
			whole, entries := countPages(t, data)
			for _, piece := range []int{lengthBytes, 100, 5000} {
				cutPages(t, piece)
				got := mustConvert(t, []string{in}, keepAll, "out.parquet", WriteOptions{Compression: "none"}, 1000)
				if !bytes.Equal(got, want) {
					t.Errorf("parts of %d bytes hold other rows", piece)
				}
				parts, now := countPages(t, data)
				cannotBeCut := name == "types, small pages" || strings.Contains(name, "DELTA_BYTE_ARRAY")
				if !slices.Equal(now, entries) || piece == lengthBytes && (parts > whole) == cannotBeCut {
					t.Errorf("%d pages become %d parts of %d bytes with %d entries of %d", whole, parts, piece, now, entries)
				}
			}
		})
	}
}

// A reader can begin in the midst of a huge page.
func TestSeekInHugePages(t *testing.T) {
	data := encodedFile(t, parquet.WithDictionaryDefault(false), parquet.WithDataPageSize(1<<30), parquet.WithCompression(compress.Codecs.Zstd))
	in := store(t, "in.parquet", string(data))
	want, err := readRows(mustOpen(t, in), 100)
	if err != nil {
		t.Fatal(err)
	}
	cutPages(t, 1000)
	for _, n := range []int64{1, 777, encodedRows - 1} {
		at := mustRead(t, mustOpen(t, in), n)
		r := mustOpen(t, in)
		if err := r.Seek(at, n, -1); err != nil {
			t.Fatal(err)
		}
		if got, err := readRows(r, 100); err != nil || !slices.Equal(got, want[n:]) {
			t.Errorf("from row %d on: %d rows of %d, error %v", n, len(got), len(want[n:]), err)
		}
	}
}

// Levels that are cut anywhere are the same numbers.
func TestRunsAreCut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(1, 9).Draw(t, "width")
		var data []byte
		for range rapid.IntRange(1, 20).Draw(t, "runs") {
			if rapid.Bool().Draw(t, "packed") {
				groups := rapid.SliceOfN(rapid.Byte(), 1, 40).Draw(t, "groups")
				groups = append(groups, make([]byte, (width-len(groups)%width)%width)...)
				data = append(binary.AppendUvarint(data, uint64(len(groups)/width)<<1|1), groups...)
				continue
			}
			n := rapid.IntRange(1, 200).Draw(t, "n")
			value := uint32(rapid.IntRange(0, 1<<width-1).Draw(t, "value"))
			data = binary.AppendUvarint(data, uint64(n)<<1)
			data = append(data, binary.LittleEndian.AppendUint32(nil, value)[:(width+7)/8]...)
		}
		most := 1<<width - 1
		n := rapid.IntRange(1, 3000).Draw(t, "values")
		var all runs
		for all.parse(data, width, n, most, most) != nil {
			n--
		}
		var l runCutter
		l.open(data, width, n, most)
		if hits, err := l.keysLeft(); err != nil || hits != all.hits {
			t.Fatalf("%d keys of %d, error %v", hits, all.hits, err)
		}
		var got []uint32
		for l.left > 0 {
			some, hits := rapid.IntRange(1, 300).Draw(t, "some"), rapid.IntRange(0, 300).Draw(t, "hits")
			cut, took, keys, err := l.cut(nil, some, hits)
			if err != nil || keys > hits || took > some {
				t.Fatalf("%d numbers with %d keys of %d and %d, error %v", took, keys, some, hits, err)
			}
			var part runs
			if err := part.parse(cut, width, took, most, most); err != nil || part.hits != keys {
				t.Fatalf("%d keys of %d, error %v", part.hits, keys, err)
			}
			got = appendRuns(got, &part, 0, took)
		}
		if !slices.Equal(got, appendRuns([]uint32(nil), &all, 0, n)) {
			t.Fatal("other numbers came out")
		}
	})
}

// splitBody cuts a page and copies its entries to a leaf.
func splitBody(h pageHeader, c *schema.Column, codec compress.Compression, body []byte, dict *inputPage) (*leaf, error) {
	chunk, unpacked := &columnChunk{column: c, codec: codec}, &columnChunk{column: c, codec: compress.Codecs.Uncompressed}
	var s pageSplitter
	if err := s.open(h, chunk, bytes.NewReader(body), 0); err != nil {
		return nil, err
	}
	defer s.close()
	l := new(leaf)
	l.reset()
	for s.entries > 0 {
		p, err := s.next(unpacked, 1, dict)
		if err == nil {
			if err = p.decode(); err == nil {
				err = l.copyRange(&pageRange{page: p, from: 0, to: p.header.entries})
			}
			p.release()
		}
		if err != nil {
			return nil, err
		}
	}
	return l, nil
}

// What a huge page says of itself is not believed, and no memory is taken for it.
func TestHugePagesThatLie(t *testing.T) {
	req, opt := parquet.Repetitions.Required, parquet.Repetitions.Optional
	text, number := columnOf(t, primitive("c", req, parquet.Types.ByteArray, -1)), columnOf(t, primitive("c", req, parquet.Types.Int32, -1))
	null := columnOf(t, primitive("c", opt, parquet.Types.Int32, -1))
	plain, deltas, numbers := parquet.Encodings.Plain, parquet.Encodings.DeltaLengthByteArray, parquet.Encodings.DeltaBinaryPacked
	zeros := make([]byte, 100<<10)
	wide := append([]byte{128, 1, 4, 9, 0, 0, 65, 0, 0, 0}, zeros...)
	long := append([]byte{0, 0, 0, 10}, zeros...)
	snappy, _ := compress.GetCodec(compress.Codecs.Snappy)
	packed := snappy.Encode(make([]byte, snappy.CompressBound(int64(len(zeros)))), zeros)
	for name, c := range map[string]struct {
		column *schema.Column
		h      pageHeader
		codec  compress.Compression
		body   []byte
		says   string
	}{
		"a long value":         {text, pageHeader{encoding: plain, entries: 1, unpacked: len(long)}, compress.Codecs.Uncompressed, long, "value 1 claims 167772160 bytes, more than the page has"},
		"a long value, in zip": {text, pageHeader{encoding: plain, entries: 1, unpacked: maxPageBytes}, compress.Codecs.Zstd, zstdOf(t, long), "does not unpack to the size"},
		"too many values":      {number, pageHeader{encoding: plain, entries: 30 << 10, unpacked: len(zeros)}, compress.Codecs.Uncompressed, zeros, "fewer values than it claims"},
		"too large a size":     {number, pageHeader{encoding: plain, entries: 1, unpacked: len(zeros) + 1}, compress.Codecs.Zstd, zstdOf(t, zeros), "does not unpack to the size"},
		"too small a size":     {number, pageHeader{encoding: plain, entries: 1, unpacked: len(zeros) - 1}, compress.Codecs.Zstd, zstdOf(t, zeros), "does not unpack to the size"},
		"another size":         {number, pageHeader{encoding: plain, entries: 1, unpacked: len(zeros) - 1}, compress.Codecs.Uncompressed, zeros, "does not unpack to the size"},
		"of snappy":            {number, pageHeader{encoding: plain, entries: 1, unpacked: len(zeros) - 1}, compress.Codecs.Snappy, packed, "does not unpack to the size"},
		"cut off":              {number, pageHeader{encoding: plain, entries: 1, unpacked: len(zeros)}, compress.Codecs.Snappy, packed[:len(packed)-2], "SNAPPY data is damaged"},
		"a wrong checksum":     {number, pageHeader{encoding: plain, entries: 1, unpacked: len(zeros), hasCRC: true}, compress.Codecs.Snappy, packed, "its checksum is wrong"},
		"damage":               {number, pageHeader{encoding: plain, entries: 1, unpacked: len(zeros), hasCRC: true}, compress.Codecs.Zstd, zeros, "its checksum is wrong"},
		"long levels":          {null, pageHeader{encoding: plain, entries: 9, unpacked: len(zeros)}, compress.Codecs.Uncompressed, append([]byte{255, 255, 255, 15}, zeros[4:]...), "levels or indices end too early"},
		"levels that end":      {null, pageHeader{encoding: plain, entries: 9, unpacked: 7}, compress.Codecs.Uncompressed, []byte{3, 0, 0, 0, 4, 1, 128}, "levels or indices end too early"},
		"too many rows":        {number, pageHeader{kind: pageDataV2, encoding: plain, entries: 2, rows: 1, unpacked: 8}, compress.Codecs.Uncompressed, zeros[:8], "claims 1 rows and 0 nulls, but its levels make 2 and 0"},
		"many lengths":         {text, pageHeader{encoding: deltas, entries: 9, unpacked: 5}, compress.Codecs.Uncompressed, []byte{128, 1, 4, 8, 0}, "it holds 8 deltas"},
		"no lengths":           {text, pageHeader{encoding: deltas, entries: 200, unpacked: 6}, compress.Codecs.Uncompressed, []byte{128, 1, 4, 200, 1, 0}, "its deltas are damaged"},
		"many numbers":         {number, pageHeader{encoding: numbers, entries: 9, unpacked: 5}, compress.Codecs.Uncompressed, []byte{128, 1, 4, 8, 0}, "it holds 8 deltas"},
		"no numbers":           {number, pageHeader{encoding: numbers, entries: 1 << 30, unpacked: 9}, compress.Codecs.Uncompressed, []byte{128, 1, 4, 128, 128, 128, 128, 4, 0}, "its deltas are damaged"},
		"no miniblock":         {number, pageHeader{encoding: numbers, entries: 1 << 30, unpacked: 12}, compress.Codecs.Uncompressed, []byte{128, 128, 64, 1, 128, 128, 128, 128, 4, 0, 0, 64}, "its deltas are damaged"},
		"wide numbers":         {number, pageHeader{encoding: numbers, entries: 9, unpacked: len(wide)}, compress.Codecs.Uncompressed, wide, "its deltas are damaged"},
		"a larger block":       {number, pageHeader{encoding: numbers, entries: 9, unpacked: 7}, compress.Codecs.Uncompressed, []byte{128, 128, 128, 1, 1, 9, 0}, "in blocks of 2097152, cut into 1"},
		"long lengths":         {text, pageHeader{encoding: deltas, entries: 1, unpacked: 7}, compress.Codecs.Uncompressed, []byte{128, 1, 4, 1, 6, 'a', 'b'}, "fewer values than it claims"},
	} {
		c.h.packed, c.h.compressed = len(c.body), true
		c.h.defEncoding, c.h.repEncoding = parquet.Encodings.RLE, parquet.Encodings.RLE
		var err error
		if grown := allocated(func() { _, err = splitBody(c.h, c.column, c.codec, c.body, nil) }); grown > 8<<20 {
			t.Errorf("%s: %d bytes allocated", name, grown)
		}
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v, want %q", name, err, c.says)
		}
	}
}

func zstdOf(t testing.TB, data []byte) []byte {
	codec, err := compress.GetCodec(compress.Codecs.Zstd)
	if err != nil {
		t.Fatal(err)
	}
	return codec.Encode(make([]byte, codec.CompressBound(int64(len(data)))), data)
}

// A page that is cut gives the same as one that is not, or both give an error. Nothing
// is recovered from here.
func FuzzHugePage(f *testing.F) {
	columns := fuzzedColumns(f)
	plain := appendPlain(appendPlain(nil, []byte("ab")), []byte("c"))
	f.Add(plain, byte(0), byte(parquet.Encodings.Plain), uint16(2), byte(4))
	f.Add(append([]byte{2, 0, 0, 0, 4, 1}, plain...), byte(1), byte(parquet.Encodings.Plain), uint16(2), byte(4))
	f.Add([]byte{2, 0, 0, 0, 4, 1, 1, 3, 0b01}, byte(2), byte(parquet.Encodings.RLEDict), uint16(2), byte(4))
	f.Add([]byte{128, 1, 4, 2, 4, 0, 0, 0, 0, 0, 'a', 'b', 'c', 'd'}, byte(0), byte(parquet.Encodings.DeltaLengthByteArray), uint16(2), byte(5))
	f.Add([]byte{3, 0, 0, 0, 3, 0b00100100, 0, 2, 0, 0, 0, 8, 5}, byte(6), byte(parquet.Encodings.Plain), uint16(4), byte(9))
	numbers := appendDeltas(nil, plainNumbers([]int32{0: 7, 100: 1 << 30, 200: 3, 299: 4}))
	f.Add(numbers, byte(3), byte(parquet.Encodings.DeltaBinaryPacked), uint16(300), byte(100))
	f.Add(append([]byte{6, 0, 0, 0, 200, 1, 0, 216, 4, 1}, numbers...), byte(2), byte(parquet.Encodings.DeltaBinaryPacked), uint16(400), byte(9))
	f.Fuzz(func(t *testing.T, body []byte, column, encoding byte, entries uint16, piece byte) {
		c := columns[int(column)%len(columns)]
		cutPages(t, max(int(piece), lengthBytes))
		dictionary := func() *inputPage {
			p := pageOf(c, parquet.Encodings.Plain, make([]byte, 64), 4)
			p.header.kind = pageDictionary
			return p
		}
		one := pageOf(c, parquet.Encoding(encoding), body, int(entries))
		one.dict = dictionary()
		h := one.header
		if !splits(&h, one.chunk, one.dict) {
			return
		}
		var want *leaf
		wantErr := one.decodeAll()
		if wantErr == nil {
			want, wantErr = fillSteps(one, int(entries), math.MaxUint16)
		}
		h.hasCRC, h.crc = true, crc32.ChecksumIEEE(body)
		got, err := splitBody(h, c, compress.Codecs.Uncompressed, body, dictionary())
		switch {
		case err != nil && wantErr != nil:
		case err != nil || wantErr != nil:
			t.Fatalf("whole it gives the error %v, cut %v", wantErr, err)
		case got.count() != want.count() || !bytes.Equal(got.data, want.data) || !slices.Equal(got.ends, want.ends) ||
			!slices.Equal(got.def, want.def) || !slices.Equal(got.rep, want.rep) ||
			!slices.Equal(got.firstEntry, want.firstEntry) || !slices.Equal(got.firstValue, want.firstValue):
			t.Fatalf("whole it gives %+v, cut %+v", want, got)
		}
	})
}

// Snappy whose copies reach farther back than is kept is read all the same.
func TestHugePagesOfSnappyWithFarCopies(t *testing.T) {
	column := columnOf(t, primitive("c", parquet.Repetitions.Required, parquet.Types.Int32, -1))
	page := make([]byte, 1<<20)
	for i := range page {
		page[i] = byte(i * i >> 7)
	}
	block := binary.AppendUvarint(nil, uint64(2*len(page)))
	block = append(binary.LittleEndian.AppendUint32(append(block, 63<<2), uint32(len(page)-1)), page...) // a literal
	for range len(page) / 64 {
		block = binary.LittleEndian.AppendUint32(append(block, 63<<2|3), uint32(len(page))) // a copy of 64 bytes
	}
	page = append(page, page...)
	h := pageHeader{encoding: parquet.Encodings.Plain, entries: len(page) / 4, packed: len(block), unpacked: len(page),
		hasCRC: true, crc: crc32.ChecksumIEEE(block)}
	cutPages(t, 1000)
	if l, err := splitBody(h, column, compress.Codecs.Snappy, block, nil); err != nil || !bytes.Equal(l.data, page) {
		t.Errorf("error %v", err)
	}
	block[len(block)-1] = 0xff
	h.hasCRC = false
	if _, err := splitBody(h, column, compress.Codecs.Snappy, block, nil); err == nil || strings.Count(err.Error(), "damaged") != 1 {
		t.Errorf("error %v", err)
	}
}

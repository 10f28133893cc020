package parquet

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/compress"
	"github.com/apache/arrow/go/v15/parquet/schema"
	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// TestSizesThatLie checks that wrong decompressed sizes of pages are rejected before a lot of
// memory is allocated.
func TestSizesThatLie(t *testing.T) {
	text, most := bytes.Repeat([]byte(testkit.Clued), 100), uint64(0)
	for _, c := range []compress.Compression{compress.Codecs.Snappy, compress.Codecs.Gzip, compress.Codecs.Brotli, compress.Codecs.Zstd} {
		page := compressed(t, c, text)
		got, err := decompress(c, page, len(text))
		if err != nil || !bytes.Equal(got, text) {
			t.Errorf("%s: %d bytes, error %v", c, len(got), err)
		}
		for _, size := range []int{0, 1, len(text) - 1, len(text) + 1, 1 << 22, maxPageBytes} {
			grown := testkit.Allocated(func() { _, err = decompress(c, page, size) })
			if most = max(most, grown); grown > 16<<20 {
				t.Errorf("%s: %d bytes allocated for a claim of %d", c, grown, size)
			}
			if err == nil {
				t.Errorf("%s: %d bytes decompress to %d", c, len(text), size)
			}
		}
		// A large page with the right size is decompressed, regardless of its compression ratio.
		zeros := make([]byte, 20<<20)
		long := compressed(t, c, zeros)
		if got, err = decompress(c, long, len(zeros)); err != nil || len(got) != len(zeros) {
			t.Errorf("%s: %d zeros, error %v", c, len(got), err)
		}
		// A page that holds more than it declares is not decompressed to its end. The next page is
		// still decompressed correctly.
		if _, err := decompress(c, long, 2<<20); err == nil {
			t.Errorf("%s: %d zeros decompress to %d", c, len(zeros), 2<<20)
		}
		if got, err = decompress(c, page, len(text)); err != nil || !bytes.Equal(got, text) {
			t.Errorf("%s: %d bytes, error %v", c, len(got), err)
		}
	}
	t.Logf("%d KB allocated at most for a claim", most>>10)
}

// TestEndlessRuns copies a few values from runs that declare two billion values. The copy must not
// use much memory.
func TestEndlessRuns(t *testing.T) {
	column := columnOf(t, primitive("c", parquet.Repetitions.Optional, parquet.Types.Boolean, -1))
	run := func(value byte) []byte { return append(binary.AppendUvarint(nil, math.MaxInt32<<1), value) }
	prefix := func(data []byte) []byte {
		return append(binary.LittleEndian.AppendUint32(nil, uint32(len(data))), data...)
	}
	body := append(prefix(run(1)), prefix(run(1))...)
	page := pageOf(column, parquet.Encodings.RLE, body, math.MaxInt32)
	var l Column
	l.Reset()
	l.add(page, 1<<30, 1<<30+5, 5)
	grown := testkit.Allocated(func() {
		if err := l.Fill(5); err != nil {
			t.Error(err)
		}
	})
	if !bytes.Equal(l.data, []byte{1, 1, 1, 1, 1}) || grown > 1<<20 {
		t.Errorf("values %v, %d bytes allocated", l.data, grown)
	}
}

func fuzzedColumns(t testing.TB) []*schema.Column {
	req, opt := parquet.Repetitions.Required, parquet.Repetitions.Optional
	return []*schema.Column{
		columnOf(t, primitive("c", req, parquet.Types.ByteArray, -1)),
		columnOf(t, primitive("c", opt, parquet.Types.ByteArray, -1)),
		columnOf(t, primitive("c", opt, parquet.Types.Int32, -1)),
		columnOf(t, primitive("c", req, parquet.Types.Int64, -1)),
		columnOf(t, primitive("c", opt, parquet.Types.Boolean, -1)),
		columnOf(t, primitive("c", req, parquet.Types.FixedLenByteArray, 3)),
		columnOf(t, lists(2, primitive("element", opt, parquet.Types.Int96, -1))),
	}
}

// FuzzParquetPage copies a decoded page in one step, and again in several steps. Both ways must
// give the same values, or both must fail.
func FuzzParquetPage(f *testing.F) {
	columns := fuzzedColumns(f)
	plain := plainTexts("ab", "c")
	f.Add(plain, []byte(nil), byte(0), byte(parquet.Encodings.Plain), uint16(2), byte(1))
	f.Add(append([]byte{2, 0, 0, 0, 4, 1}, plain...), []byte(nil), byte(1), byte(parquet.Encodings.Plain), uint16(2), byte(1))
	f.Add([]byte{2, 3, 0b01_00_01_00}, plain, byte(0), byte(parquet.Encodings.RLEDict), uint16(4), byte(3))
	f.Add([]byte{128, 1, 4, 3, 2, 2, 0, 0, 0, 0, 1}, []byte(nil), byte(3), byte(parquet.Encodings.DeltaBinaryPacked), uint16(3), byte(2))
	f.Add([]byte{128, 1, 4, 2, 4, 0, 0, 0, 0, 0, 'a', 'b', 'c', 'd'}, []byte(nil), byte(0), byte(parquet.Encodings.DeltaLengthByteArray), uint16(2), byte(1))
	f.Add([]byte{128, 1, 4, 2, 0, 4, 0, 0, 0, 0, 128, 1, 4, 2, 6, 5, 0, 0, 0, 0, 'a', 'b', 'c'}, []byte(nil), byte(5), byte(parquet.Encodings.DeltaByteArray), uint16(2), byte(1))
	f.Add([]byte{2, 0, 0, 0, 20, 1, 2, 0, 0, 0, 3, 0b101}, []byte(nil), byte(4), byte(parquet.Encodings.RLE), uint16(10), byte(4))
	f.Add([]byte{3, 0, 0, 0, 3, 0b00100100, 0, 2, 0, 0, 0, 8, 5}, make([]byte, 48), byte(6), byte(parquet.Encodings.Plain), uint16(4), byte(2))
	f.Fuzz(func(t *testing.T, body, dictionary []byte, column, encoding byte, entries uint16, step byte) {
		c := columns[int(column)%len(columns)]
		page := func() *inputPage {
			p := pageOf(c, parquet.Encoding(encoding), body, int(entries))
			if len(dictionary) > 0 {
				p.dict = pageOf(c, parquet.Encodings.Plain, dictionary, len(dictionary)/max(width(c)+4, 5))
				p.dict.header.kind = pageDictionary
			}
			return p
		}
		one := page()
		if one.decodeAll() != nil {
			return
		}
		whole, errWhole := fillSteps(one, int(entries), int(entries)+1)
		pieces, errPieces := fillSteps(one, int(entries), int(step)+1)
		switch {
		case (errWhole == nil) != (errPieces == nil):
			t.Fatalf("in one step the error is %v, in several %v", errWhole, errPieces)
		case errWhole != nil:
			return
		case count(whole) != one.values.n || len(whole.ends)-1 != count(whole) && width(c) == 0:
			t.Fatalf("%d values and %d ends, of %d", count(whole), len(whole.ends)-1, one.values.n)
		case !bytes.Equal(whole.data, pieces.data) || !slices.Equal(whole.def, pieces.def) || !slices.Equal(whole.rep, pieces.rep) ||
			!slices.Equal(whole.firstEntry, pieces.firstEntry) || !slices.Equal(whole.firstValue, pieces.firstValue):
			t.Fatalf("in one step the values are %+v, in several %+v", whole, pieces)
		}
	})
}

// decodeAll is like decode, but does not recover from panics.
func (p *inputPage) decodeAll() error {
	p.leveling.Do(func() {})
	p.decoding.Do(func() {})
	if err := p.openBody(); err != nil {
		return err
	}
	return p.decodeValues()
}

// fillSteps copies a decoded page to a Column. step is the number of entries copied at a time.
func fillSteps(page *inputPage, entries, step int) (*Column, error) {
	l := new(Column)
	l.Reset()
	for from := 0; from < entries; from += step {
		if err := l.copyRange(&pageRange{page: page, from: from, to: min(from+step, entries)}); err != nil {
			return nil, err
		}
	}
	return l, nil
}

func count(c *Column) int { return int(c.firstValue[len(c.firstValue)-1]) }

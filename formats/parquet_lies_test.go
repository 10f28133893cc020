package formats

import (
	"bytes"
	"encoding/binary"
	"math"
	"runtime"
	"slices"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/compress"
	"github.com/apache/arrow/go/v15/parquet/schema"

	"github.com/gridmill/gridmill/formats/internal/thrift"
)

// count returns how many values the leaf holds.
func (l *leaf) count() int { return int(l.firstValue[len(l.firstValue)-1]) }

// allocated returns how many bytes f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// A page that claims to unpack to more than it does is refused before memory for
// the claim is taken.
func TestUnpackedSizesThatLie(t *testing.T) {
	text, most := bytes.Repeat([]byte(puzzle(0)), 100), uint64(0)
	for _, c := range []compress.Compression{compress.Codecs.Snappy, compress.Codecs.Gzip, compress.Codecs.Brotli, compress.Codecs.Zstd} {
		codec, err := compress.GetCodec(c)
		if err != nil {
			t.Fatal(err)
		}
		packed := codec.Encode(make([]byte, codec.CompressBound(int64(len(text)))), text)
		got, err := unpack(c, packed, len(text))
		if err != nil || !bytes.Equal(got, text) {
			t.Errorf("%s: %d bytes, error %v", c, len(got), err)
		}
		for _, size := range []int{0, 1, len(text) - 1, len(text) + 1, 1 << 22, maxPageBytes} {
			grown := allocated(func() { _, err = unpack(c, packed, size) })
			if most = max(most, grown); grown > 16<<20 {
				t.Errorf("%s: %d bytes allocated for a claim of %d", c, grown, size)
			}
			if err == nil {
				t.Errorf("%s: %d bytes unpack to %d", c, len(text), size)
			}
		}
		// What is large but true is unpacked, however well it was packed.
		zeros := make([]byte, 20<<20)
		packed = codec.Encode(make([]byte, codec.CompressBound(int64(len(zeros)))), zeros)
		if got, err = unpack(c, packed, len(zeros)); err != nil || len(got) != len(zeros) {
			t.Errorf("%s: %d zeros, error %v", c, len(got), err)
		}
		// One that holds more than it claims is left before its end, and the next page
		// is unpacked all the same.
		if _, err := unpack(c, packed, 2<<20); err == nil {
			t.Errorf("%s: %d zeros unpack to %d", c, len(zeros), 2<<20)
		}
		if got, err = unpack(c, codec.Encode(packed, text), len(text)); err != nil || !bytes.Equal(got, text) {
			t.Errorf("%s: %d bytes, error %v", c, len(got), err)
		}
	}
	t.Logf("%d KB allocated at most for a claim", most>>10)
}

// Runs that claim two thousand million values take no memory for them, and a
// batch gets its part.
func TestEndlessRuns(t *testing.T) {
	column := columnOf(t, primitive("c", parquet.Repetitions.Optional, parquet.Types.Boolean, -1))
	run := func(value byte) []byte { return append(binary.AppendUvarint(nil, math.MaxInt32<<1), value) }
	prefix := func(data []byte) []byte {
		return append(binary.LittleEndian.AppendUint32(nil, uint32(len(data))), data...)
	}
	body := append(prefix(run(1)), prefix(run(1))...)
	page := pageOf(column, parquet.Encodings.RLE, body, math.MaxInt32)
	var l leaf
	l.reset()
	l.add(page, 1<<30, 1<<30+5, 0, 5)
	grown := allocated(func() {
		if err := l.fill(5); err != nil {
			t.Error(err)
		}
	})
	if !bytes.Equal(l.data, []byte{1, 1, 1, 1, 1}) || grown > 1<<20 {
		t.Errorf("values %v, %d bytes allocated", l.data, grown)
	}
}

// Footers whose lists and groups claim more than there is are refused before the
// library reads them.
func TestFootersThatLie(t *testing.T) {
	for name, c := range map[string]struct {
		footer []byte
		says   string
	}{
		"a schema of many elements": {[]byte{2<<4 | thrift.List, 0xf0 | thrift.Struct, 0xff, 0xff, 0xff, 0xff, 7, 0}, "it ends too early"},
		"a group of many children":  {[]byte{2<<4 | thrift.List, 1<<4 | thrift.Struct, 5<<4 | thrift.Int32, 0xfe, 0xff, 0xff, 0xff, 15, 0, 0}, "claims 2147483647 children"},
		"a group of one too many":   {[]byte{2<<4 | thrift.List, 1<<4 | thrift.Struct, 5<<4 | thrift.Int32, 2, 0, 0}, "claims 2 elements and has 1"},
		"a long text":               {[]byte{6<<4 | thrift.Binary, 0xff, 0xff, 0xff, 0xff, 7, 0}, "it ends too early"},
		"structs without end":       {bytes.Repeat([]byte{1<<4 | thrift.Struct}, 1<<16), "it is no Thrift"},
		"lists without end":         {append([]byte{1<<4 | thrift.List}, bytes.Repeat([]byte{1<<4 | thrift.List}, 1<<16)...), "it is no Thrift"},
		"maps without end":          {append([]byte{1<<4 | thrift.Map}, bytes.Repeat([]byte{1, thrift.Map<<4 | thrift.Map}, 1<<16)...), "it is no Thrift"},
	} {
		t.Run(name, func(t *testing.T) {
			file := append([]byte(parquetMagic), c.footer...)
			file = binary.LittleEndian.AppendUint32(file, uint32(len(c.footer)))
			file = append(file, parquetMagic...)
			_, err := readFooter(bytes.NewReader(file), int64(len(file)))
			wantError(t, err, c.says)
		})
	}
}

// fuzzedColumns are the kinds of columns whose pages are fuzzed.
func fuzzedColumns(t testing.TB) []*schema.Column {
	req, opt := parquet.Repetitions.Required, parquet.Repetitions.Optional
	return []*schema.Column{
		columnOf(t, primitive("c", req, parquet.Types.ByteArray, -1)),
		columnOf(t, primitive("c", opt, parquet.Types.ByteArray, -1)),
		columnOf(t, primitive("c", opt, parquet.Types.Int32, -1)),
		columnOf(t, primitive("c", req, parquet.Types.Int64, -1)),
		columnOf(t, primitive("c", opt, parquet.Types.Boolean, -1)),
		columnOf(t, primitive("c", req, parquet.Types.FixedLenByteArray, 3)),
		columnOf(t, listNode("c", 2, primitive("element", opt, parquet.Types.Int96, -1))),
	}
}

// The body of a page gives an error or as many values as it claims, the same
// whether it is taken whole or in pieces. Nothing is recovered from here.
func FuzzParquetPage(f *testing.F) {
	columns := fuzzedColumns(f)
	plain := appendPlain(appendPlain(nil, []byte("ab")), []byte("c"))
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
			t.Fatalf("taken whole it gives the error %v, in pieces %v", errWhole, errPieces)
		case errWhole != nil:
			return
		case whole.count() != one.present() || len(whole.ends) != whole.count() && width(c) == 0:
			t.Fatalf("%d values and %d ends, of %d", whole.count(), len(whole.ends), one.present())
		case !bytes.Equal(whole.data, pieces.data) || !slices.Equal(whole.def, pieces.def) || !slices.Equal(whole.rep, pieces.rep) ||
			!slices.Equal(whole.firstEntry, pieces.firstEntry) || !slices.Equal(whole.firstValue, pieces.firstValue):
			t.Fatalf("taken whole it gives %+v, in pieces %+v", whole, pieces)
		}
	})
}

// decodeAll is decode without a guard.
func (p *inputPage) decodeAll() error {
	p.leveled, p.decoded = true, true
	if err := p.openBody(); err != nil {
		return err
	}
	return p.decodeValues()
}

// fillSteps copies the entries of a decoded page to a leaf, some at a time.
func fillSteps(page *inputPage, entries, step int) (*leaf, error) {
	l := new(leaf)
	l.reset()
	for from := 0; from < entries; from += step {
		if err := l.copyRange(&pageRange{page: page, from: from, to: min(from+step, entries)}); err != nil {
			return nil, err
		}
	}
	return l, nil
}

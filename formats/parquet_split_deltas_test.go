//go:build !race

// Under the race detector pools forget on purpose.

package formats

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/compress"
)

// Integers in one page of differences are read in a fraction of the memory that they
// take, and are the same where the page is read whole.
func TestHugePagesOfDeltas(t *testing.T) {
	const rows, most = 4_000_000, 15 << 20
	r := rand.New(rand.NewPCG(17, 18))
	wide, narrow := make([]int64, rows), make([]int32, rows)
	plainWide, plainNarrow := make([]byte, 0, 8*rows), make([]byte, 0, 4*rows)
	for i := range rows {
		wide[i] = r.Int64()>>r.IntN(64) - math.MaxInt64/2>>r.IntN(64)
		narrow[i] = int32(i/10 + r.IntN(1000))
		plainWide = binary.LittleEndian.AppendUint64(plainWide, uint64(wide[i]))
		plainNarrow = binary.LittleEndian.AppendUint32(plainNarrow, uint32(narrow[i]))
	}
	var gaps []int16 // in stretches, since the library is slow with others
	for n := 0; n < rows; {
		some := min(1+r.IntN(2000), rows-n)
		gaps = appendRepeated(appendRepeated(gaps, 0, r.IntN(400)), 1, some)
		n += some
	}
	req, opt := parquet.Repetitions.Required, parquet.Repetitions.Optional
	for name, c := range map[string]struct {
		column column
		codec  compress.Compression
		v2     parquet.DataPageVersion
		want   []byte
	}{
		"int64":        {column{node: primitive("c", req, parquet.Types.Int64, -1), values: wide}, compress.Codecs.Uncompressed, parquet.DataPageV1, plainWide},
		"int64, nulls": {column{node: primitive("c", opt, parquet.Types.Int64, -1), values: wide, def: gaps}, compress.Codecs.Snappy, parquet.DataPageV2, plainWide},
		"int32":        {column{node: primitive("c", req, parquet.Types.Int32, -1), values: narrow}, compress.Codecs.Zstd, parquet.DataPageV2, plainNarrow},
		"int32, nulls": {column{node: primitive("c", opt, parquet.Types.Int32, -1), values: narrow, def: gaps}, compress.Codecs.Uncompressed, parquet.DataPageV1, plainNarrow},
		"int32, gzip":  {column{node: primitive("c", req, parquet.Types.Int32, -1), values: narrow}, compress.Codecs.Gzip, parquet.DataPageV1, plainNarrow},
	} {
		data := parquetOf(t, [][]column{{c.column}}, parquet.WithDictionaryDefault(false), parquet.WithDataPageSize(1<<30),
			parquet.WithEncoding(parquet.Encodings.DeltaBinaryPacked), parquet.WithCompression(c.codec), parquet.WithDataPageVersion(c.v2))
		pages := 0
		grown := allocated(func() {
			defer keepPools()()
			pages = pagesHold(t, name, data, c.want, c.column.def)
		})
		t.Logf("%s: %d KB for a page of %d KB", name, grown>>10, len(data)>>10)
		if grown > most || pages < 10 {
			t.Errorf("%s: %d KB were allocated, of at most %d, for %d pages", name, grown>>10, most>>10, pages)
		}
		before := splitting.from
		splitting.from = math.MaxInt
		if pages := pagesHold(t, name+", whole", data, c.want, c.column.def); pages != 1 {
			t.Errorf("%s: %d pages", name, pages)
		}
		splitting.from = before
	}
}

// pagesHold checks that the pages of a file's only column hold values and levels, and
// returns how many pages they are.
func pagesHold(t *testing.T, name string, data, want []byte, def []int16) (pages int) {
	t.Helper()
	footer, err := readFooter(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	r, err := openChunk(bytes.NewReader(data), int64(len(data)), footer, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	var levels []int16
	for {
		p, err := r.next()
		if err == nil && p != nil {
			err = p.decode()
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if p == nil {
			break
		}
		pages++
		n := p.present() * width(r.column)
		if n > len(want) || !bytes.Equal(p.values.data[:n], want[:n]) {
			t.Fatalf("%s: page or part %d holds other values", name, pages)
		}
		want = want[n:]
		if def != nil {
			levels = appendRuns(levels[:0], &p.def, 0, p.header.entries)
			for i, level := range levels {
				if level != def[i] {
					t.Fatalf("%s: page or part %d has another level", name, pages)
				}
			}
			def = def[len(levels):]
		}
		p.release()
	}
	if len(want)+len(def) > 0 {
		t.Fatalf("%s: %d bytes of values and %d levels are missing", name, len(want), len(def))
	}
	return pages
}

// A page of a few bytes may hold a gigabyte of integers, which all differ by as much.
func TestHugePagesOfEqualDeltas(t *testing.T) {
	const n, most = 1 << 27, 4 << 20
	defer keepPools()()
	body := binary.AppendUvarint(binary.AppendUvarint([]byte{128, 128, 64, 2}, n), 5<<1) // blocks of 1<<20 in two miniblocks
	for range n >> 20 {
		body = append(body, 3<<1, 0, 0)
	}
	c := columnOf(t, primitive("c", parquet.Repetitions.Required, parquet.Types.Int64, -1))
	chunk := &columnChunk{column: c, codec: compress.Codecs.Uncompressed}
	h := pageHeader{kind: pageData, entries: n, packed: len(body), unpacked: len(body), encoding: parquet.Encodings.DeltaBinaryPacked}
	if !splits(&h, chunk, nil) {
		t.Fatal("the page is not cut")
	}
	var s pageSplitter
	defer s.close()
	at, next := 0, uint64(5)
	grown := allocated(func() {
		for err := s.open(h, chunk, bytes.NewReader(body), 0); err != nil || at < n; {
			if err != nil {
				t.Fatal(err)
			}
			var p *inputPage
			if p, err = s.next(chunk, 1, nil); err == nil {
				at += p.header.entries
				for values := p.raw; len(values) > 0; values = values[8:] {
					if got := binary.LittleEndian.Uint64(values); got != next {
						t.Fatalf("a value is %d, not %d", got, next)
					}
					next += 3
				}
				p.release()
			}
		}
	})
	t.Logf("%d KB for a page of %d bytes", grown>>10, len(body))
	if at != n || next != 5+3*n || grown > most {
		t.Errorf("%d values up to %d, %d KB allocated", at, next, grown>>10)
	}
}

// What cannot be cut may not claim any number of values that take no bytes.
func TestManyDeltasOfOnePage(t *testing.T) {
	c := columnOf(t, primitive("c", parquet.Repetitions.Required, parquet.Types.ByteArray, -1))
	var v values
	body := binary.AppendUvarint([]byte{128, 128, 64, 1}, maxDeltas+1)
	_, err := v.decode(c, parquet.Encodings.DeltaByteArray, body, maxDeltas+1, nil, nil)
	if err == nil || !strings.Contains(err.Error(), "in the encoding DELTA_BYTE_ARRAY, more than the 16777216 that can be read") {
		t.Errorf("error %v", err)
	}
}

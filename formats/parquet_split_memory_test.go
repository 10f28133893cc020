//go:build !race

// Under the race detector pools forget on purpose.

package formats

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/compress"

	"github.com/gridmill/gridmill/solver"
)

// A page of 50 MB is read in a fraction of the memory that it would take as a whole,
// whatever it is packed with. Of that, the window of zstd takes 9 MB.
func TestHugePagesTakeLittleMemory(t *testing.T) {
	const rows, most = 600_000, 20 << 20
	// Nothing is collected, so that what is allocated bounds what is alive.
	defer keepPools()()
	puzzles := make([]parquet.ByteArray, rows)
	r := rand.New(rand.NewPCG(13, 14))
	for i := range puzzles {
		cells := bytes.Repeat([]byte("."), solver.Cells)
		for range 26 {
			cells[r.IntN(solver.Cells)] = byte('1' + r.IntN(9))
		}
		puzzles[i] = cells
	}
	page := []parquet.WriterProperty{parquet.WithDictionaryDefault(false), parquet.WithDataPageSize(1 << 30)}
	v2 := append(slices.Clip(page), parquet.WithDataPageVersion(parquet.DataPageV2), parquet.WithEncoding(parquet.Encodings.DeltaLengthByteArray))
	for name, o := range map[string][]parquet.WriterProperty{
		"uncompressed":          page,
		"snappy":                append(slices.Clip(page), parquet.WithCompression(compress.Codecs.Snappy)),
		"lengths, uncompressed": v2,
		"lengths, zstd":         append(slices.Clip(v2), parquet.WithCompression(compress.Codecs.Zstd)),
	} {
		data := parquetOf(t, [][]column{{{node: stringNode("puzzle", parquet.Repetitions.Optional), values: puzzles, def: slices.Repeat([]int16{1}, rows)}}}, o...)
		in := store(t, "in.parquet", string(data))
		var err error
		n := 0
		grown := allocated(func() { n, err = countEqual(in, puzzles) })
		t.Logf("%s: %d MB for %d rows", name, grown>>20, n)
		if err != nil || n != rows || grown > most {
			t.Errorf("%s: %d MB were allocated for %d rows of %d, of at most %d MB; error %v", name, grown>>20, n, rows, most>>20, err)
		}
	}
}

// The levels of a page are held while it is cut, however many they are, and not its
// values: here 24 MB of 56, which are 8 more packed.
func TestHugePagesOfManyLevels(t *testing.T) {
	const entries, values, most = 1 << 26, 1 << 23, 56 << 20
	defer keepPools()()
	c := columnOf(t, listNode("c", 1, primitive("element", parquet.Repetitions.Optional, parquet.Types.Int32, -1)))
	var body []byte
	r := rand.NewChaCha8([32]byte{16})
	for _, width := range []int{1, 2} { // each entry is a row: no list, an empty one, and at last one of a zero
		levels := bytes.Repeat([]byte{0xff * byte(width-1)}, width*entries/8)
		if absent := levels[:width*(entries-values)/8]; width == 2 {
			_, _ = r.Read(absent) // never fails
			for i := range absent {
				absent[i] &= 0b01010101
			}
		}
		body = appendPlain(body, append(binary.AppendUvarint(nil, entries/8<<1|1), levels...))
	}
	packed := zstdOf(t, append(body, make([]byte, 4*values)...))
	h := pageHeader{kind: pageData, entries: entries, packed: len(packed), unpacked: len(body) + 4*values, encoding: parquet.Encodings.Plain,
		defEncoding: parquet.Encodings.RLE, repEncoding: parquet.Encodings.RLE}
	chunk, unpacked := &columnChunk{column: c, codec: compress.Codecs.Zstd}, &columnChunk{column: c, codec: compress.Codecs.Uncompressed}
	n := 0
	grown := allocated(func() {
		var s pageSplitter
		defer s.close()
		for err := s.open(h, chunk, bytes.NewReader(packed), 0); err != nil || n < entries; {
			if err != nil {
				t.Fatal(err)
			}
			var p *inputPage
			if p, err = s.next(unpacked, 1, nil); err == nil {
				n += p.header.entries
				p.release()
			}
		}
	})
	if t.Logf("%d MB for %d bytes of levels", grown>>20, len(body)); grown > most {
		t.Errorf("%d MB were allocated for %d bytes of levels, of at most %d MB", grown>>20, len(body), most>>20)
	}
}

// countEqual returns how many rows of a file are the puzzles that are wanted there.
func countEqual(path string, want []parquet.ByteArray) (n int, err error) {
	r, err := Open([]string{path}, ReadOptions{})
	if err != nil {
		return 0, err
	}
	defer r.Close()
	for b := NewBatch(SectionRows); ; {
		if err := r.Read(b); errors.Is(err, io.EOF) {
			return n, nil
		} else if err != nil {
			return n, err
		}
		if err := b.Parse(); err != nil {
			return n, err
		}
		for i := range b.Puzzles {
			if bytes.Equal(b.Puzzles[i][:], want[int(b.First)+i]) {
				n++
			}
		}
	}
}

//go:build !race

// Race builds exclude this file, because the race detector makes sync.Pool drop items at random.

package formats

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/compress"

	reader "github.com/gridmill/gridmill/formats/internal/parquet"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/solver"
)

// TestLargePages checks that a page of 8 MB is read correctly, from its first row or a later row.
// Reading must not use much more memory than the compressed and decompressed page.
func TestLargePages(t *testing.T) {
	const rows, more = 100_000, 4 << 20
	// Without garbage collection, the memory allocated is an upper bound for the memory used.
	defer keepPools()()
	puzzles := make([]parquet.ByteArray, rows)
	for i, p := range randomPuzzles(rows) {
		puzzles[i] = parquet.ByteArray(p)
	}
	page := []parquet.WriterProperty{parquet.WithDictionaryDefault(false), parquet.WithDataPageSize(1 << 30)}
	v2 := append(slices.Clip(page), parquet.WithDataPageVersion(parquet.DataPageV2), parquet.WithEncoding(parquet.Encodings.DeltaLengthByteArray))
	for name, o := range map[string][]parquet.WriterProperty{
		"snappy":        append(slices.Clip(page), parquet.WithCompression(compress.Codecs.Snappy)),
		"lengths, zstd": append(slices.Clip(v2), parquet.WithCompression(compress.Codecs.Zstd)),
	} {
		data := parquetOf(t, [][]column{{{node: stringNode("puzzle", parquet.Repetitions.Optional), values: puzzles, def: slices.Repeat([]int16{1}, rows)}}}, o...)
		if _, pages := pagesOf(t, data, "puzzle"); pages != 1 {
			t.Fatalf("%s: there are %d pages", name, pages)
		}
		in := store(t, "in.parquet", string(data))
		n := 0
		// The page is read twice, first to find the column of puzzles, and then to read the rows.
		// This limit is high enough even if the second read cannot reuse memory.
		most := uint64(2*(len(data)+rows*(2*lengthBytes+solver.Cells)) + more)
		grown := allocated(func() { n = countEqual(t, mustOpen(t, in), puzzles) })
		t.Logf("%s: %d MB for %d rows", name, grown>>20, n)
		if n != rows || grown > most {
			t.Errorf("%s: %d MB, more than %d MB, were allocated for %d rows of %d", name, grown>>20, most>>20, n, rows)
		}
		from := mustRead(t, mustOpen(t, in), rows/2)
		late := mustOpen(t, in)
		if err := late.Seek(from, from.Offset, -1); err != nil {
			t.Fatal(err)
		}
		if n = countEqual(t, late, puzzles); n != rows-int(from.Offset) {
			t.Errorf("%s: from row %d on there are %d rows", name, from.Offset, n)
		}
	}
}

// countEqual reads the remaining rows, and counts each row i whose puzzle equals want[i].
func countEqual(t *testing.T, r Reader, want []parquet.ByteArray) (n int) {
	for b := range batchesOf(t, r, NewBatch(SectionRows)) {
		for i := range b.Puzzles {
			if bytes.Equal(b.Puzzles[i][:], want[int(b.First)+i]) {
				n++
			}
		}
	}
	return n
}

// TestLargePagesOfManyColumns reads columns with huge pages. Open must examine one column at a time
// and reuse memory. Read must reject columns whose pages together exceed the memory limit.
func TestLargePagesOfManyColumns(t *testing.T) {
	const rows, columns = 100_000, 6
	const page = rows * (lengthBytes + solver.Cells)
	values := slices.Repeat([]parquet.ByteArray{bytes.Repeat([]byte("."), solver.Cells)}, rows)
	var group []column
	for _, name := range []string{"puzzle", "a", "b", "c", "d", "e"} {
		group = append(group, column{node: stringNode(name, parquet.Repetitions.Required), values: values})
	}
	in := store(t, "in.parquet", string(parquetOf(t, [][]column{group}, parquet.WithDictionaryDefault(false),
		parquet.WithDataPageSize(1<<30), parquet.WithCompression(compress.Codecs.Zstd))))
	defer keepPools()()
	if grown := allocated(func() { mustOpen(t, in) }); grown > 3*page {
		t.Errorf("%d MB were allocated to look at %d columns with pages of %d MB", grown>>20, columns, page>>20)
	}
	limits := reader.Limits{Bytes: 256 << 20, Entries: 1 << 25, Pages: 7 * page / 2}
	kept := func(names string) Reader {
		return mustOpenWith(t, in, ReadOptions{Keep: ParseKeep(names), parquetLimits: &limits})
	}
	b := NewBatch(SectionRows)
	if err := kept("a,b").Read(b); err != nil {
		t.Error(err)
	}
	err := kept("all").Read(b)
	wantError(t, err, `row group 1: column "c": page 1: this page and the pages with the same rows in other columns take at least `)
	if e, found := errors.AsType[*option.Error](err); !found || e.Options[0] != option.FewerColumns {
		t.Errorf("%v does not advise leaving out columns", err)
	}
}

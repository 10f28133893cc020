package formats

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/compress"

	reader "github.com/gridmill/gridmill/formats/internal/parquet"
)

// longLists returns a column of lists with the given lengths. All elements have the same value.
func longLists[T any](node parquet.Type, size int, value T, lengths ...int) column {
	rows := mapped(lengths, func(n int) any { return slices.Repeat([]any{value}, n) })
	return listColumn[T]("lists", 1, primitive("element", parquet.Repetitions.Required, node, size), rows...)
}

// TestRowsOfManyPages checks that a row that spans too many pages is rejected before memory runs
// out, and that a row within the limits is read.
func TestRowsOfManyPages(t *testing.T) {
	const entries = 1 << 20
	list := longLists(parquet.Types.Int64, -1, int64(0), 2, entries, 3)
	data := parquetOf(t, [][]column{{texts("puzzle", puzzle(0), puzzle(1), puzzle(2)), list}},
		parquet.WithDictionaryDefault(false), parquet.WithDataPageSize(256<<10), parquet.WithCompression(compress.Codecs.Zstd))
	path := store(t, "in.parquet", string(data))
	if _, pages := pagesOf(t, data, "lists.list.element"); pages < 20 {
		t.Fatalf("the file has %d pages", pages)
	}
	for _, c := range []struct {
		name   string
		limits reader.Limits
		says   string
	}{
		{"everything fits", reader.Limits{Bytes: 16 << 20, Entries: entries + 5, Pages: 1 << 30}, ""},
		{"too many bytes", reader.Limits{Bytes: 2 << 20, Entries: entries + 5, Pages: 1 << 30}, "a row spans pages that together exceed the limit of 1048581 values or 2097152 bytes"},
		{"too many values", reader.Limits{Bytes: 16 << 20, Entries: entries / 4, Pages: 1 << 30}, "a row spans pages that together exceed the limit of 262144 values"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var rows []outcome
			var err error
			grown := allocated(func() {
				rows, err = outcomes([]string{path}, ReadOptions{Column: "puzzle", parquetLimits: &c.limits}, 100)
			})
			if c.says != "" {
				wantError(t, err, `in.parquet: row group 1: column "lists.list.element": page`, c.says)
				if grown > 40<<20 {
					t.Errorf("%d bytes allocated", grown)
				}
			} else if err != nil || len(rows) != 3 {
				t.Errorf("%d rows, error %v", len(rows), err)
			}
		})
	}
}

// TestListsOfLongDictionaryValues checks that a batch ends before it holds too many bytes. A few
// dictionary-encoded bytes can expand to many bytes.
func TestListsOfLongDictionaryValues(t *testing.T) {
	const size, elements, rows = 3000, 100, 100
	value := strings.Repeat("x", size)
	lengths := make([]int, rows)
	var puzzles []string
	for i := range lengths {
		lengths[i] = elements
		puzzles = append(puzzles, puzzle(i))
	}
	for name, c := range map[string]column{
		"strings":      longLists(parquet.Types.ByteArray, -1, parquet.ByteArray(value), lengths...),
		"fixed length": longLists(parquet.Types.FixedLenByteArray, size, parquet.FixedLenByteArray(value), lengths...),
	} {
		t.Run(name, func(t *testing.T) {
			path := store(t, "in.parquet", string(parquetOf(t, [][]column{{texts("puzzle", puzzles...), c}})))
			all, batches := 0, 0
			o := ReadOptions{Column: "puzzle", Keep: ParseKeep("all"), parquetLimits: &reader.Limits{Bytes: 8 << 20, Entries: 1 << 25, Pages: 1 << 30}}
			err := eachBatch([]string{path}, o, rows, func(_ Reader, b *Batch) error {
				batches++
				all += b.Len()
				return b.Parse()
			})
			if err != nil || all != rows || batches < 4 {
				t.Errorf("%d rows in %d batches, error %v", all, batches, err)
			}
			// A single row that is too long is rejected before its values are copied.
			o.parquetLimits.Bytes = size * elements / 2
			grown := allocated(func() { _, err = outcomes([]string{path}, o, 1) })
			wantError(t, err, "a batch of its values exceeds the limit of")
			if grown > 30<<20 {
				t.Errorf("%d bytes allocated", grown)
			}
		})
	}
}

// TestManyListColumns checks that a list column counts as one column toward the limit on columns,
// although it has three schema elements.
func TestManyListColumns(t *testing.T) {
	for _, n := range []int{maxColumns, maxColumns + 1} {
		group := []column{texts("puzzle", puzzle(0))}
		for range n - 1 {
			c := longLists(parquet.Types.Int32, -1, int32(7), 1)
			c.node = listNode(fmt.Sprint("list ", len(group)), 1, primitive("element", parquet.Repetitions.Required, parquet.Types.Int32, -1))
			group = append(group, c)
		}
		path := store(t, "in.parquet", string(parquetOf(t, [][]column{group})))
		rows, err := outcomes([]string{path}, ReadOptions{Column: "puzzle", Keep: ParseKeep("puzzle")}, 10)
		if n > maxColumns {
			wantError(t, err, fmt.Sprintf("it has %d columns, more than the limit of %d", n, maxColumns))
		} else if err != nil || len(rows) != 1 {
			t.Errorf("%d rows, error %v", len(rows), err)
		}
	}
}

package formats

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/compress"
)

// limitLeaves has the values of a column in a batch limited to less.
func limitLeaves(t *testing.T, bytes, entries int) {
	t.Helper()
	before := leafLimits
	leafLimits.bytes, leafLimits.entries = bytes, entries
	t.Cleanup(func() { leafLimits = before })
}

// longLists returns a column of lists of the same value, one row for each length.
func longLists[T any](node parquet.Type, size int, value T, lengths ...int) column {
	c := column{node: listNode("lists", 1, primitive("element", parquet.Repetitions.Required, node, size))}
	var values []T
	for _, n := range lengths {
		for i := range n {
			values = append(values, value)
			c.def = append(c.def, 2)
			c.rep = append(c.rep, int16(min(i, 1)))
		}
	}
	c.values = values
	return c
}

// A row that goes on over many pages is refused before it has filled the memory, and one
// that stays below the limits is read.
func TestRowsOfManyPages(t *testing.T) {
	const entries = 1 << 20
	list := longLists(parquet.Types.Int64, -1, int64(0), 2, entries, 3)
	data := parquetOf(t, [][]column{{texts("puzzle", puzzle(0), puzzle(1), puzzle(2)), list}},
		parquet.WithDictionaryDefault(false), parquet.WithDataPageSize(256<<10), parquet.WithCompression(compress.Codecs.Zstd))
	path := store(t, "in.parquet", string(data))
	if pages := countPages(t, data); pages < 20 {
		t.Fatalf("the file has %d pages", pages)
	}
	for _, c := range []struct {
		name           string
		bytes, entries int
		says           string
	}{
		{"everything fits", 16 << 20, entries + 5, ""},
		{"too many bytes", 2 << 20, entries + 5, "a row goes on over pages of more than 1048581 values or 2097152 bytes"},
		{"too many values", 16 << 20, entries / 4, "a row goes on over pages of more than 262144 values"},
	} {
		t.Run(c.name, func(t *testing.T) {
			limitLeaves(t, c.bytes, c.entries)
			var rows []outcome
			var err error
			grown := allocated(func() { rows, err = outcomes([]string{path}, ReadOptions{Column: "puzzle"}, 100) })
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

// A dictionary makes many bytes of few, whether its values are of one length or not, and
// batches are closed before they hold too many.
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
			limitLeaves(t, 8<<20, 1<<25)
			err := each([]string{path}, ReadOptions{Column: "puzzle", Keep: ParseKeep("all")}, rows, func(_ Reader, b *Batch) error {
				batches++
				all += b.Len()
				return b.Parse()
			})
			if err != nil || all != rows || batches < 4 {
				t.Errorf("%d rows in %d batches, error %v", all, batches, err)
			}
			// One row that is too long is refused before its values are copied.
			limitLeaves(t, size*elements/2, 1<<25)
			grown := allocated(func() { _, err = outcomes([]string{path}, keepAll, 1) })
			wantError(t, err, "its values are too long for a batch")
			if grown > 30<<20 {
				t.Errorf("%d bytes allocated", grown)
			}
		})
	}
}

// Runs of levels are limited in number, and in what they claim.
func TestRunsThatTakeMemory(t *testing.T) {
	defer func(n int) { maxRuns = n }(maxRuns)
	maxRuns = 1000
	var r runs
	many := bytes.Repeat([]byte{1 << 1, 0, 1 << 1, 1}, maxRuns)
	if err := r.parse(many, 1, 900, 1, noKey); err != nil || r.n != 900 {
		t.Errorf("%d values, error %v", r.n, err)
	}
	wantError(t, r.parse(many, 1, 2*maxRuns, 1, noKey), "in more than 1000 runs")

	endless := bytes.Repeat([]byte{0xff}, 40)
	if err := r.parse(endless, 1, 8, 1, noKey); !errors.Is(err, errRunLength) {
		t.Errorf("got %v", err)
	}
}

// countPages counts the pages that a reader makes of a file.
func countPages(t testing.TB, data []byte) (pages int) {
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
			for {
				p, err := r.next()
				if err != nil {
					t.Fatal(err)
				}
				if p == nil {
					break
				}
				pages++
				p.release()
			}
			r.close()
		}
	}
	return pages
}

// Booleans have no dictionary: their own values are read as indices into one.
func TestBooleansInADictionary(t *testing.T) {
	column := columnOf(t, primitive("c", parquet.Repetitions.Required, parquet.Types.Boolean, -1))
	dict := pageOf(column, parquet.Encodings.Plain, []byte{0b10}, 2)
	dict.header.kind = pageDictionary
	page := pageOf(column, parquet.Encodings.RLEDict, []byte{1, 2 << 1, 0}, 2)
	page.dict = dict
	var l leaf
	l.reset()
	l.add(page, 0, 2, 0, 2)
	wantError(t, l.fill(2), "cannot be read")
}

// A file that ends before its footer does was cut off meanwhile. That must not look like
// the end of its rows.
func TestFooterOfAFileThatShrinks(t *testing.T) {
	data := typedFile(t)
	for _, left := range []int{0, len(data) / 2, len(data) - 1} {
		_, err := readFooter(bytes.NewReader(data[:left]), int64(len(data)))
		if wantError(t, err, "has become shorter"); errors.Is(err, io.EOF) {
			t.Error("it can be taken for the end of the rows")
		}
	}
}

// A file may have as many lists as columns, which take three elements of its schema each.
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
			wantError(t, err, fmt.Sprintf("it has %d columns, of which gridmill reads at most %d", n, maxColumns))
		} else if err != nil || len(rows) != 1 {
			t.Errorf("%d rows, error %v", len(rows), err)
		}
	}
}

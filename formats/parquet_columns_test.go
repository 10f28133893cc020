package formats

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"

	arrowparquet "github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/schema"
	"github.com/google/go-cmp/cmp"

	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/testkit"
	"github.com/gridmill/gridmill/solver"
)

// TestParquetColumns wants all columns of a file, in their order, with the types that others
// find in it.
func TestParquetColumns(t *testing.T) {
	s := mustOpen(t, store(t, "in.parquet", string(typedFile(t)))).Schema()
	s.Generated = true
	stats, _ := ParseStatistics("clues")
	got, err := ParquetColumns(s, WriteOptions{Stats: stats, Training: true})
	if err != nil {
		t.Fatal(err)
	}
	want := []ColumnType{
		{"puzzle", "string"},
		{"bool", "bool"}, {"bool?", "bool"}, {"int32", "int32"}, {"int64?", "int64"}, {"float", "float32"}, {"double?", "float64"},
		{"int96", ""}, {"binary", "binary"}, {"string?", "string"}, {"fixed", ""}, {"uint8", "uint32"}, {"uint32", "uint32"}, {"uint64", "uint64"},
		{"decimal32", ""}, {"decimal64", ""}, {"decimal fixed", ""}, {"date", ""}, {"timestamp UTC", ""}, {"timestamp", ""}, {"time", ""},
		{"old timestamp", ""}, {"uuid", ""}, {"list", ""}, {"list of lists", ""}, {"repeated", ""},
		{"solution", "string"}, {"clues", "int32"}, {"weight", "float64"}, {"minimal", "bool"},
		{"base", "int64"}, {"morph", "int32"}, {"split", "string"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Columns that hold a cell or a row of a grid each are read as if their values stood together,
// whatever the batches, from any row on, and any column beside them is kept.
func TestParquetOfCells(t *testing.T) {
	const rows = 700 // more than are converted at once
	var cells, nine []column
	for i := range solver.Cells {
		var values []int32
		for row := range rows {
			values = append(values, int32(max(puzzle(row)[i], '0')-'0'))
		}
		cells = append(cells, column{node: schema.NewInt32Node(fmt.Sprint("c", i), arrowparquet.Repetitions.Required, -1), values: values})
	}
	for i := range 9 {
		var values []string
		for row := range rows {
			values = append(values, puzzle(row)[9*i:9*i+9])
		}
		nine = append(nine, texts(fmt.Sprint("r", i), values...))
	}
	var ids []string
	for row := range rows {
		ids = append(ids, fmt.Sprintf("line 1, \"%d\"", row))
	}
	for name, columns := range map[string][]column{"81": cells, "9": nine} {
		all := slices.Concat(columns, []column{texts("id", ids...)})
		in := store(t, name+".parquet", string(parquetOf(t, [][]column{all})))
		d := mustOpen(t, in)
		b := NewBatch(100)
		for row := 0; ; {
			err := d.Read(b)
			if err != nil && !errors.Is(err, io.EOF) {
				t.Fatal(err)
			}
			if err := b.Parse(); err != nil {
				t.Fatal(err)
			}
			for i := range b.Len() {
				var want solver.Grid
				solver.Parse(&want, []byte(puzzle(row)))
				if b.Puzzles[i] != want || b.Reasons[i].Kind != gridtext.NoReason {
					t.Fatalf("%s columns: row %d is %v (%v)", name, row, b.Puzzles[i], b.Reasons[i])
				}
				if _, line := b.Origin(i); line != int64(row+1) {
					t.Fatalf("%s columns: row %d stands in row %d", name, row, line)
				}
				row++
			}
			if err != nil {
				if row != rows {
					t.Errorf("%d rows of %d", row, rows)
				}
				break
			}
		}
	}
	_, err := Open([]string{store(t, "in.parquet", string(parquetOf(t, [][]column{cells[:80]})))}, ReadOptions{})
	testkit.WantError(t, err, "no column looks like puzzles")
}

package formats

import (
	"fmt"
	"testing"

	arrowparquet "github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/schema"
	"github.com/google/go-cmp/cmp"

	"github.com/gridmill/gridmill/formats/internal/testkit"
	"github.com/gridmill/gridmill/solver"
)

// TestParquetColumns checks that ParquetColumns lists all columns of a file in order, with their
// Arrow types.
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

// TestParquetOfCells checks that a file with one column per cell is rejected.
func TestParquetOfCells(t *testing.T) {
	var cells []column
	for i := range solver.Cells {
		values := []int32{int32(max(puzzle(0)[i], '0') - '0')}
		cells = append(cells, column{node: schema.NewInt32Node(fmt.Sprint("c", i), arrowparquet.Repetitions.Required, -1), values: values})
	}
	_, err := Open([]string{store(t, "in.parquet", string(parquetOf(t, [][]column{cells})))}, ReadOptions{})
	testkit.WantError(t, err, "no column holds puzzles")
}

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
		{"puzzle", "string", true},
		{"bool", "bool", true}, {"bool?", "bool", true}, {"int32", "int32", true}, {"int64?", "int64", true}, {"float", "float32", true}, {"double?", "float64", true},
		{"int96", "", true}, {"binary", "binary", true}, {"string?", "string", true}, {"fixed", "", true}, {"uint8", "uint32", true}, {"uint32", "uint32", true}, {"uint64", "uint64", true},
		{"decimal32", "", true}, {"decimal64", "", true}, {"decimal fixed", "", true}, {"date", "", true}, {"timestamp UTC", "", true}, {"timestamp", "", true}, {"time", "", true},
		{"old timestamp", "", true}, {"uuid", "", true}, {"list", "", true}, {"list of lists", "", true}, {"repeated", "", true},
		{"solution", "string", false}, {"clues", "int32", false}, {"weight", "float64", false}, {"minimal", "bool", false},
		{"base", "int64", false}, {"morph", "int32", false}, {"split", "string", false},
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

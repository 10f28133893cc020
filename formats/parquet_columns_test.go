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

// TestAnswersInParquet checks that a column with a known name holds the answers only if its type
// allows grids. As in other formats, a column without values can hold answers.
func TestAnswersInParquet(t *testing.T) {
	opt, null := arrowparquet.Repetitions.Optional, []int16{0, 0}
	for _, test := range []struct {
		answers column
		want    int
	}{
		{texts("solution", solved, solved), 1},
		{column{node: stringNode("solution", opt), values: []arrowparquet.ByteArray{}, def: null}, 1},
		{column{node: logical("solution", opt, schema.NullLogicalType{}, arrowparquet.Types.Int32, -1), values: []int32{}, def: null}, 1},
		{column{node: schema.NewInt32Node("solution", opt, -1), values: []int32{}, def: null}, -1},
		{column{node: schema.NewInt32Node("answer", opt, -1), values: []int32{7}, def: []int16{1, 0}}, -1},
		{column{node: schema.NewBooleanNode("solved", opt, -1), values: []bool{true}, def: []int16{1, 0}}, -1},
	} {
		data := parquetOf(t, [][]column{{texts("puzzle", puzzle(0), puzzle(1)), test.answers}})
		if got := mustOpen(t, store(t, "in.parquet", string(data))).Schema().Roles.Answer; got != test.want {
			t.Errorf("%s: the answers are in column %d, want %d", test.answers.node, got, test.want)
		}
	}
}

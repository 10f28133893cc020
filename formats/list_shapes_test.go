package formats

import (
	"slices"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/schema"
)

// TestListsOfDoubles checks that a list of floating-point numbers is rejected, even if the numbers
// are whole.
func TestListsOfDoubles(t *testing.T) {
	values, rep := []float64{}, []int16{}
	for i := range 81 {
		values, rep = append(values, float64(i%5)), append(rep, int16(min(i, 1)))
	}
	node := listNode("puzzle", 1, schema.NewFloat64Node("element", parquet.Repetitions.Required, -1))
	c := column{node: node, values: values, def: slices.Repeat([]int16{2}, 81), rep: rep}
	rows := mustOutcomes(t, store(t, "in.parquet", string(parquetOf(t, [][]column{{c}}))), ReadOptions{})
	if len(rows) != 1 || rows[0].Reason != "bad_cell position=1" {
		t.Errorf("%+v", rows)
	}
}

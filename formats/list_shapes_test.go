package formats

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/schema"
)

// parquetList returns a Parquet file whose only row is the given JSON list.
func parquetList(t *testing.T, list string, depth int) string {
	var value any
	if err := json.Unmarshal([]byte(list), &value); err != nil {
		t.Fatal(err)
	}
	var c column
	var cells []int64
	var add func(value any, level, rep int)
	add = func(value any, level, rep int) {
		items, isList := value.([]any)
		if !isList {
			cells = append(cells, int64(value.(float64)))
		}
		if len(items) == 0 { // a number or an empty list
			def := 2 * depth
			if isList {
				def = 2*level + 1
			}
			c.def, c.rep = append(c.def, int16(def)), append(c.rep, int16(rep))
		}
		for i, item := range items {
			if i > 0 {
				rep = level + 1
			}
			add(item, level+1, rep)
		}
	}
	add(value, 0, 0)
	c.values = cells
	c.node = listNode("puzzle", depth, schema.MustPrimitive(schema.NewPrimitiveNode("element", parquet.Repetitions.Required, parquet.Types.Int64, -1, -1)))
	return string(parquetOf(t, [][]column{{c}}))
}

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

// TestShapesOfLists checks which shapes of lists can be puzzles in Parquet.
func TestShapesOfLists(t *testing.T) {
	p := puzzle(0)
	flat := strings.NewReplacer("[", "", "]", "").Replace(nested(p))
	cells := strings.Split(flat, ", ")
	lists := func(sizes ...int) string {
		var rows []string
		rest := cells
		for _, n := range sizes {
			rows = append(rows, "["+strings.Join(rest[:n], ", ")+"]")
			rest = rest[n:]
		}
		return "[" + strings.Join(rows, ", ") + "]"
	}
	for _, test := range []struct {
		list   string
		depth  int
		reason string
	}{
		{"[" + flat + "]", 1, ""},
		{nested(p), 2, ""},
		{"[" + nested(p) + "]", 3, ""},
		{lists(8, 10, 9, 9, 9, 9, 9, 9, 9), 2, "too_short length=8"},
		{lists(9, 9, 9, 9, 9, 9, 9, 10, 8), 2, "too_short length=10"},
		{lists(9, 9, 9, 9, 9, 9, 9, 9, 9, 0), 2, "too_short length=0"},
		{lists(27, 27, 27), 2, "too_short length=27"},
		{lists(slices.Repeat([]int{1}, 81)...), 2, "too_short length=1"},
		{"[" + lists(slices.Repeat([]int{1}, 81)...) + "]", 3, "too_short length=1"},
	} {
		in := store(t, "in.parquet", parquetList(t, test.list, test.depth))
		rows := mustOutcomes(t, in, ReadOptions{Column: "puzzle"})
		if len(rows) != 1 || rows[0].Reason != test.reason || (rows[0].Puzzle == p) != (test.reason == "") {
			t.Errorf("%s is %+v, want the reason %q", test.list, rows, test.reason)
		}
	}
}

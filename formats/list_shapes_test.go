package formats

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"
	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/schema"
)

// arrowList returns an Arrow stream whose only row is the given JSON list.
func arrowList(t *testing.T, list string, depth int) string {
	element := arrow.PrimitiveTypes.Int8
	for range depth {
		element = arrow.ListOf(element)
	}
	names := arrow.NewSchema([]arrow.Field{{Name: "puzzle", Type: element}}, nil)
	batch, _, err := array.RecordFromJSON(memory.DefaultAllocator, names, strings.NewReader(`[{"puzzle":`+list+`}]`))
	if err != nil {
		t.Fatal(err)
	}
	return arrowStream(t, batch)
}

// arrowStream returns an Arrow stream that holds a record batch.
func arrowStream(t *testing.T, batch arrow.Record) string {
	t.Helper()
	var out bytes.Buffer
	w := ipc.NewWriter(&out, ipc.WithSchema(batch.Schema()))
	if err := errors.Join(w.Write(batch), w.Close()); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

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

// TestListsOfDoubles checks that Arrow and Parquet reject a list of floating-point numbers, even if
// the numbers are whole.
func TestListsOfDoubles(t *testing.T) {
	list := array.NewListBuilder(memory.DefaultAllocator, arrow.PrimitiveTypes.Float64)
	list.Append(true)
	values, rep := []float64{}, []int16{}
	for i := range 81 {
		values, rep = append(values, float64(i%5)), append(rep, int16(min(i, 1)))
		list.ValueBuilder().(*array.Float64Builder).Append(values[i])
	}
	names := arrow.NewSchema([]arrow.Field{{Name: "puzzle", Type: list.Type()}}, nil)
	stream := arrowStream(t, array.NewRecord(names, []arrow.Array{list.NewArray()}, 1))
	node := listNode("puzzle", 1, schema.NewFloat64Node("element", parquet.Repetitions.Required, -1))
	c := column{node: node, values: values, def: slices.Repeat([]int16{2}, 81), rep: rep}
	for name, file := range map[string]string{"in.arrow": stream, "in.parquet": string(parquetOf(t, [][]column{{c}}))} {
		rows := mustOutcomes(t, store(t, name, file), ReadOptions{})
		if len(rows) != 1 || rows[0].Reason != "bad_cell position=1" {
			t.Errorf("%s: %+v", name, rows)
		}
	}
}

// TestShapesOfLists checks that JSON, CSV, Arrow and Parquet agree on which shapes of lists can be
// puzzles. JSON and CSV must reject a list of floating-point numbers.
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
	tests := []struct {
		name, list string
		depth      int // depth of the list in Arrow and Parquet, or 0 to test only JSON and CSV
		reason     string
	}{
		{"81 cells", "[" + flat + "]", 1, ""},
		{"nine lists", nested(p), 2, ""},
		{"a list of nine lists", "[" + nested(p) + "]", 3, ""},
		{"rows of 8 and 10", lists(8, 10, 9, 9, 9, 9, 9, 9, 9), 2, "too_short length=8"},
		{"rows of 10 and 8", lists(9, 9, 9, 9, 9, 9, 9, 10, 8), 2, "too_short length=10"},
		{"an empty tenth list", lists(9, 9, 9, 9, 9, 9, 9, 9, 9, 0), 2, "too_short length=0"},
		{"three lists", lists(27, 27, 27), 2, "too_short length=27"},
		{"81 lists", lists(slices.Repeat([]int{1}, 81)...), 2, "too_short length=1"},
		{"a list of 81 lists", "[" + lists(slices.Repeat([]int{1}, 81)...) + "]", 3, "too_short length=1"},
		{"a list instead of a cell", "[[" + cells[0] + "], " + strings.Join(cells[1:], ", ") + "]", 0, "too_short length=1"},
		{"floating-point numbers", "[" + strings.Join(cells, ".0, ") + ".0]", 0, "bad_cell position=1"},
	}
	for _, test := range tests {
		files := map[string]string{
			"in.jsonl": `{"puzzle": ` + test.list + "}\n",
			"in.json":  `[{"puzzle": ` + test.list + "}]",
			"in.csv":   "puzzle\n\"" + test.list + "\"\n",
		}
		if test.depth > 0 {
			files["in.arrow"] = arrowList(t, test.list, test.depth)
			files["in.parquet"] = parquetList(t, test.list, test.depth)
		}
		for name, file := range files {
			rows := mustOutcomes(t, store(t, name, file), ReadOptions{Column: "puzzle"})
			if len(rows) != 1 || rows[0].Reason != test.reason || (rows[0].Puzzle == p) != (test.reason == "") {
				t.Errorf("%s in %s is %+v, want the reason %q", test.name, name, rows, test.reason)
			}
		}
	}
}

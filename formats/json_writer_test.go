package formats

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestColumnsInJSON checks that objects hold the values of gridmill's columns, regardless of which
// rows are formatted together. IsJSONString must return true only for columns of strings.
func TestColumnsInJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := anyResults(t)
		schema, o := &Schema{HasAnswers: true}, WriteOptions{Stats: allColumns(t), Source: true}
		rows, err := newJSONRows(schema, &o, false)
		if err != nil {
			t.Fatal(err)
		}
		types, err := ParquetColumns(schema, o)
		if err != nil {
			t.Fatal(err)
		}
		from := rapid.IntRange(0, b.Len()).Draw(t, "from")
		to := rapid.IntRange(from, b.Len()).Draw(t, "to")
		var want strings.Builder
		for i := from; i < to; i++ {
			for k := range rows.columns {
				output := &rows.columns[k]
				text := valueOf(output, b, i)
				switch isEmptyList := output.kind == kindCells && b.Ratings[i].Redundant.known; {
				case text == "" && !output.always && !isEmptyList:
					text = "null"
				case types[k].IsJSONString():
					text = strconv.Quote(text)
				}
				fmt.Fprintf(&want, "%c%q:%s", map[bool]byte{true: '{', false: ','}[k == 0], output.name, text)
			}
			want.WriteString("}\n")
		}
		if got := rows.append([]byte("before\n"), b, from, to); string(got) != "before\n"+want.String() {
			t.Errorf("rows %d to %d:\n%s\nwant\n%s", from, to, got, want.String())
		}
	})
}

// TestTypesInJSON checks that Parquet columns of numbers, booleans and lists of integers keep their
// types. Numbers that JSON cannot represent become null. Other columns become the same text as in
// CSV.
func TestTypesInJSON(t *testing.T) {
	in := store(t, "in.parquet", string(typedFile(t)))
	raw := map[string]bool{
		"bool": true, "bool?": true, "int32": true, "int64?": true, "float": true, "double?": true, "uint8": true,
		"uint32": true, "uint64": true, "list": true, "list of lists": true, "repeated": true,
	}
	for _, size := range []int{1, 100} {
		data := mustConvert(t, []string{in}, keepAll, "out.jsonl", WriteOptions{}, size)
		for i, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
			var row map[string]json.RawMessage
			if err := json.Unmarshal([]byte(line), &row); err != nil {
				t.Fatalf("row %d: %v\n%s", i+1, err, line)
			}
			for _, c := range typedColumns() {
				name, text := c.node.Name(), c.text[i%3]
				want := strconv.Quote(text)
				switch {
				case name == "string?" && i%3 == 1, text == "" && name != "string?" && name != "binary",
					strings.HasSuffix(text, "Inf"), text == "NaN":
					want = "null"
				case raw[name]:
					want = text
				}
				if got := string(row[name]); got != want {
					t.Errorf("batches of %d: row %d: %s is %s, want %s", size, i+1, name, got, want)
				}
			}
		}
	}
}

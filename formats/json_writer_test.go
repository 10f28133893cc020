package formats

import (
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

package layout

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// namesOf returns a name for each of some columns.
func namesOf(columns int, name func(i int) string) (names []string) {
	for i := range columns {
		names = append(names, name(i))
	}
	return names
}

// Names that give a row and a column, or number cells, show where columns belong. Transposed grids
// would be as good.
func TestColumnsOutOfOrder(t *testing.T) {
	rowAndColumn := func(format string) func(i int) string {
		return func(i int) string { return fmt.Sprintf(format, i/9+1, i%9+1) }
	}
	cell := func(format string) func(i int) string { return func(i int) string { return fmt.Sprintf(format, i) } }
	asText := namesOf(81, cell("cell_%d"))
	slices.Sort(asText)
	for name, test := range map[string]struct {
		names []string
		order string // first cells, or nothing where grids are not read
	}{
		"by rows":                         {namesOf(81, rowAndColumn("r%dc%d")), "0 1 2 3"},
		"down the columns":                {namesOf(81, rowAndColumn("r%[2]dc%[1]d")), "0 9 18 27"},
		"columns first, down them":        {namesOf(81, rowAndColumn("Puzzle_col%d_row%d")), "0 9 18 27"},
		"columns first, by rows":          {namesOf(81, rowAndColumn("c%[2]dr%[1]d")), "0 1 2 3"},
		"behind the number of a grid":     {namesOf(81, rowAndColumn("p1_r%[2]dc%[1]d")), "0 9 18 27"},
		"box by box":                      {namesOf(81, func(i int) string { return fmt.Sprintf("b%dr%dc%d", i/9, i/27*3+i%9/3, i/9%3*3+i%3) }), "0 1 2 9"},
		"in boxes":                        {namesOf(81, func(i int) string { return fmt.Sprintf("b%dr%dc%d", i/9, i%9/3, i%3) }), ""},
		"sorted as text":                  {asText, "0 1 12 23"},
		"numbers":                         {namesOf(81, cell("%d")), "0 1 2 3"},
		"pairs of numbers":                {namesOf(81, rowAndColumn("x%d_%d")), "0 1 2 3"},
		"pairs that may be either":        {namesOf(81, rowAndColumn("x%[2]d_%[1]d")), ""},
		"numbers that are missing":        {namesOf(81, func(i int) string { return fmt.Sprintf("c%d", (i+1)%81*2) }), ""},
		"numbers twice":                   {namesOf(81, func(i int) string { return fmt.Sprintf("c%d", i/2) }), ""},
		"rows":                            {namesOf(9, cell("row%d")), "0 1 2 3"},
		"rows from below":                 {namesOf(9, func(i int) string { return fmt.Sprintf("row%d", 9-i) }), "8 7 6 5"},
		"nine columns":                    {namesOf(9, cell("col%d")), ""},
		"nine columns with a longer name": {namesOf(9, cell("Puzzle Column %d")), ""},
		"nine boxes":                      {namesOf(9, cell("box%d")), ""},
		"names without numbers":           {strings.Split("abcdefghi", ""), ""},
	} {
		values := namesOf(len(test.names), func(int) string { return strings.Repeat(".", 81/len(test.names)) })
		l := Columns([]byte(strings.Join(test.names, ",")+"\n"+strings.Join(values, ",")+"\n"), ',', true, false)
		if (l != nil) != (test.order != "") {
			t.Errorf("%s: layout %v", name, l)
		}
		if l == nil {
			continue
		}
		order := l.newRewriter().(*columns).orders[0]
		if order == nil {
			order = []int{0, 1, 2, 3}
		}
		if got := strings.Trim(fmt.Sprint(order[:4]), "[]"); got != test.order {
			t.Errorf("%s: order %s, want %s", name, got, test.order)
		}
	}
}

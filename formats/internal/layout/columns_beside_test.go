package layout

import (
	"strings"
	"testing"

	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// Without names a number beside 81 cells may be one, too. Rows show where the grid starts if there are
// enough of them and no other place fits.
func TestDigitsBesideCells(t *testing.T) {
	cells := func(n int) string { return strings.Join(strings.Split(testkit.Puzzle(n%9), ""), ",") }
	empty := func(int) string { return strings.TrimSuffix(strings.Repeat("0,", 81), ",") }
	for name, test := range map[string]struct {
		rows          int
		front, behind string
		grid          func(n int) string
		read          bool
	}{
		"a digit in front":           {sureRows, "7,", "", cells, true},
		"a digit behind":             {sureRows, "", ",7", cells, true},
		"too few rows":               {sureRows - 1, "", ",7", cells, false},
		"grids that fit in two ways": {sureRows, "", ",0", empty, false},
		"a larger grid":              {sureRows, "", strings.Repeat(",7", 19), cells, false},
	} {
		text := ""
		for n := range test.rows {
			text += test.front + test.grid(n) + test.behind + "\n"
		}
		if l := Columns([]byte(text), ',', false, false); (l != nil) != test.read {
			t.Errorf("%s: layout %v", name, l)
		}
	}
}

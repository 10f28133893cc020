package layout

import (
	"strings"
	"testing"

	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// With -1 for blanks digits are counted from 0 where a 0 is met and no 9, and from 1 the other way
// round. Anything else would be a guess.
func TestCellsWithMinusOne(t *testing.T) {
	clued := testkit.Clued
	fromZero := strings.NewReplacer(".", "-1", "1", "0", "2", "1", "3", "2", "4", "3", "5", "4", "6", "5", "7", "6", "8", "7", "9", "8")
	for name, test := range map[string]struct {
		grid    string
		replace *strings.Replacer
		want    string
	}{
		"from 0":          {clued, fromZero, clued},
		"from 1":          {clued, strings.NewReplacer(".", "-1"), clued},
		"neither 0 nor 9": {strings.NewReplacer("1", ".", "9", ".").Replace(clued), strings.NewReplacer(".", "-1"), ""},
		"both 0 and 9":    {"0" + clued[1:], strings.NewReplacer(".", "-1"), ""},
	} {
		var fields []string
		for _, c := range strings.Split(test.grid, "") {
			fields = append(fields, test.replace.Replace(c))
		}
		text := strings.Join(fields, ",") + "\n"
		l := Columns([]byte(text), ',', false, false)
		switch {
		case (l != nil) != (test.want != ""):
			t.Errorf("%s: layout %v", name, l)
		case l != nil:
			if got := strings.TrimSpace(string(l.Rewritten([]byte(text), true))); got != test.want {
				t.Errorf("%s: %s, want %s", name, got, test.want)
			}
		}
	}
}

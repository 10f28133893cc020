package gridtext

import (
	"bytes"
	"testing"
	"unicode/utf8"

	"github.com/gridmill/gridmill/formats/internal/testkit"
	"github.com/gridmill/gridmill/solver"
)

// FuzzGrid checks that every value is either a grid or rejected with a reason. A grid must not
// change when it is written and read back.
func FuzzGrid(f *testing.F) {
	for _, seed := range []string{testkit.Puzzle(0), testkit.Solution(0), testkit.Nested(testkit.Puzzle(0)), " " + testkit.Puzzle(1) + "\t", testkit.Puzzle(0)[1:] + "é", "[1, [", "․"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, value []byte) {
		g := solver.Grid{1}
		reason := Parse(&g, value)
		if reason.Kind != NoReason {
			again, good := ParseReason([]byte(reason.Code()))
			if g != (solver.Grid{}) || !utf8.ValidString(reason.String()) || !good || again != reason {
				t.Fatalf("%q is rejected but leaves the grid %q, reason %q, parsed as %q", value, g, reason.Code(), again.Code())
			}
			return
		}
		for _, text := range []string{g.String(), testkit.Nested(g.String())} {
			var again solver.Grid
			if reason := Parse(&again, []byte(text)); reason.Kind != NoReason || again != g {
				t.Fatalf("%q reads as %s, and that as %s (%s)", value, &g, &again, reason)
			}
		}
		if cells := bytes.Map(cellOnly, value); len(cells) != solver.Cells && len(value) != solver.Cells {
			t.Fatalf("%q is a grid, but holds %d cells", value, len(cells))
		}
	})
}

func cellOnly(r rune) rune {
	if r < utf8.RuneSelf && solver.IsCell(byte(r)) {
		return r
	}
	return -1
}

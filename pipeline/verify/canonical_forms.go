package verify

import (
	"crypto/sha256"
	"encoding/binary"
	"strings"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/solver"
)

// SearchedRows is the share of rows whose minlex is searched again, one in so many: that takes
// a millisecond. Of the others only the number of clues is checked.
const SearchedRows = 100

// checkForms finds the class of the solution again, and for some rows the least image of the
// puzzle. It reports whether that was searched.
func (c *rowCheck) checkForms(b *formats.Batch, i int, fault report) (searched bool) {
	if c.columns.Has(formats.ClassColumn) || c.columns.Has(formats.SymmetriesColumn) {
		c.checkClass(b, i, fault)
	}
	if !c.columns.Has(formats.MinlexColumn) {
		return false
	}
	puzzle, minlex := &b.Puzzles[i], &b.Minlex[i]
	expected := ""
	if puzzle[0] != 0 {
		if digit, _ := repeated(puzzle); digit == 0 {
			if (b.First+int64(i))%SearchedRows != 0 && minlex[0] != 0 {
				if has, wants := countClues(minlex), countClues(puzzle); has != wants {
					fault("minlex has %d clues, expected %d", has, wants)
				}
				return false
			}
			least := leastPuzzle(puzzle)
			expected, searched = least.String(), true
		}
	}
	if text := strings.TrimRight(minlex.String(), "\x00"); text != expected {
		fault("minlex is %s, expected %s", quoted(text), quoted(expected))
	}
	return searched
}

// checkClass compares the class and the symmetries of a solution with what it has. A solution
// that is none was reported already.
func (c *rowCheck) checkClass(b *formats.Batch, i int, fault report) {
	var class formats.ClassText
	symmetries := 0
	if r := &b.Results[i]; r.Verdict == solver.Unique {
		if !isSolution(&r.Solution, &b.Puzzles[i]) {
			return
		}
		var least solver.Grid
		least, symmetries = leastSolution(&r.Solution)
		sum := sha256.Sum256(least[:])
		class = formats.TextOfClass(binary.BigEndian.Uint64(sum[:]))
	}
	if c.columns.Has(formats.ClassColumn) && b.Classes[i] != class {
		fault("solution_class is %s, expected %s", textOf(b.Classes[i]), textOf(class))
	}
	if c.columns.Has(formats.SymmetriesColumn) && int(b.Symmetries[i]) != symmetries {
		fault("symmetries is %d, expected %d", b.Symmetries[i], symmetries)
	}
}

func textOf(class formats.ClassText) string {
	return quoted(strings.TrimRight(string(class[:]), "\x00"))
}

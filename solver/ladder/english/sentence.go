// Package english describes the steps of a ladder in sentences.
package english

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/solver/ladder"
)

// Sentence says what a step does, and why.
func Sentence(s *ladder.Step) string {
	cells, digits := nameCells(s.Cells), nameDigits(s.Digits)
	switch s.Name {
	case "full_house":
		return fmt.Sprintf("%s is %d, the last digit that %s lacks", cells, s.Digit, s.House)
	case "hidden_single":
		return fmt.Sprintf("%s is %d, which has no other place in %s", cells, s.Digit, s.House)
	case "naked_single":
		return fmt.Sprintf("%s is %d, its only candidate", cells, s.Digit)
	case "guess":
		return fmt.Sprintf("%s may be %d", cells, s.Digit)
	case "backtrack":
		return fmt.Sprintf("%s in %s led to a contradiction, so the guess is undone, and %s", digits, cells, nameRemoved(s))
	}
	removed := nameRemoved(s)
	switch t := s.Technique; t {
	case ladder.LockedCandidates:
		return fmt.Sprintf("%s: the %s of %s is in %s, so %s", s.Name, digits, s.House, cells, removed)
	case ladder.NakedPair, ladder.NakedTriple, ladder.NakedQuad:
		return fmt.Sprintf("%s: %s in %s take %s, so %s", t.Title(), cells, s.House, digits, removed)
	case ladder.HiddenPair, ladder.HiddenTriple, ladder.HiddenQuad:
		return fmt.Sprintf("%s: %s have no places in %s except %s, so %s", t.Title(), digits, s.House, cells, removed)
	case ladder.TrialAndError:
		return fmt.Sprintf("%s in %s leads to a contradiction, so %s", digits, cells, removed)
	default:
		return fmt.Sprintf("%s: %s, so %s", t.Title(), reason(s), removed)
	}
}

// nameCells names cells by row and column.
func nameCells(cells ladder.Cells) string {
	var names []string
	for ; cells.Len() > 0; cells = cells.Rest() {
		names = append(names, formatCell(cells.First()))
	}
	return strings.Join(names, " ")
}

func formatCell(cell int) string { return fmt.Sprintf("r%dc%d", cell/9+1, cell%9+1) }

// nameDigits lists digits.
func nameDigits(digits uint16) string {
	var names []string
	for ; digits != 0; digits &= digits - 1 {
		names = append(names, strconv.Itoa(bits.TrailingZeros16(digits)+1))
	}
	return strings.Join(names, " ")
}

// nameRemoved says which candidates a step removes.
func nameRemoved(s *ladder.Step) string {
	var parts []string
	for d, cells := range s.Removed {
		if cells.Len() > 0 {
			parts = append(parts, fmt.Sprintf("no %d in %s", d+1, nameCells(cells)))
		}
	}
	return strings.Join(parts, ", ")
}

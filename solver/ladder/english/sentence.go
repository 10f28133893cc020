// Package english describes the steps of a ladder in sentences.
package english

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/solver/ladder"
)

// Sentence describes what a step does and why.
func Sentence(s *ladder.Step) string {
	cells := nameCells(s.Cells)
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
		return fmt.Sprintf("%s is left, so the guess was wrong: %s", contradiction(s), nameRemoved(s))
	}
	title := s.Technique.Title()
	if s.Technique == ladder.LockedCandidates {
		title = s.Name
	}
	return fmt.Sprintf("%s: %s, so %s", title, reason(s), nameRemoved(s))
}

// nameCells names cells by row and column, as in "r1c2 r3c4".
func nameCells(cells ladder.Cells) string {
	var names []string
	for ; cells.Len() > 0; cells = cells.Rest() {
		names = append(names, formatCell(cells.First()))
	}
	return strings.Join(names, " ")
}

func formatCell(cell int) string { return fmt.Sprintf("r%dc%d", cell/9+1, cell%9+1) }

func nameDigits(digits uint16) string {
	var names []string
	for ; digits != 0; digits &= digits - 1 {
		names = append(names, strconv.Itoa(bits.TrailingZeros16(digits)+1))
	}
	return strings.Join(names, " ")
}

// nameRemoved lists the candidates that s removes, as in "no 4 in r1c2 r3c4".
func nameRemoved(s *ladder.Step) string {
	var parts []string
	for d, cells := range s.Removed {
		if cells.Len() > 0 {
			parts = append(parts, fmt.Sprintf("no %d in %s", d+1, nameCells(cells)))
		}
	}
	return strings.Join(parts, ", ")
}

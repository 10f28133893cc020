package main

import (
	"fmt"
	"io"
	"math/bits"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/ladder"
)

// explanation prints steps as they are taken.
type explanation struct {
	to     io.Writer
	wave   int
	places bool // the wave before placed digits

	guesses, backtracks int
}

// step prints a step, and also the grid before it if it is the first of several steps that place
// nothing.
func (e *explanation) step(s *ladder.Step) {
	if s.Wave != e.wave {
		title := s.Technique.Title()
		if s.Technique == ladder.Extreme {
			title = s.Name
		}
		if e.wave == 0 || e.places && s.Digit == 0 || s.Technique == ladder.Extreme {
			e.drawCandidates(s)
		}
		fmt.Fprintf(e.to, "\nWave %d: %s\n", s.Wave, title)
		e.wave, e.places = s.Wave, s.Digit != 0
	}
	switch s.Name {
	case "guess":
		e.guesses++
	case "backtrack":
		e.backtracks++
	}
	fmt.Fprintf(e.to, "  %s\n", sentence(s))
}

// drawCandidates draws the grid before a step: solved cells have only their digit, and others all
// their candidates.
func (e *explanation) drawCandidates(s *ladder.Step) {
	var texts [solver.Cells]string
	var widths [9]int
	for cell := range texts {
		for d := range s.Before {
			if s.Before[d].Has(cell) {
				texts[cell] += string(rune('1' + d))
			}
		}
		widths[cell%9] = max(widths[cell%9], len(texts[cell]))
	}
	fmt.Fprintln(e.to)
	for row := range 9 {
		var line, rule strings.Builder
		for column, width := range widths {
			if column == 3 || column == 6 {
				line.WriteString("| ")
				rule.WriteString("+-")
			}
			fmt.Fprintf(&line, "%-*s ", width, texts[9*row+column])
			rule.WriteString(strings.Repeat("-", width+1))
		}
		if row == 3 || row == 6 {
			fmt.Fprintf(e.to, "  %s\n", strings.TrimSuffix(rule.String(), "-"))
		}
		fmt.Fprintf(e.to, "  %s\n", strings.TrimRight(line.String(), " "))
	}
}

// sentence says what a step does, and why.
func sentence(s *ladder.Step) string {
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

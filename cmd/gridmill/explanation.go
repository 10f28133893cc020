package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/ladder"
	"github.com/gridmill/gridmill/solver/ladder/english"
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
	fmt.Fprintf(e.to, "  %s\n", english.Sentence(s))
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

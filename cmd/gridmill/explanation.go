package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/gridmill/gridmill/formats/steps"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/ladder"
	"github.com/gridmill/gridmill/solver/ladder/english"
)

// An explanation writes each solving step when the solver takes it.
type explanation struct {
	to     io.Writer
	first  bool // whether only the first step is written
	steps  int
	wave   int  // number of the latest wave (see ladder.Step)
	placed bool // whether the latest wave placed digits

	guesses, backtracks int
}

// count counts a step and reports whether to write it.
func (e *explanation) count(s *ladder.Step) bool {
	switch s.Name {
	case "guess":
		e.guesses++
	case "backtrack":
		e.backtracks++
	}
	e.steps++
	return e.steps == 1 || !e.first
}

// object writes a step as a JSON object, which includes a sentence about the step.
func (e *explanation) object(s *ladder.Step) {
	if !e.count(s) {
		return
	}
	if e.steps > 1 {
		fmt.Fprint(e.to, ",")
	}
	text := bytes.TrimSuffix(steps.Append(nil, s), []byte{'}'})
	fmt.Fprintf(e.to, "\n%s,\"sentence\":%q}", text, english.Sentence(s))
}

func (e *explanation) sentence(s *ladder.Step) {
	if e.count(s) {
		fmt.Fprintln(e.to, english.Sentence(s))
	}
}

// step writes a step. Before the first step of each wave, it writes a heading.
func (e *explanation) step(s *ladder.Step) {
	if s.Wave != e.wave {
		title := s.Technique.Title()
		if s.Technique == ladder.Extreme {
			title = s.Name
		}
		if e.wave == 0 || e.placed && s.Digit == 0 || s.Technique == ladder.Extreme {
			e.drawCandidates(s)
		}
		fmt.Fprintf(e.to, "\nWave %d: %s\n", s.Wave, title)
		e.wave, e.placed = s.Wave, s.Digit != 0
	}
	fmt.Fprint(e.to, "  ")
	e.sentence(s)
}

// conclusion returns text that says how hard the puzzle is and why the steps end.
func (e *explanation) conclusion(r *ladder.Rating) string {
	const harder = "This puzzle is too hard for the techniques that gridmill knows: no pattern makes progress, and no assumed candidate leads to a contradiction when singles are filled in"
	switch {
	case r.Hardest == ladder.None:
		return "The grid has no blanks."
	case r.Hardest == ladder.TrialAndError:
		return "Hardest technique: trial and error (unfair). When no pattern makes progress, this technique assumes each candidate in turn and fills in singles. If this leads to a contradiction, the candidate is removed."
	case r.Solved:
		return fmt.Sprintf("Hardest technique: %s (%s).", r.Hardest.Title(), r.Hardest.Difficulty())
	case e.guesses > 0:
		return fmt.Sprintf("%s. The search made %s and reached %s.", harder, countOf(int64(e.guesses), "guess"), countOf(int64(e.backtracks), "contradiction"))
	}
	return harder + ". To guess, use --search."
}

// drawCandidates draws the grid before a step: the digits of solved cells, and all candidates of
// the other cells.
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

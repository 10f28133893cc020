package generate

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Wanted describes the puzzles that satisfy the options.
func (o *Options) Wanted() string {
	var with []string
	if o.Clues != nil {
		with = append(with, textOf(o.Clues)+" clues")
	}
	if o.Guesses != nil {
		with = append(with, textOf(o.Guesses)+" guesses")
	}
	if d := o.Difficulty; d != nil && d.From == d.To {
		with = append(with, "difficulty "+d.From.String())
	} else if d != nil {
		with = append(with, fmt.Sprintf("difficulty %s to %s", d.From, d.To))
	}
	if o.Symmetry != None {
		with = append(with, "symmetry "+o.Symmetry.String())
	}
	text := "puzzles"
	if o.Minimal {
		text = "minimal puzzles"
	}
	if len(with) > 0 {
		text += " with " + strings.Join(with, ", ")
	}
	return text
}

func textOf(r *Range) string {
	switch {
	case r.From == r.To:
		return strconv.Itoa(r.From)
	case r.To >= math.MaxInt32:
		return fmt.Sprintf("at least %d", r.From)
	}
	return fmt.Sprintf("%d to %d", r.From, r.To)
}

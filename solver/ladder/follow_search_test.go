package ladder

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// guessed holds a guess that may be undone, and the grid as it was before the guess.
type guessed struct {
	before board
	step   *step
}

// guess checks s and makes the guess. The grid must have no singles left. The cell must be the
// first one with the fewest candidates, and the digit must be its lowest candidate.
func (s *step) guess(now *board) error {
	cell, err := parseCell(s.Cell)
	if err != nil {
		return err
	}
	if s.Digit < 1 || s.Digit > 9 || now.filled[cell] || now.may[cell]>>s.Digit&1 == 0 {
		return fmt.Errorf("%d cannot be in %s", s.Digit, s.Cell)
	}
	if single, _, wrong := now.single(); single >= 0 || wrong {
		return errors.New("there are singles")
	}
	best, fewest := cell, 10
	for c, may := range now.may {
		if n := bits.OnesCount16(may); !now.filled[c] && n < fewest {
			best, fewest = c, n
		}
	}
	if cell != best || now.may[cell]&(1<<s.Digit-1) != 0 {
		return fmt.Errorf("%d in %s is not the lowest candidate of the first cell with the fewest candidates", s.Digit, s.Cell)
	}
	now.fill(cell, 1<<s.Digit)
	return nil
}

// backtrack checks that the grid leads to a contradiction, and that s removes the candidate of the
// last guess. It then sets *now to the grid before this guess, without the candidate, and returns
// the earlier guesses.
func (s *step) backtrack(now *board, guesses []guessed) ([]guessed, error) {
	if len(guesses) == 0 {
		return nil, errors.New("there is no guess to undo")
	}
	last := &guesses[len(guesses)-1]
	want := fmt.Sprintf("%s<>%d", last.step.Cell, last.step.Digit)
	switch {
	case !slices.Equal(s.Removed, []string{want}):
		return nil, fmt.Errorf("it removes %s, but must undo the last guess by removing %s", strings.Join(s.Removed, " "), want)
	case !now.isWrong():
		return nil, errors.New("there is no contradiction")
	}
	cell, err := parseCell(last.step.Cell)
	if err != nil {
		return nil, err
	}
	*now = last.before
	now.may[cell] &^= 1 << last.step.Digit
	return guesses[:len(guesses)-1], nil
}

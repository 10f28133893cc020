package generate

import (
	"errors"
	"fmt"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/ladder"
)

// MinClues is the lowest number of clues that can be asked for. Removal at random finds
// puzzles with 20 clues once in 30,000 attempts, and those with fewer hardly ever.
const MinClues = 20

// Options say which puzzles are made.
type Options struct {
	Seed uint64
	// PerGrid is how many rows in succession share a solution grid. At least one.
	PerGrid int64
	// Symmetry is that of the pattern of clues.
	Symmetry Symmetry
	// Clues are the numbers of clues wanted; nil removes all clues that can go. With Minimal they
	// select among the puzzles made that way. Otherwise each row has a number of its own at
	// which removal stops, drawn uniformly from those that the symmetry permits.
	Clues *Range
	// Minimal asks for puzzles in which no single clue can go.
	Minimal bool
	// Guesses are the guesses of the solver lanes that are wanted; nil takes all.
	Guesses *Range
	// Difficulty are the difficulties that are wanted; nil takes all.
	Difficulty *DifficultyRange
}

// DifficultyRange is two difficulties and all between them.
type DifficultyRange struct{ From, To ladder.Difficulty }

// Range is two numbers and all between them.
type Range struct{ From, To int }

// contains reports whether the range holds n.
func (r Range) contains(n int) bool { return r.From <= n && n <= r.To }

// ErrNoPuzzle says that a row could not be made.
var ErrNoPuzzle = errors.New("no puzzle was found")

// check refuses options that no puzzle can meet.
func (o *Options) check() error {
	switch {
	case o.PerGrid < 1:
		return fmt.Errorf("a grid must be used at least once, not %d times", o.PerGrid)
	case o.Symmetry >= numSymmetries:
		return fmt.Errorf("there is no symmetry %d", o.Symmetry)
	}
	if c := o.Clues; c != nil {
		switch {
		case c.From > c.To || c.To > solver.Cells:
			return fmt.Errorf("puzzles cannot have %d to %d clues", c.From, c.To)
		case c.From < MinClues:
			return fmt.Errorf("puzzles of fewer than %d clues are too rare to be found by removing clues at random", MinClues)
		case len(o.targets()) == 0:
			return fmt.Errorf("no pattern with symmetry %s has %d to %d clues", o.Symmetry, c.From, c.To)
		}
	}
	if d := o.Difficulty; d != nil {
		switch {
		case min(d.From, d.To) < ladder.Easy || max(d.From, d.To) > ladder.ExtremelyHard:
			return fmt.Errorf("there are no difficulties %d to %d", d.From, d.To)
		case d.From > d.To:
			return fmt.Errorf("puzzles cannot be from %s to %s", d.From, d.To)
		}
	}
	if g := o.Guesses; g != nil && (g.From < 0 || g.From > g.To) {
		return fmt.Errorf("a search cannot take %d to %d guesses", g.From, g.To)
	}
	return nil
}

// targets returns the numbers of clues that removal may stop at.
func (o *Options) targets() (targets []int) {
	if o.Clues == nil {
		return nil
	}
	for n := o.Clues.From; n <= o.Clues.To; n++ {
		if o.Symmetry.permits(n) {
			targets = append(targets, n)
		}
	}
	return targets
}

// AllMinimal reports whether all clues that can go are removed, one by one, so that every
// puzzle is minimal and none is made in another way than the others.
func (o *Options) AllMinimal() bool {
	return o.Symmetry == None && (o.Clues == nil || o.Minimal)
}

package generate

import (
	"errors"
	"fmt"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/ladder"
)

const (
	// MinClues is the lowest number of clues of a puzzle with one solution, as an exhaustive
	// search of all grids has shown. Random removal finds a puzzle with 20 clues once in 30,000
	// attempts, and puzzles with fewer hardly ever.
	MinClues = 17
	// mostMinimal is the highest number of clues of any minimal puzzle that is known.
	mostMinimal = 40
)

// Options say which puzzles are made.
type Options struct {
	Seed uint64
	// GridsOf is the seed of a run without other options whose solution grids are used. If it
	// is nil, runs with other options have other grids.
	GridsOf *uint64
	// PerGrid is the number of consecutive rows that share a solution grid. It is at least one.
	PerGrid int64
	// Symmetry is the symmetry of the pattern of clues.
	Symmetry Symmetry
	// Clues is the range of the number of clues. If it is nil, all clues that can be removed
	// are removed. If Minimal is set, too, only puzzles in the range are kept. Otherwise each
	// row stops removing clues at its own number, which is drawn uniformly from those that the
	// symmetry permits.
	Clues *Range
	// Minimal keeps only puzzles from which no single clue can be removed.
	Minimal bool
	// Guesses is the range of guesses that the solver lanes takes; nil is any number.
	Guesses *Range
	// Difficulty is the range of difficulties; nil is any difficulty.
	Difficulty *DifficultyRange
	// Attempts is the number of attempts after which a row fails; 0 means that it is tried until
	// there is a puzzle.
	Attempts int64
	// Harder searches for hard puzzles among the neighbours of hard puzzles instead of removing
	// clues at random. Guesses is then a range of the mean over morphs. Of the other options, only
	// Seed, Difficulty, Origins and Steps can be set.
	Harder bool
	// Origins are the puzzles that such searches start from. If it is nil, they start from the hardest
	// of some random puzzles. If neither Guesses nor Difficulty is set, a row takes at least as many
	// guesses as the origin that it was found from.
	Origins *Origins
	// Steps is the number of steps of such a search after which a row fails; 0 means that it
	// continues until there is a puzzle.
	Steps int64
}

// DifficultyRange is the range of difficulties from From to To, inclusive.
type DifficultyRange struct{ From, To ladder.Difficulty }

// Range is the range of numbers from From to To, inclusive.
type Range struct{ From, To int }

// Contains reports whether the range holds n.
func (r Range) Contains(n int) bool { return r.From <= n && n <= r.To }

// ErrNoPuzzle means that no puzzle was found for a row.
var ErrNoPuzzle = errors.New("no puzzle was found")

// ErrStopped means that a Generator was stopped.
var ErrStopped = errors.New("the search for puzzles was stopped")

// check rejects options that no puzzle can satisfy.
func (o *Options) check() error {
	switch {
	case o.Attempts < 0:
		return fmt.Errorf("a row cannot be tried %d times", o.Attempts)
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
			return fmt.Errorf("no puzzle with fewer than %d clues has only one solution", MinClues)
		case o.Minimal && c.From > mostMinimal:
			return fmt.Errorf("no minimal puzzle with more than %d clues is known", mostMinimal)
		case len(o.targets()) == 0:
			return fmt.Errorf("no pattern with symmetry %s has %d to %d clues", o.Symmetry, c.From, c.To)
		}
	}
	if o.Harder {
		other := *o
		other.Seed, other.Guesses, other.Difficulty, other.Harder, other.Origins, other.Steps = 0, nil, nil, false, nil, 0
		if other != (Options{PerGrid: 1}) {
			return errors.New("a search among the neighbours of hard puzzles makes minimal puzzles of any pattern, each with a grid of its own")
		}
	}
	if d := o.Difficulty; d != nil {
		switch {
		case min(d.From, d.To) < ladder.Easy || max(d.From, d.To) > ladder.ExtremelyHard:
			return fmt.Errorf("there are no difficulties %d to %d", d.From, d.To)
		case d.From > d.To:
			return fmt.Errorf("the range of difficulties from %s to %s is empty", d.From, d.To)
		}
	}
	if g := o.Guesses; g != nil && (g.From < 0 || g.From > g.To) {
		return fmt.Errorf("a search cannot take %d to %d guesses", g.From, g.To)
	}
	return nil
}

// hasDifficulty reports whether a puzzle has one of the requested difficulties.
func (o *Options) hasDifficulty(l *ladder.Ladder, puzzle *solver.Grid) bool {
	if o.Difficulty == nil {
		return true
	}
	r := l.RateTo(puzzle, o.Difficulty.To.Last())
	d := r.Hardest.Difficulty()
	return o.Difficulty.From <= d && d <= o.Difficulty.To
}

// targets returns the numbers of clues at which removal may stop.
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

// TakesAny reports whether nearly every attempt makes a puzzle that satisfies the options.
func (o *Options) TakesAny() bool {
	return !o.Harder && o.Guesses == nil && o.Difficulty == nil && (o.AllMinimal() && o.Clues == nil || o.Clues == nil && !o.Minimal)
}

// AllMinimal reports whether all clues that can be removed are removed one by one, so that
// every puzzle is minimal and all are made the same way.
func (o *Options) AllMinimal() bool {
	return !o.Harder && o.Symmetry == None && (o.Clues == nil || o.Minimal)
}

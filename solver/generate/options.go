package generate

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/ladder"
)

const (
	// MinClues is the smallest number of clues in any puzzle with one solution, as an exhaustive
	// search has shown. Removing clues at random yields a puzzle with 20 clues about once in 30,000
	// attempts, and hardly ever a puzzle with fewer clues.
	MinClues = 17
	// LeastCommon is the smallest number of clues that random removal often leaves.
	LeastCommon = 22
	// MostCommon is the largest clue count that random removal often leaves in minimal puzzles.
	MostCommon = 28
	// mostMinimal is the highest number of clues in any known minimal puzzle.
	mostMinimal = 40
	// mostHard is the highest number of clues in a puzzle that can require guesses. In a grid with
	// at most three blanks, some row or column has only one blank, so no guess is needed.
	mostHard = solver.Cells - 4
)

// Options specifies which puzzles to make.
type Options struct {
	Seed uint64
	// GridsOf, if not nil, is the seed of another run with default options. The puzzles use the
	// solution grids of that run. After many failed attempts with a grid, a row gets a different
	// grid. If GridsOf is nil, the grids depend on Seed and most other options.
	GridsOf *uint64
	// PerGrid is the number of consecutive rows that share a solution grid. It must be at least 1.
	PerGrid int64
	// Symmetry is the kind of symmetry that the pattern of clues has.
	Symmetry Symmetry
	// Clues is the range of the number of clues. If it is nil, all removable clues are removed. With
	// a range and Minimal, only puzzles in the range are kept. With a range alone, removal stops at
	// a random number of clues. All numbers that the range and symmetry permit are equally likely.
	Clues *Range
	// Minimal keeps only puzzles in which every clue is needed for a unique solution.
	Minimal bool
	// Guesses is the range of the number of guesses that the lane solver takes. Nil allows any
	// number.
	Guesses *Range
	// Difficulty is the range of difficulties. Nil allows any difficulty.
	Difficulty *DifficultyRange
	// Attempts is the number of attempts after which a row fails. Zero means no limit.
	Attempts int64
	// Harder replaces the random removal of clues with a search for hard puzzles among the
	// neighbors of hard puzzles. Guesses is then the range for the mean number of guesses over the
	// morphs of a puzzle. PerGrid must be 1. Apart from Harder and PerGrid, only Seed, Guesses,
	// Difficulty, Origins, FirstOrigin and Steps may be set.
	Harder bool
	// Origins holds the starting puzzles of searches for hard puzzles. If it is nil, each search
	// makes random puzzles and starts from the hardest ones. If Origins is set, but Guesses and
	// Difficulty are not, each row takes at least as many guesses as its origin.
	Origins *Origins
	// FirstOrigin is the index of the first lineage's origin. Later lineages use the following
	// origins.
	FirstOrigin int64
	// Steps is the number of search steps after which a row fails. Zero means no limit.
	Steps int64
}

// SearchedFrom is the smallest number of guesses for which a search for hard puzzles is the
// default. For fewer guesses, removing clues at random is about as fast.
const SearchedFrom = 8

// SearchesByDefault reports whether the requested puzzles are rare and can be found by a search. If
// so, callers should call Search, so that they all make the same puzzles from the same options.
func (o *Options) SearchesByDefault() bool {
	rare := o.Guesses != nil && o.Guesses.From >= SearchedFrom || o.Difficulty != nil && o.Difficulty.From == ladder.ExtremelyHard
	return rare && o.CanSearch()
}

// CanSearch reports whether the options allow a search for hard puzzles.
func (o *Options) CanSearch() bool {
	return o.Symmetry == None && o.Clues == nil && o.PerGrid == 1 && o.GridsOf == nil
}

// HasRareClues reports whether some rows need more or fewer clues than nearly all attempts yield.
func (o *Options) HasRareClues() bool {
	return o.Clues != nil && (o.Clues.To < LeastCommon || o.Minimal && o.Clues.From > MostCommon || !o.Minimal && o.Clues.From < LeastCommon)
}

// Search selects a search for hard puzzles. It clears Minimal, which is not needed because a search
// finds only minimal puzzles.
func (o *Options) Search() { o.Harder, o.Minimal = true, false }

// A RangeOf is a range of values. It includes both ends.
type RangeOf[T cmp.Ordered] struct{ From, To T }

// Contains reports whether v is in the range.
func (r RangeOf[T]) Contains(v T) bool { return r.From <= v && v <= r.To }

type (
	// A Range is a range of numbers.
	Range = RangeOf[int]
	// A DifficultyRange is a range of difficulties.
	DifficultyRange = RangeOf[ladder.Difficulty]
)

// ErrNoPuzzle means that no puzzle was found for a row.
var ErrNoPuzzle = errors.New("no puzzle was found")

// A RowError reports the first row for which Fill made no puzzle. Fill has made the puzzles of all
// earlier rows. The text of the error counts rows from 1.
type RowError struct {
	Row int64 // counted from 0
	Err error
}

func (e *RowError) Error() string { return fmt.Sprintf("row %d: %v", e.Row+1, e.Err) }

// Unwrap returns the error without the row.
func (e *RowError) Unwrap() error { return e.Err }

// ErrStopped means that a Generator was stopped.
var ErrStopped = errors.New("the search for puzzles was stopped")

// check rejects options that are invalid or that no puzzle can satisfy.
func (o *Options) check() error {
	switch {
	case o.Attempts < 0:
		return fmt.Errorf("the number of attempts must not be negative, but is %d", o.Attempts)
	case o.Steps < 0:
		return fmt.Errorf("the number of steps must not be negative, but is %d", o.Steps)
	case o.PerGrid < 1:
		return fmt.Errorf("the number of puzzles per grid must be at least 1, not %d", o.PerGrid)
	}
	if c := o.Clues; c != nil {
		switch {
		case min(c.From, c.To) < MinClues:
			return fmt.Errorf("a puzzle with only one solution has at least %d clues", MinClues)
		case c.From > c.To:
			return fmt.Errorf("the range of clues from %d to %d is empty", c.From, c.To)
		case c.To > solver.Cells:
			return fmt.Errorf("puzzles cannot have more than %d clues", solver.Cells)
		case o.Minimal && c.From > mostMinimal:
			return fmt.Errorf("no minimal puzzle with more than %d clues is known", mostMinimal)
		case !o.Minimal && c.To > mostHard && (o.Guesses != nil && o.Guesses.From > 0 || o.Difficulty != nil && o.Difficulty.From > ladder.Easy):
			return fmt.Errorf("puzzles with more than %d clues are easy and never require guesses", mostHard)
		case len(o.targets()) == 0:
			return fmt.Errorf("no pattern with symmetry %q has %s clues", o.Symmetry, textOf(c))
		}
	}
	if o.Harder && (!o.CanSearch() || o.Minimal || o.Attempts != 0) {
		return errors.New("a search among the neighbors of hard puzzles cannot be combined with the options for clues, minimal puzzles, symmetry, grids or attempts")
	}
	if d := o.Difficulty; d != nil && d.From > d.To {
		return fmt.Errorf("the range of difficulties from %s to %s is empty", d.From, d.To)
	}
	// If the solver does not guess, the puzzle needs no technique harder than hidden triples.
	// However, the solver may guess even if singles solve the puzzle.
	switch d, g := o.Difficulty, o.Guesses; {
	case g == nil:
	case g.From < 0 || g.From > g.To:
		return fmt.Errorf("%s is not a valid range of guesses", textOf(g))
	case d != nil && g.To == 0 && d.From > ladder.HiddenTriple.Difficulty():
		return fmt.Errorf("puzzles of difficulty %s always require guesses", d.From)
	}
	return nil
}

func (o *Options) hasDifficulty(l *ladder.Ladder, puzzle *solver.Grid) bool {
	d := o.Difficulty
	return d == nil || d.Contains(l.RateTo(puzzle, d.To.Last()).Hardest.Difficulty())
}

// targets returns every number of clues at which removal may stop.
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

// TakesAny reports whether nearly every attempt yields a puzzle that satisfies the options.
func (o *Options) TakesAny() bool {
	return !o.Harder && o.Guesses == nil && o.Difficulty == nil && o.Clues == nil && (o.AllMinimal() || !o.Minimal)
}

// AllMinimal reports whether clues are removed until every clue left is needed for a unique
// solution. If so, every puzzle is minimal.
func (o *Options) AllMinimal() bool {
	return !o.Harder && o.Symmetry == None && (o.Clues == nil || o.Minimal)
}

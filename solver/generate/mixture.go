package generate

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"github.com/gridmill/gridmill/solver"
)

// A Mixture consists of puzzles of several kinds in random order. The order depends only on the
// seed of the first part and on the number of rows of each part. Long runs of consecutive rows
// contain the parts in about the same proportions as the whole Mixture.
type Mixture []Part

// A Part is a kind of puzzle and the number of such puzzles.
type Part struct {
	Options
	Rows int64
}

// Rows returns the number of puzzles.
func (m Mixture) Rows() (rows int64) {
	for i := range m {
		rows += m[i].Rows
	}
	return rows
}

// Weighted reports whether minimal puzzles can have weights; see formats.HasWeight. Weights are
// known only if the Mixture has a single part and AllMinimal is true for this part.
func (m Mixture) Weighted() bool { return len(m) == 1 && m[0].AllMinimal() }

// Searches reports whether some parts of the mixture are made by searching for hard puzzles.
func (m Mixture) Searches() bool {
	return slices.ContainsFunc(m, func(p Part) bool { return p.Harder })
}

// Removes reports whether some puzzles are made by removing clues at random.
func (m Mixture) Removes() bool {
	return slices.ContainsFunc(m, func(p Part) bool { return !p.Harder })
}

// An Assignment determines which part of a Mixture each row belongs to. It must not be used by
// several goroutines at the same time.
type Assignment struct {
	mixture Mixture
	// For each part: the number of rows in a range, in the range's left half, and before the range.
	rows, left, before []int64
	rounded            []bool // set for each part whose share of the left half is not an integer
}

// NewAssignment returns a new Assignment for m.
func NewAssignment(m Mixture) *Assignment {
	n := len(m)
	return &Assignment{m, make([]int64, n), make([]int64, n), make([]int64, n), make([]bool, n)}
}

// Of returns the part that a row belongs to, and the index of the row in that part.
//
// The mixture is halved repeatedly, until only the given row is left. In each half, every part gets
// its share of the rows, rounded up or down at random.
func (a *Assignment) Of(row int64) (part int, index int64) {
	if len(a.mixture) == 1 {
		return 0, row
	}
	for i := range a.mixture {
		a.rows[i], a.before[i] = a.mixture[i].Rows, 0
	}
	first, end := int64(0), a.mixture.Rows()
	for end-first > 1 {
		middle := first + (end-first)/2
		a.halve(first, middle, end)
		if row < middle {
			copy(a.rows, a.left)
			end = middle
			continue
		}
		for i, n := range a.left {
			a.rows[i] -= n
			a.before[i] += n
		}
		first = middle
	}
	part = slices.Index(a.rows, 1)
	return part, a.before[part]
}

// halve sets a.left to the number of rows of each part in the range [first, middle). a.rows must
// hold the number of rows of each part in the range [first, end).
func (a *Assignment) halve(first, middle, end int64) {
	size, missing, rounded := uint64(end-first), middle-first, uint64(0)
	for i, n := range a.rows {
		high, low := bits.Mul64(uint64(n), uint64(middle-first))
		share, rest := bits.Div64(high, low, size)
		a.left[i], a.rounded[i] = int64(share), rest > 0
		missing -= int64(share)
		if rest > 0 {
			rounded++
		}
	}
	random := newStream(a.mixture[0].Seed, forMixture, uint64(first), uint64(end))
	for i := range a.left {
		if !a.rounded[i] {
			continue
		}
		if int64(random.below(rounded)) < missing {
			a.left[i]++
			missing--
		}
		rounded--
	}
}

// A Mixer makes the puzzles of a Mixture. Like a Generator, it must not be used by several
// goroutines at the same time.
type Mixer struct {
	assignment *Assignment
	generators []*Generator
	shares     []share
}

// A share describes the rows that a call to Fill makes for one part of the Mixture.
type share struct {
	first   int64 // index of the first of these rows in the part
	rows    []int // indices of the rows in the slices passed to Fill
	puzzles []solver.Grid
	minimal []bool
	steps   []int32
}

// NewMixer returns a Mixer that runs the named kernel of the lane solver, or the best kernel if the
// name is empty.
func NewMixer(m Mixture, kernel string, run *Run) (*Mixer, error) {
	x := &Mixer{assignment: NewAssignment(m), shares: make([]share, len(m))}
	for i := range m {
		g, err := New(m[i].Options, kernel, run)
		if err != nil {
			return nil, err
		}
		x.generators = append(x.generators, g)
	}
	return x, nil
}

// Fill is like Generator.Fill, but steps must not be nil, and RowError.Row is a row of the Mixture.
func (x *Mixer) Fill(first int64, puzzles []solver.Grid, minimal []bool, steps []int32) error {
	for i := range x.shares {
		x.shares[i].rows = x.shares[i].rows[:0]
	}
	for i := range puzzles {
		part, index := x.assignment.Of(first + int64(i))
		s := &x.shares[part]
		if len(s.rows) == 0 {
			s.first = index
		}
		s.rows = append(s.rows, i)
	}
	var failed error
	rows := len(puzzles) // number of rows before the first failed row
	for part := range x.shares {
		s, g := &x.shares[part], x.generators[part]
		n, _ := slices.BinarySearch(s.rows, rows)
		s.puzzles, s.minimal = slices.Grow(s.puzzles[:0], n)[:n], slices.Grow(s.minimal[:0], n)[:n]
		s.steps = slices.Grow(s.steps[:0], n)[:n]
		if err := g.Fill(s.first, s.puzzles, s.minimal, s.steps); err != nil {
			row, is := errors.AsType[*RowError](err)
			if !is {
				return err
			}
			n = int(row.Row - s.first)
			rows, err = s.rows[n], row.Err
			if len(x.shares) > 1 {
				err = fmt.Errorf("%s: %w", g.Wanted(), err)
			}
			failed = &RowError{first + int64(rows), err}
		}
		for i, row := range s.rows[:n] {
			puzzles[row], minimal[row], steps[row] = s.puzzles[i], s.minimal[i], s.steps[i]
		}
	}
	return failed
}

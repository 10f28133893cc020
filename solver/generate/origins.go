package generate

import (
	"errors"
	"fmt"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/canon"
	"github.com/gridmill/gridmill/solver/morph"
)

// Origins holds known puzzles. Each lineage starts from one of them.
type Origins struct {
	// Repeats and Unsuitable hold the indices of omitted puzzles. Repeats are equivalent to earlier
	// puzzles. Unsuitable puzzles do not have exactly one solution.
	Repeats, Unsuitable []int

	puzzles []solver.Grid
	// The canonical forms of the origins and of their solutions. No row is equivalent to an origin
	// or has a solution equivalent to that of an origin.
	forms, solutions map[solver.Grid]bool
	hash             uint64
}

// MaxOrigins is the maximum number of origins. All origins are held in memory.
const MaxOrigins = 100_000

// NewOrigins returns the puzzles as Origins. It lists omitted puzzles in Repeats or Unsuitable.
func NewOrigins(puzzles []solver.Grid) (*Origins, error) {
	if n := len(puzzles); n == 0 || n > MaxOrigins {
		return nil, fmt.Errorf("the number of puzzles to start from is %d; it must be from 1 to %d", n, MaxOrigins)
	}
	s, err := solver.New(solver.Default, solver.Config{MaxSolutions: 2})
	if err != nil {
		return nil, fmt.Errorf("checking the puzzles to start from: %w", err)
	}
	results := make([]solver.Result, len(puzzles))
	s.Solve(puzzles, results)
	o := &Origins{forms: map[solver.Grid]bool{}, solutions: map[solver.Grid]bool{}}
	var f canon.Form
	var form solver.Grid
	for i := range puzzles {
		if results[i].Verdict != solver.Unique {
			o.Unsuitable = append(o.Unsuitable, i)
			continue
		}
		f.Minlex(&form, &puzzles[i])
		if o.forms[form] {
			o.Repeats = append(o.Repeats, i)
			continue
		}
		o.puzzles = append(o.puzzles, puzzles[i])
		o.forms[form] = true
		f.Solution(&form, &results[i].Solution)
		o.solutions[form] = true
		for _, c := range puzzles[i] {
			o.hash = morph.Mix(o.hash + morph.Step + uint64(c))
		}
	}
	if len(o.puzzles) == 0 {
		return nil, errors.New("none of the puzzles to start from has exactly one solution")
	}
	return o, nil
}

// Len returns the number of origins.
func (o *Origins) Len() int64 { return int64(len(o.puzzles)) }

// String returns a description of the origins. Different origins have different descriptions.
func (o *Origins) String() string { return fmt.Sprintf("%d puzzles %016x", len(o.puzzles), o.hash) }

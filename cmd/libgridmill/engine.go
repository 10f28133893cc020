package main

// #include "abi.h"
import "C"

import (
	"fmt"
	"sync"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/canon"
	"github.com/gridmill/gridmill/solver/ladder"
)

// A rowError reports an error in a row, or in the whole call if the row is -1.
type rowError struct {
	code C.int32_t
	row  int
	text string
}

func (e *rowError) Error() string { return e.text }

// badArgument returns an error about an argument of the call, not about a row.
func badArgument(format string, args ...any) error {
	return &rowError{C.GRIDMILL_BAD_ARGUMENT, -1, fmt.Sprintf(format, args...)}
}

// An engine holds the memory that a call uses. Concurrent calls use different engines.
type engine struct {
	config  solver.Config
	solver  solver.Solver
	puzzles [blockRows]solver.Grid
	results [blockRows]solver.Result
	form    canon.Form
	ladder  *ladder.Ladder
	scored  scored
	text    []byte
}

// blockRows is the maximum number of puzzles in a call to the solver. Smaller blocks are slower,
// because each call ends with only a few puzzles left to solve in parallel.
const blockRows = 4096

var engines = sync.Pool{New: func() any { return &engine{ladder: ladder.New()} }}

// twoSolutions is the configuration for determining whether a puzzle has exactly one solution.
var twoSolutions = solver.Config{MaxSolutions: 2}

// search solves the first n puzzles in array, in blocks. It calls visit with the results of each
// block. If a cell is greater than 9, search returns an error.
func (e *engine) search(c solver.Config, n int, array []byte, visit func(first int, puzzles []solver.Grid, results []solver.Result)) (err error) {
	if e.solver == nil || e.config != c {
		if e.solver, err = solver.New(solver.Default, c); err != nil {
			return badArgument("%v", err)
		}
		e.config = c
	}
	for first := 0; first < n; first += blockRows {
		rows := min(blockRows, n-first)
		puzzles, results := e.puzzles[:rows], e.results[:rows]
		for i := range puzzles {
			if err := readGrid(&puzzles[i], array, first+i); err != nil {
				return err
			}
		}
		e.solver.Solve(puzzles, results)
		visit(first, puzzles, results)
	}
	return nil
}

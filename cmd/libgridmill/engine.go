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

// badCell returns an error about a row. The error names the first cell that is greater than 9.
func badCell(cells *solver.Grid, row int) error {
	for i, c := range cells {
		if c > 9 {
			return &rowError{C.GRIDMILL_BAD_CELL, row, fmt.Sprintf("cell %d is %d; cells are 1 to 9, or 0 for a blank", i, c)}
		}
	}
	return nil
}

// badArgument returns an error about an argument of the call, not about a row.
func badArgument(format string, args ...any) error {
	return &rowError{C.GRIDMILL_BAD_ARGUMENT, -1, fmt.Sprintf(format, args...)}
}

// An engine holds the memory that a call uses. Concurrent calls use different engines.
type engine struct {
	config solver.Config
	lanes  solver.Ahead
	blocks [solver.MaxStarted]block
	form   canon.Form
	ladder *ladder.Ladder
	scored scored
	text   []byte
}

// blockRows is the number of puzzles in a block. Blocks of this size fit in the second-level cache.
const blockRows = 1024

// A block is a batch of puzzles for the solver.
type block struct {
	first, rows int
	puzzles     [blockRows]solver.Grid
	results     [blockRows]solver.Result
}

var engines = sync.Pool{New: func() any { return &engine{ladder: ladder.New()} }}

// twoSolutions is the configuration for determining whether a puzzle has exactly one solution.
var twoSolutions = solver.Config{MaxSolutions: 2}

// search solves n puzzles in blocks. For each block, it calls read to get the puzzles, and later
// calls visit with the results. It visits the blocks in the order in which it read them. If read
// fails, search returns the error.
func (e *engine) search(c solver.Config, n int, read func(to []solver.Grid, first int) error, visit func(first int, puzzles []solver.Grid, results []solver.Result)) (err error) {
	if e.lanes == nil || e.config != c {
		s, err := solver.New(solver.Default, c)
		if err != nil {
			return badArgument("%v", err)
		}
		e.config, e.lanes = c, s.(solver.Ahead)
	}
	started, next := 0, 0
	start := func() {
		if next == n || err != nil {
			return
		}
		b := &e.blocks[started%len(e.blocks)]
		b.first, b.rows = next, min(blockRows, n-next)
		if err = read(b.puzzles[:b.rows], next); err != nil {
			return
		}
		e.lanes.Start(b.puzzles[:b.rows], b.results[:b.rows])
		started++
		next += b.rows
	}
	start()
	for done := 0; done != started; done++ {
		e.lanes.Finish(start)
		b := &e.blocks[done%len(e.blocks)]
		visit(b.first, b.puzzles[:b.rows], b.results[:b.rows])
		if done+1 == started {
			start()
		}
	}
	return err
}

func readFrom(array []byte) func(to []solver.Grid, first int) error {
	return func(to []solver.Grid, first int) error { return readGrids(to, array, first) }
}

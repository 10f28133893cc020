package main

// #include "abi.h"
import "C"

import (
	"github.com/gridmill/gridmill/formats/steps"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/canon"
	"github.com/gridmill/gridmill/solver/ladder"
	"github.com/gridmill/gridmill/solver/ladder/english"
)

//export gridmill_minlex
func gridmill_minlex(puzzles *C.const_cells, n C.int64_t, forms *C.uint8_t, e *C.gridmill_error) C.int32_t {
	return call(e, func(e *engine) error {
		count, from, to, err := inAndOut[byte](puzzles, n, forms, solver.Cells)
		var puzzle, form solver.Grid
		for i := 0; i < count && err == nil; i++ {
			if err = readGrid(&puzzle, from, i); err != nil {
				break
			}
			if !e.form.Minlex(&form, &puzzle) {
				form = solver.Grid{}
			}
			writeGrid(to, i, &form)
		}
		return err
	})
}

//export gridmill_class
func gridmill_class(solutions *C.const_cells, n C.int64_t, classes *C.uint64_t, symmetries *C.int32_t, e *C.gridmill_error) C.int32_t {
	return call(e, func(e *engine) error {
		count, from, to, err := inAndOut[uint64](solutions, n, classes, 1)
		if err != nil {
			return err
		}
		own := optional[int32](symmetries, count)
		var solution, form solver.Grid
		for i := range count {
			if err := readGrid(&solution, from, i); err != nil {
				return err
			}
			if !solution.SolutionOf(&solution) {
				return &rowError{C.GRIDMILL_BAD_ROW, i, "the grid is not a solution"}
			}
			n := e.form.Solution(&form, &solution)
			to[i] = canon.Class(&form)
			put(own, i, int32(n))
		}
		return nil
	})
}

// The arrays in gridmill_rating must have an element for each technique up to TrialAndError.
var _ = [1]struct{}{}[C.GRIDMILL_RATED-ladder.TrialAndError]

//export gridmill_rate
func gridmill_rate(puzzles *C.const_cells, n C.int64_t, ratings *C.gridmill_rating, e *C.gridmill_error) C.int32_t {
	return call(e, func(e *engine) error {
		count, from, to, err := inAndOut[C.gridmill_rating](puzzles, n, ratings, 1)
		if err != nil {
			return err
		}
		return e.search(twoSolutions, count, from, func(first int, puzzles []solver.Grid, results []solver.Result) {
			for i := range results {
				to[first+i] = C.gridmill_rating{}
				if results[i].Verdict == solver.Unique {
					to[first+i] = ratingOf(e.ladder.Rate(&puzzles[i]))
				}
			}
		})
	})
}

func ratingOf(r ladder.Rating) (to C.gridmill_rating) {
	to.difficulty, to.hardest = C.int32_t(r.Hardest.Difficulty()), C.int32_t(r.Hardest)
	for t := range C.GRIDMILL_RATED {
		to.waves[t], to.removed[t] = C.int32_t(r.Waves[1+t]), C.int32_t(r.Removed[1+t])
	}
	return to
}

//export gridmill_steps
func gridmill_steps(puzzle *C.const_cells, style, search C.int32_t, text *C.char, size C.int64_t, length *C.int64_t, e *C.gridmill_error) C.int32_t {
	return call(e, func(e *engine) error {
		var err error
		from := array[byte](puzzle, solver.Cells, "the puzzle", &err)
		if err != nil {
			return err
		}
		var grid solver.Grid
		verdict := solver.Invalid
		err = e.search(twoSolutions, 1, from, func(_ int, puzzles []solver.Grid, results []solver.Result) {
			grid, verdict = puzzles[0], results[0].Verdict
		})
		switch {
		case err != nil:
			return err
		case verdict == solver.None:
			return &rowError{C.GRIDMILL_BAD_ROW, 0, "the puzzle has no solution"}
		case verdict == solver.Multiple:
			return &rowError{C.GRIDMILL_BAD_ROW, 0, "the puzzle has more than one solution"}
		case style != C.GRIDMILL_JSON && style != C.GRIDMILL_SENTENCES:
			return badArgument("%d is not a known style of steps", style)
		}
		e.explain(&grid, style == C.GRIDMILL_SENTENCES, search != 0)
		if length != nil {
			*length = C.int64_t(len(e.text))
		}
		return writeText(text, size, e.text)
	})
}

// explain sets e.text to the steps that solve puzzle. If the steps do not lead to the solution,
// explain leaves e.text empty.
func (e *engine) explain(puzzle *solver.Grid, sentences, search bool) {
	e.text = e.text[:0]
	add := func(s *ladder.Step) {
		if sentences {
			e.text = append(append(e.text, english.Sentence(s)...), '\n')
		} else {
			e.text = steps.Append(append(e.text, ','), s)
		}
	}
	if search {
		e.ladder.ExplainSearch(puzzle, add)
	} else if !e.ladder.Explain(puzzle, add).Solved {
		e.text = e.text[:0]
	}
	if len(e.text) > 0 && !sentences {
		e.text[0] = '['
		e.text = append(e.text, ']')
	}
}

package main

// #include "abi.h"
import "C"

import (
	"cmp"
	"errors"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/generate"
	"github.com/gridmill/gridmill/solver/ladder"
	"github.com/gridmill/gridmill/solver/morph"
)

// madeRows is the maximum number of puzzles that gridmill_generate generates at a time.
const madeRows = 2048

//export gridmill_generate
func gridmill_generate(options *C.const_options, first, n C.int64_t, puzzles, solutions, minimal *C.uint8_t, e *C.gridmill_error) C.int32_t {
	return call(e, func(e *engine) error {
		count, err := rows(n)
		switch {
		case err != nil:
			return err
		case options == nil:
			return badArgument("options is NULL")
		case first < 0 || first > maxIndex:
			return badArgument("%d is not a valid row number", first)
		}
		o, err := optionsOf(options)
		to := array[byte](puzzles, count*solver.Cells, "puzzles", &err)
		if err != nil {
			return err
		}
		g, err := generate.New(o, "", new(generate.Run))
		if err != nil {
			return badArgument("%v", err)
		}
		solved, flags := optional[byte](solutions, count*solver.Cells), optional[byte](minimal, count)
		grids, isMinimal := make([]solver.Grid, min(count, madeRows)), make([]bool, min(count, madeRows))
		steps := make([]int32, len(grids))
		for done := 0; done < count; done += len(grids) {
			n := min(len(grids), count-done)
			grids, isMinimal, steps = grids[:n], isMinimal[:n], steps[:n]
			err := g.Fill(int64(first)+int64(done), grids, isMinimal, steps)
			if failed, ok := errors.AsType[*generate.RowError](err); ok && errors.Is(err, generate.ErrNoPuzzle) {
				return &rowError{C.GRIDMILL_NO_PUZZLE, int(failed.Row - int64(first)), failed.Err.Error()}
			}
			if err != nil {
				return err
			}
			for i := range grids {
				writeGrid(to, done+i, &grids[i])
				put(flags, done+i, byte(oneIf(isMinimal[i])))
			}
		}
		if solved == nil {
			return nil
		}
		return e.search(twoSolutions, count, to, func(first int, _ []solver.Grid, results []solver.Result) {
			for i := range results {
				writeGrid(solved, first+i, &results[i].Solution)
			}
		})
	})
}

// optionsOf returns the options in c. It rejects unknown symmetries and invalid difficulty ranges.
func optionsOf(c *C.const_options) (o generate.Options, err error) {
	d := rangeOf(c.difficulty)
	switch {
	case c.symmetry < 0 || int(c.symmetry) >= len(generate.SymmetryNames()):
		return o, badArgument("unknown symmetry %d", c.symmetry)
	case d != nil && (min(d.From, d.To) < int(ladder.Easy) || max(d.From, d.To) > int(ladder.ExtremelyHard)):
		return o, badArgument("%d to %d is not a valid range of difficulties", d.From, d.To)
	}
	o = generate.Options{
		Seed: uint64(c.seed), PerGrid: cmp.Or(int64(c.per_grid), 1), Attempts: int64(c.attempts),
		Clues: rangeOf(c.clues), Guesses: rangeOf(c.guesses), Minimal: c.minimal != 0,
		Symmetry: generate.Symmetry(c.symmetry),
	}
	if c.grids_of != nil {
		o.GridsOf = new(uint64(*c.grids_of))
	}
	if d != nil {
		o.Difficulty = &generate.DifficultyRange{From: ladder.Difficulty(d.From), To: ladder.Difficulty(d.To)}
	}
	if o.SearchesByDefault() {
		o.Search()
	}
	return o, nil
}

func rangeOf(r *C.gridmill_range) *generate.Range {
	if r == nil {
		return nil
	}
	return &generate.Range{From: int(r.from), To: int(r.to)}
}

//export gridmill_morph
func gridmill_morph(puzzles, solutions *C.const_cells, n C.int64_t, seed C.uint64_t, first, count C.int64_t, morphedPuzzles, morphedSolutions *C.uint8_t, origins *C.int64_t, e *C.gridmill_error) C.int32_t {
	return call(e, func(*engine) error {
		made, err := rows(count)
		if err != nil || made == 0 {
			return err
		}
		known, from, _, err := inAndOut[byte](puzzles, n, puzzles, solver.Cells)
		to := array[byte](morphedPuzzles, made*solver.Cells, "the result", &err)
		switch {
		case err != nil:
			return err
		case known == 0:
			return badArgument("there are no puzzles to transform")
		case first < 0 || first > maxIndex || (int64(first)+int64(made)-1)/int64(known) >= morph.Symmetries:
			return badArgument("first is %d, but must be from 0 to 2^40", first)
		case (solutions == nil) != (morphedSolutions == nil):
			return badArgument("solutions and morphed_solutions must both be given, or both be NULL")
		}
		solved, toSolved := optional[byte](solutions, known*solver.Cells), optional[byte](morphedSolutions, made*solver.Cells)
		rows := optional[int64](origins, made)
		s := morph.NewStream(uint64(seed), int64(known))
		var m morph.Morph
		for i := range made {
			row := int(s.At(int64(first)+int64(i), &m))
			put(rows, i, int64(row))
			for d := range 10 {
				m.Names[d] &= 0x0f // converts a character to a number
			}
			err := apply(&m, to, i, from, row)
			if err == nil && solved != nil {
				err = apply(&m, toSolved, i, solved, row)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// apply applies m to the grid at from[81*row:] and stores the result at to[81*i:].
func apply(m *morph.Morph, to []byte, i int, from []byte, row int) error {
	cells := rowOf(from, row)
	if err := checkCells(cells, row); err != nil {
		return err
	}
	m.Apply(rowOf(to, i), cells)
	return nil
}

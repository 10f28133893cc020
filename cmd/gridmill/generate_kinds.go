package main

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/gridmill/gridmill/benchmarks"
	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/dataset"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/generate"
	"github.com/gridmill/gridmill/solver/ladder"
)

// searchedFrom is the number of guesses from which puzzles are searched for among the neighbours of
// others. Below it, removing clues at random finds about as many.
const searchedFrom = 8

// kind is a kind of puzzles that is requested, and how many of it.
type kind struct {
	clues, guesses, difficulty string
	rows                       int64
}

// kinds returns the requested kinds: one, or those of the flag that lists several.
func (o *generateOptions) kinds() (kinds []kind, err error) {
	usual := kind{o.clues, o.guesses, o.difficulty, o.number.rows}
	lists := 0
	for _, flag := range []struct {
		name, text string
		set        func(k *kind, text string)
	}{
		{"--clues", o.clues, func(k *kind, text string) { k.clues = text }},
		{"--guesses", o.guesses, func(k *kind, text string) { k.guesses = text }},
		{"--difficulty", o.difficulty, func(k *kind, text string) { k.difficulty = text }},
	} {
		if !strings.Contains(flag.text, "=") {
			continue
		}
		lists++
		for _, item := range dataset.ItemsOf(flag.text) {
			k := usual
			value, number, _ := strings.Cut(item, "=")
			if k.rows, err = pipeline.ParseCount(strings.TrimSpace(number)); err != nil || k.rows < 1 {
				return nil, fmt.Errorf("%s: %q needs a number of puzzles after =, such as %s=250", flag.name, item, strings.TrimSpace(value))
			}
			flag.set(&k, strings.TrimSpace(value))
			kinds = append(kinds, k)
		}
	}
	switch {
	case lists > 1:
		return nil, errors.New("only one of --clues, --guesses and --difficulty can say how many puzzles of each kind to make")
	case lists == 0 && o.number.rows < 1:
		return nil, errors.New("give the number of puzzles with --count N")
	case lists == 0:
		return []kind{usual}, nil
	}
	return kinds, o.checkSum(kinds)
}

// checkSum requires that the numbers of puzzles add up to --count, if that is given.
func (o *generateOptions) checkSum(kinds []kind) error {
	sum := int64(0)
	for _, k := range kinds {
		if sum += k.rows; sum < 0 {
			return errors.New("there are too many puzzles")
		}
	}
	if o.number.rows > 0 && o.number.rows != sum {
		return fmt.Errorf("--count is %d, but the numbers of the kinds add up to %d; leave out --count", o.number.rows, sum)
	}
	return nil
}

// part returns the options for the puzzles of a kind.
func (o *generateOptions) part(k kind) (p generate.Part, err error) {
	symmetry, err := generate.ParseSymmetry(o.symmetry)
	if err != nil {
		return p, err
	}
	p.Rows = k.rows
	p.Options = generate.Options{Seed: o.seed, GridsOf: o.gridsOf.seed, PerGrid: o.perGrid, Symmetry: symmetry, Minimal: o.minimal, Attempts: o.attempts}
	if p.Clues, err = parseRange("--clues", k.clues, solver.Cells); err != nil {
		return p, err
	}
	if p.Guesses, err = parseRange("--guesses", k.guesses, math.MaxInt32); err != nil {
		return p, err
	}
	if p.Difficulty, err = parseDifficulties(k.difficulty); err != nil {
		return p, err
	}
	return p, o.makeHarder(&p.Options)
}

// makeHarder makes the options those of a search among the neighbours of hard puzzles, if that is
// requested, or if the puzzles are rare and nothing else is requested that such a search cannot do.
func (o *generateOptions) makeHarder(p *generate.Options) error {
	possible := p.Symmetry == generate.None && p.Clues == nil && p.PerGrid == 1 && p.GridsOf == nil
	rare := p.Guesses != nil && p.Guesses.From >= searchedFrom || p.Difficulty != nil && p.Difficulty.From == ladder.ExtremelyHard
	switch {
	case !o.harder && o.origins == nil && !(rare && possible):
		return nil
	case !possible:
		return errors.New("--harder makes minimal puzzles of any pattern, each with a solution of its own: leave out --clues, --symmetry, --per-grid and --grids-of")
	case p.Guesses == nil && p.Difficulty == nil && o.origins == nil:
		return errors.New("--harder requires --guesses or --difficulty, or puzzles to start from with --from FILE")
	}
	p.Harder, p.Steps, p.Origins = true, o.steps, o.origins
	p.Minimal, p.Attempts = false, 0
	return nil
}

// readOrigins reads the puzzles that searches start from.
func (o *generateOptions) readOrigins() error {
	if o.start == "" || o.origins != nil {
		return nil
	}
	if o.start == files.StdStream {
		return errors.New("--from requires the name of a file, because a run may be continued")
	}
	corpora, err := benchmarks.Load([]string{o.start}, formats.ReadOptions{})
	if err != nil {
		return err
	}
	if o.origins, err = generate.NewOrigins(corpora[0].Puzzles); err != nil {
		return fmt.Errorf("--from %s: %w", o.start, err)
	}
	return nil
}

// startText identifies the puzzles that searches start from, in what is recorded of a run.
func (o *generateOptions) startText() string {
	if o.origins == nil {
		return o.start
	}
	return o.origins.String()
}

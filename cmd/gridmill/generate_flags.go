package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/generate"
	"github.com/gridmill/gridmill/solver/ladder"
)

// generateOptions are the flags that say which puzzles are made, and their parsed values.
type generateOptions struct {
	number         rowCount
	seed           uint64
	gridsOf        optionalSeed
	clues, guesses string
	difficulty     string
	symmetry       string
	minimal        bool
	perGrid        int64
	attempts       int64
	options        generate.Options
}

// bind makes the flags of generate: its own, and those of a run that do not concern inputs.
func (g *generateOptions) bind(c *cobra.Command, o *solveOptions) {
	// Rows are solved as gridmill solve does by default.
	o.from, o.keep, o.searchOptions = "auto", "none", usualSearch()
	f := c.Flags()
	f.SortFlags = false
	f.Var(&g.number, "count", "number `N` of puzzles, such as 5000, 10,000, 10k, 1M or 2B (required)")
	numberVar(f, &g.seed, "seed", 1, "random seed `N`; the same seed and options give the same puzzles everywhere")
	f.Var(&g.gridsOf, "grids-of", "use the solution grids, row by row, of a run with the seed `N` and no other options")
	o.bindPlace(c)
	f.StringVar(&g.clues, "clues", "", fmt.Sprintf("number of clues, a range `A:B` with A at least %d; with --minimal other puzzles are rejected, otherwise each row stops at a random number in the range", generate.MinClues))
	f.StringVar(&g.symmetry, "symmetry", generate.None.String(), "`SYMMETRY` of the pattern of clues: "+strings.Join(generate.SymmetryNames(), ", "))
	f.BoolVar(&g.minimal, "minimal", false, "only puzzles from which no clue can be removed without losing the unique solution")
	numberVar(f, &g.perGrid, "per-grid", 1, "`N` consecutive rows share a solution")
	f.StringVar(&g.guesses, "guesses", "", "only puzzles that take the solver lanes `A:B` guesses; A: and :B are open ranges")
	f.StringVar(&g.difficulty, "difficulty", "", "only puzzles of a difficulty or a range `A:B`, such as medium:hard: "+strings.Join(ladder.DifficultyNames(), ", ")+"; see gridmill help columns")
	numberVar(f, &g.attempts, "attempts", 0, "fail if a row has no puzzle after `N` attempts (0 = continue until there is one)")
	o.bindFormat(c)
	o.bindStats(c)
	o.bindWith(c)
	numberVar(f, &o.partRows, "part-rows", defaultPartRows, "`N` rows in each part of a directory")
	f.StringVar(&o.shard, "shard", "", "make only parts I, I+N, ... of a directory: `I/N` is from 0/N to N-1/N")
	o.bindEffort(c)
	o.bindReport(c)
	complete(c, map[string][]string{"symmetry": generate.SymmetryNames(), "difficulty": ladder.DifficultyNames()})
}

// check implements rowSource: it turns the flags into options.
func (o *generateOptions) check(kernel string) error {
	if o.number.rows < 1 {
		return errors.New("give the number of puzzles with --count N")
	}
	symmetry, err := generate.ParseSymmetry(o.symmetry)
	if err != nil {
		return err
	}
	o.options = generate.Options{Seed: o.seed, GridsOf: o.gridsOf.seed, PerGrid: o.perGrid, Symmetry: symmetry, Minimal: o.minimal, Attempts: o.attempts}
	if o.options.Clues, err = parseRange("--clues", o.clues, solver.Cells); err != nil {
		return err
	}
	if o.options.Guesses, err = parseRange("--guesses", o.guesses, math.MaxInt32); err != nil {
		return err
	}
	if o.options.Difficulty, err = parseDifficulties(o.difficulty); err != nil {
		return err
	}
	_, err = generate.New(o.options, kernel)
	return err
}

// recorded implements rowSource.
func (o *generateOptions) recorded(s *solveOptions) map[string]any {
	options := map[string]any{
		"count": o.number.rows, "seed": o.seed, "grids_of": o.gridsOf.String(), "clues": o.clues, "guesses": o.guesses, "symmetry": o.symmetry,
		"minimal": o.minimal, "per_grid": o.perGrid, "difficulty": o.difficulty, "with": s.with,
		"to": s.to, "stats": s.stats, "compression": s.compression, "row_group": s.rowGroup,
		"max_solutions": s.maxSolutions, "max_guesses": s.maxGuesses,
	}
	if s.selection != "" {
		options["select"] = s.selection
	}
	return options
}

// open implements rowSource.
func (o *generateOptions) open(_ formats.ReadOptions, _ []string, kernel string) (formats.Reader, error) {
	return pipeline.Generate(o.options, o.number.rows, kernel)
}

// count implements rowSource.
func (o *generateOptions) count() (rows int64, known bool) { return o.number.rows, true }

// parseDifficulties reads A:B, where one may be missing, or only A. The empty text is nil.
func parseDifficulties(text string) (*generate.DifficultyRange, error) {
	if text == "" {
		return nil, nil
	}
	d := generate.DifficultyRange{From: ladder.Easy, To: ladder.ExtremelyHard}
	if !readRange(text, &d.From, &d.To, ladder.ParseDifficulty) || d.From > d.To {
		return nil, fmt.Errorf("--difficulty must be A:B, A:, :B or one of %s, not %q", strings.Join(ladder.DifficultyNames(), ", "), text)
	}
	return &d, nil
}

// parseRange reads A:B, where one may be missing, or only A, which is A:A. The empty text is nil.
func parseRange(flag, text string, most int) (*generate.Range, error) {
	if text == "" {
		return nil, nil
	}
	r := generate.Range{To: most}
	if !readRange(text, &r.From, &r.To, parseInt) {
		return nil, fmt.Errorf("%s must be A:B, A:, :B or a number, not %q", flag, text)
	}
	return &r, nil
}

// readRange reads A:B, where one may be missing and is left unchanged, or only A, which is A:A. It
// reports whether the text is such a range.
func readRange[T any](text string, from, to *T, parse func(string) (T, error)) bool {
	first, last, isRange := strings.Cut(text, ":")
	if !isRange {
		last = first
	}
	var errFirst, errLast error
	if first != "" {
		*from, errFirst = parse(first)
	}
	if last != "" {
		*to, errLast = parse(last)
	}
	return errFirst == nil && errLast == nil && first+last != ""
}

// parseInt reads a number as people write numbers.
func parseInt(text string) (value int, err error) {
	err = number[int]{&value}.Set(text)
	return value, err
}

// rowCount is a number of rows as people write numbers.
type rowCount struct {
	rows int64
	text string
}

func (n *rowCount) String() string { return n.text }

// Type implements pflag.Value.
func (n *rowCount) Type() string { return "N" }

// Set implements pflag.Value.
func (n *rowCount) Set(text string) (err error) {
	if n.rows, err = pipeline.ParseCount(text); err == nil {
		n.text = text
	}
	return err
}

// optionalSeed is a seed that may be missing.
type optionalSeed struct{ seed *uint64 }

// Type implements pflag.Value.
func (o *optionalSeed) Type() string { return "N" }

func (o *optionalSeed) String() string {
	if o.seed == nil {
		return ""
	}
	return strconv.FormatUint(*o.seed, 10)
}

// Set implements pflag.Value.
func (o *optionalSeed) Set(text string) error {
	var seed uint64
	if err := (number[uint64]{&seed}).Set(text); err != nil {
		return err
	}
	o.seed = &seed
	return nil
}

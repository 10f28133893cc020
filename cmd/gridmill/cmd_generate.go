package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/benchmarks"
	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/solver/generate"
	"github.com/gridmill/gridmill/solver/ladder"
)

// generateOptions holds the flags that specify which puzzles to make, and their parsed values.
type generateOptions struct {
	rows           int64
	seed           uint64
	gridsOf        uint64 // used only if the flag is given
	clues, guesses string
	difficulty     string
	symmetry       string
	minimal        bool
	perGrid        int64
	attempts       int64
	harder         bool
	steps          int64
	start          string             // file of the puzzles from which searches start
	known          *benchmarks.Corpus // puzzles in the file start
	origins        *generate.Origins
	mixture        generate.Mixture
	run            *solveOptions
}

func newGenerate(s *session) *cobra.Command {
	made := new(generateOptions)
	o := solveOptions{rows: made}
	c := &cobra.Command{
		Use:   "generate --count N -o OUTPUT",
		Short: "Generate puzzles with their solutions and statistics",
		Args:  noArguments,
		RunE:  func(c *cobra.Command, _ []string) error { return s.solveRows(c, &o, nil) },
	}
	made.bind(c, &o)
	return c
}

// bind registers the flags of generate: its own flags, and those flags of a run that do not concern
// inputs.
func (g *generateOptions) bind(c *cobra.Command, o *solveOptions) {
	// The puzzles are solved with the defaults of gridmill solve.
	g.run = o
	o.from, o.keep, o.searchOptions = "auto", "none", usualSearch()
	f := c.Flags()
	f.SortFlags = false
	numberVar(f, &g.rows, "count", 0, "number `N` of puzzles, such as 5000, 10,000, 10k, 1M or 2B (required unless another option gives numbers)")
	numberVar(f, &g.seed, "seed", 1, "random seed `N`; the same seed and options produce the same puzzles everywhere")
	numberVar(f, &g.gridsOf, "grids-of", 0, "use the solution grids, row by row, of a run with seed `N` and no other options")
	o.bindPlace(c)
	f.StringVar(&g.clues, "clues", "", fmt.Sprintf("number of clues or range `A:B`, from %d; clues are removed until their number is a random number in the range; with --minimal, puzzles outside the range are rejected instead", generate.MinClues))
	f.StringVar(&g.symmetry, "symmetry", generate.None.String(), "`SYMMETRY` of the pattern of clues: "+strings.Join(generate.SymmetryNames(), ", "))
	f.BoolVar(&g.minimal, "minimal", false, "only minimal puzzles, which need every clue for a unique solution")
	numberVar(f, &g.perGrid, "per-grid", 1, "make `N` consecutive rows with the same solution")
	f.StringVar(&g.guesses, "guesses", "", "only puzzles that the solver lanes solves with `A:B` guesses (in a search, the mean over morphs); A: and :B are open ranges")
	f.StringVar(&g.difficulty, "difficulty", "", "only puzzles of a difficulty or range `A:B`, such as medium:hard: "+strings.Join(ladder.DifficultyNames(), ", ")+"; see gridmill help columns")
	numberVar(f, &g.attempts, "attempts", 0, "fail if a row has no puzzle after `N` attempts (0 = no limit)")
	f.BoolVar(&g.harder, "harder", false, fmt.Sprintf("search among the neighbours of hard puzzles; the default for --guesses from %d and --difficulty extreme", pipeline.SearchedFrom))
	numberVar(f, &g.steps, "steps", 0, "fail if a search among neighbours does not find another puzzle in `N` steps (0 = no limit)")
	f.StringVar(&g.start, "from", "", "search among the neighbours of the puzzles in `FILE`, and make at most 16 rows from each")
	o.bindFormat(c)
	o.bindStats(c)
	o.bindWith(c)
	numberVar(f, &o.partRows, "part-rows", defaultPartRows, "`N` rows in each part of a directory")
	f.StringVar(&o.shard, "shard", "", "make only parts I, I+N, I+2N and so on of a directory: `I/N` is from 0/N to N-1/N")
	o.bindEffort(c)
	o.bindReport(c)
	complete(c, map[string][]string{"symmetry": generate.SymmetryNames(), "difficulty": ladder.DifficultyNames()})
}

// check implements rowSource. It parses the flags.
func (o *generateOptions) check(kernel string) error {
	if err := o.readOrigins(); err != nil {
		return err
	}
	if o.rows < 0 || o.rows > math.MaxInt64/4 {
		return fmt.Errorf("--count cannot be %d", o.rows)
	}
	request := pipeline.Request{
		Called: flagName, Count: o.rows, Seed: o.seed, Clues: o.clues, Guesses: o.guesses, Difficulty: o.difficulty,
		Symmetry: o.symmetry, Minimal: o.minimal, PerGrid: o.perGrid, Attempts: o.attempts, Harder: o.harder, Steps: o.steps, Origins: o.origins,
	}
	if o.givenGrids() {
		request.GridsOf = &o.gridsOf
	}
	var err error
	if o.mixture, err = request.Mixture(); err != nil {
		return err
	}
	if slices.ContainsFunc(o.mixture, func(p generate.Part) bool { return p.Harder }) {
		o.addMean()
	}
	_, err = generate.NewMixer(o.mixture, kernel)
	return err
}

// addMean adds the column guesses_mean to --with, because the search selects puzzles by this
// column.
func (o *generateOptions) addMean() {
	mean := formats.GuessesMeanColumn.String()
	switch with := o.run.with; {
	case with == "":
		o.run.with = mean
	case !strings.Contains(with, mean):
		o.run.with = with + "," + mean
	}
}

// recorded implements rowSource.
func (o *generateOptions) recorded(s *solveOptions) map[string]any {
	options := map[string]any{
		"count": o.rows, "seed": o.seed, "grids_of": "", "clues": o.clues, "guesses": o.guesses, "symmetry": o.symmetry,
		"minimal": o.minimal, "per_grid": o.perGrid, "difficulty": o.difficulty, "harder": o.harder, "with": s.with,
		"to": s.to, "stats": s.stats, "compression": s.compression, "row_group": s.rowGroup,
		"max_solutions": s.maxSolutions, "max_guesses": s.maxGuesses,
	}
	if o.givenGrids() {
		options["grids_of"] = strconv.FormatUint(o.gridsOf, 10)
	}
	if o.start != "" {
		options["from"] = o.startText()
	}
	if s.selection != "" {
		options["select"] = s.selection
	}
	return options
}

// open implements rowSource.
func (o *generateOptions) open(read formats.ReadOptions, _ []string, kernel string) (formats.Reader, error) {
	o.countLeftOut(read.LeftOut)
	return pipeline.Generate(o.mixture, kernel)
}

// count implements rowSource.
func (o *generateOptions) count() (rows int64, known bool) { return o.mixture.Rows(), true }

// givenGrids reports whether --grids-of is given.
func (o *generateOptions) givenGrids() bool { return o.run.flags.Changed("grids-of") }

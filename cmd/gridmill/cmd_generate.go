package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/benchmarks"
	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/solver/generate"
	"github.com/gridmill/gridmill/solver/ladder"
)

// generateOptions holds the flags that say which puzzles to make, and the parsed flag values.
type generateOptions struct {
	pipeline.Request
	gridsOf uint64             // used only if --grids-of is given
	start   string             // file of the puzzles from which searches start
	known   *benchmarks.Corpus // puzzles in that file
	mixture generate.Mixture
	run     *solveOptions
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

func (g *generateOptions) bind(c *cobra.Command, o *solveOptions) {
	g.run, g.Called = o, flagName
	// Generated rows have no columns to keep. The other values are the defaults of gridmill solve.
	o.from, o.keep, o.searchOptions = "auto", "none", usualSearch()
	f := c.Flags()
	f.SortFlags = false
	numberVar(f, &g.Count, "count", 0, "number `N` of puzzles, such as 5000, 10k, 1M or 2B; not needed if another flag gives numbers, as in --difficulty easy=250,hard=750")
	numberVar(f, &g.Seed, "seed", 1, "random seed `N`; the same seed and options produce the same puzzles everywhere")
	numberVar(f, &g.gridsOf, "grids-of", 0, "use the same solution grids, in the same order, as a run with seed `N` and no other options")
	o.bindPlace(c)
	f.StringVar(&g.Clues, "clues", "", fmt.Sprintf("number of clues (at least %d), or a range `A:B`; without --minimal, each puzzle gets a random number in the range", generate.MinClues))
	f.StringVar(&g.Symmetry, "symmetry", generate.None.String(), "`SYMMETRY` of the pattern of clues: "+strings.Join(generate.SymmetryNames(), ", "))
	f.BoolVar(&g.Minimal, "minimal", false, "only minimal puzzles, which need every clue for a unique solution")
	numberVar(f, &g.PerGrid, "per-grid", 1, "make `N` consecutive rows with each solution")
	f.StringVar(&g.Guesses, "guesses", "", "only puzzles for which the lanes solver makes `A:B` guesses (also A: or :B); in a search among neighbours, this is the average over ten morphs")
	f.StringVar(&g.Difficulty, "difficulty", "", "only puzzles of one difficulty, or of a range `A:B` such as medium:hard; difficulties: "+strings.Join(ladder.DifficultyNames(), ", ")+"; see gridmill help columns")
	numberVar(f, &g.Attempts, "attempts", 0, "fail if a row has no puzzle after `N` attempts (0 = no limit)")
	f.BoolVar(&g.Harder, "harder", false, fmt.Sprintf("search among the neighbours of hard puzzles; the default for --guesses of %d or more and for --difficulty extreme", generate.SearchedFrom))
	numberVar(f, &g.Steps, "steps", 0, "fail if a search among neighbours does not find another puzzle in `N` steps (0 = no limit)")
	f.StringVar(&g.start, "from", "", "search among the neighbours of the puzzles in `FILE`, and make at most 16 rows for each puzzle in FILE")
	o.bindFormat(c)
	o.bindStats(c)
	o.bindWith(c)
	o.bindPartRows(c)
	f.StringVar(&o.shard, "shard", "", "make only shard `I/N` (I from 0 to N-1), which is every Nth part of a directory, starting with part I")
	o.bindEffort(c)
	o.bindReport(c)
	complete(c, map[string][]string{"symmetry": generate.SymmetryNames(), "difficulty": ladder.DifficultyNames()})
}

// check implements rowSource. It parses the flags.
func (o *generateOptions) check(kernel string) error {
	if err := o.readOrigins(); err != nil {
		return err
	}
	if o.Count < 0 || o.Count > math.MaxInt64/4 {
		return fmt.Errorf("--count must be between 0 and %d, not %d", int64(math.MaxInt64/4), o.Count)
	}
	if o.givenGrids() {
		o.GridsOf = &o.gridsOf
	}
	var err error
	if o.mixture, err = o.Mixture(); err != nil {
		return err
	}
	// A search selects puzzles by guesses_mean, so its output always has this column.
	mean := formats.GuessesMeanColumn.String()
	if slices.ContainsFunc(o.mixture, func(p generate.Part) bool { return p.Harder }) && !strings.Contains(o.run.with, mean) {
		o.run.with = strings.TrimPrefix(o.run.with+","+mean, ",")
	}
	_, err = generate.NewMixer(o.mixture, kernel)
	return err
}

// open implements rowSource.
func (o *generateOptions) open(read formats.ReadOptions, _ []string, kernel string) (formats.Reader, error) {
	if o.Origins != nil {
		read.LeftOut.Set(formats.NoOrigin, o.start, o.known.FirstSkipped, o.known.Skipped)
		if repeats := o.Origins.Repeats; len(repeats) > 0 {
			read.LeftOut.Set(formats.RepeatedOrigin, o.start, o.known.Lines[repeats[0]], len(repeats))
		}
	}
	return pipeline.GeneratedRows(o.mixture, kernel)
}

// count implements rowSource.
func (o *generateOptions) count() (rows int64, known bool) { return o.mixture.Rows(), true }

func (o *generateOptions) givenGrids() bool { return o.run.flags.Changed("grids-of") }

// readOrigins reads the puzzles from which searches start.
func (o *generateOptions) readOrigins() error {
	if o.start == "" || o.Origins != nil {
		return nil
	}
	if o.start == files.StdStream || isSpecial(o.start) {
		return errors.New("--from cannot be standard input, because the puzzles are read again when a run continues; give a file name")
	}
	if err := files.RejectRemoteInput(o.start); err != nil {
		return fmt.Errorf("--from: %w", err)
	}
	corpora, err := benchmarks.Load([]string{o.start}, formats.ReadOptions{})
	if err != nil {
		return errors.New("--from: " + err.Error()) // hides err's advice, because it mentions flags of gridmill solve
	}
	o.known = corpora[0]
	if o.Origins, err = generate.NewOrigins(o.known.Puzzles); err != nil {
		place := o.start
		if bad, is := errors.AsType[generate.BadOrigin](err); is {
			place = fmt.Sprintf("%s:%d", place, o.known.Lines[bad.Index])
		}
		return fmt.Errorf("--from %s: %w", place, err)
	}
	return nil
}

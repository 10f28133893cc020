package main

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/benchmarks"
	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/solver/generate"
	"github.com/gridmill/gridmill/solver/ladder"
)

// generateOptions holds the flags that specify which puzzles to generate, and their parsed values.
type generateOptions struct {
	pipeline.Request
	gridsOf  uint64             // used only if --grids-of is given
	fromFile string             // file with the puzzles from which searches start
	known    *benchmarks.Corpus // puzzles in fromFile
	mixture  generate.Mixture
	session  *session
}

func newGenerate(s *session) *cobra.Command {
	g := &generateOptions{Request: pipeline.Request{Called: flagName}, session: s}
	o := solveOptions{rows: g}
	c := &cobra.Command{
		Use:   "generate --count N -o OUTPUT",
		Short: "Generate puzzles with their solutions and statistics",
		Args:  noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := g.readOrigins(); err != nil {
				return err
			}
			return s.solveRows(c, &o, nil)
		},
	}
	// Except for keep, use the defaults of gridmill solve. Generated rows have no columns to keep.
	o.from, o.keep, o.searchOptions = "auto", "none", usualSearch
	f := c.Flags()
	f.SortFlags = false
	numberVar(f, &g.Count, "count", 0, "number `N` of puzzles, such as 5000, 10k, 1M or 2B; not needed if another flag gives numbers, as in --difficulty easy=250,hard=750")
	numberVar(f, &g.Seed, "seed", 1, "random seed `N`; the same seed and options produce the same puzzles everywhere")
	numberVar(f, &g.gridsOf, "grids-of", 0, "use the same solution grids, in the same order, as a run with seed `N` and no other options")
	o.bindPlace(c)
	f.StringVar(&g.Clues, "clues", "", fmt.Sprintf("number of clues (at least %d), or a range `A:B` (A: means A to 81; :B means %d to B or, with --minimal, %[1]d to B); without --minimal, each puzzle gets a random number in the range", generate.MinClues, generate.LeastCommon))
	f.StringVar(&g.Symmetry, "symmetry", generate.None.String(), "`SYMMETRY` of the pattern of clues: "+strings.Join(generate.SymmetryNames(), ", ")+" (mirror swaps left and right; diagonal swaps rows and columns)")
	f.BoolVar(&g.Minimal, "minimal", false, "make only minimal puzzles, which need every clue for a unique solution")
	numberVar(f, &g.PerGrid, "per-grid", 1, "make `N` puzzles from each solution, in consecutive rows")
	f.StringVar(&g.Guesses, "guesses", "", "make only puzzles for which the lanes solver needs `A:B` guesses (also A: or :B); with --harder, the number of guesses is the average over ten morphs (transformed copies)")
	f.StringVar(&g.Difficulty, "difficulty", "", "make only puzzles of one difficulty, or of a range `A:B` such as medium:hard; difficulties: "+strings.Join(ladder.DifficultyNames(), ", ")+"; see gridmill help columns")
	numberVar(f, &g.Attempts, "attempts", 0, "fail if a row has no puzzle after `N` attempts (0 = no limit)")
	f.BoolVar(&g.Harder, "harder", false, fmt.Sprintf("search among the neighbors of hard puzzles (a neighbor has one clue replaced); the default for --guesses of %d or more and for --difficulty extreme", generate.SearchedFrom))
	numberVar(f, &g.Steps, "steps", 0, "with --harder or --from, fail if a search finds no new puzzle in `N` steps (0 = no limit)")
	f.StringVar(&g.fromFile, "from", "", "search among the neighbors of the puzzles in `FILE`, and make at most 16 rows for each puzzle in FILE")
	o.bindFormat(c)
	o.bindStats(c)
	o.bindWith(c)
	o.bindPartRows(c)
	f.StringVar(&o.shard, "shard", "", "make only shard `I/N` of a directory: part I and every Nth part after part I (I from 0 to N-1)")
	o.bindEffort(c)
	o.bindReport(c)
	complete(c, map[string][]string{"symmetry": generate.SymmetryNames(), "difficulty": ladder.DifficultyNames()})
	return c
}

// prepare implements rowSource. It parses the flags, and can add a column to o.with.
func (g *generateOptions) prepare(o *solveOptions) (err error) {
	o.alsoRead = []string{g.fromFile}
	if g.Count < 0 || g.Count > math.MaxInt64/4 {
		return fmt.Errorf("--count must be between 1 and %s, not %s", humanize.Comma(math.MaxInt64/4), humanize.Comma(g.Count))
	}
	if o.flags.Changed("grids-of") {
		g.GridsOf = &g.gridsOf
	}
	if g.mixture, err = g.Mixture(); err != nil {
		return err
	}
	// A search selects puzzles by guesses_mean, so its output always has this column.
	if g.mixture.Searches() {
		o.addWith(formats.GuessesMeanColumn.String())
	}
	_, err = generate.NewMixer(g.mixture, o.Kernel, new(generate.Run))
	return err
}

// count implements rowSource.
func (g *generateOptions) count() int64 { return g.mixture.Rows() }

// open implements rowSource.
func (g *generateOptions) open(read formats.ReadOptions, _ []string, kernel string) (formats.Reader, error) {
	if g.Origins != nil {
		read.LeftOut.Set(formats.NoOrigin, g.fromFile, g.known.FirstSkipped, g.known.Skipped)
		for kind, puzzles := range map[formats.LineKind][]int{formats.RepeatedOrigin: g.Origins.Repeats, formats.UnsuitableOrigin: g.Origins.Unsuitable} {
			if len(puzzles) > 0 {
				read.LeftOut.Set(kind, g.fromFile, g.known.Lines[puzzles[0]], len(puzzles))
			}
		}
	}
	if i := slices.IndexFunc(g.mixture, func(p generate.Part) bool { return p.HasRareClues() }); i >= 0 {
		g.session.progress.Remark("remark: this run requires %s and might never end, because puzzles with fewer than %d clues, and minimal puzzles with more than %d clues, are rarely found",
			g.mixture[i].Wanted(), generate.LeastCommon, generate.MostCommon)
	}
	return pipeline.GeneratedRows(g.mixture, kernel)
}

// combine is advice that follows an error in --from.
const combine = "; to use several files, first run gridmill convert FILE... -o puzzles.txt"

// readOrigins reads the puzzles from which searches start.
func (g *generateOptions) readOrigins() (err error) {
	if g.fromFile == "" {
		return nil
	}
	if g.fromFile == files.StdStream || isSpecial(g.fromFile) {
		return usageError{errors.New("--from must be a regular file, because the puzzles are read again when a run continues" + combine)}
	}
	if err := files.RejectRemoteInput(g.fromFile); err != nil {
		return usageError{fmt.Errorf("--from: %w", err)}
	}
	if g.known, err = benchmarks.LoadFiles(g.fromFile, []string{g.fromFile}, formats.ReadOptions{}); err != nil {
		text := "--from: " + err.Error() // without the advice for err, which would mention flags of gridmill solve
		convert := "first run gridmill convert " + files.InShell(g.fromFile)
		if setting, named := errors.AsType[*option.Error](err); named && slices.Contains(setting.Options, option.Column) {
			text += "; to use one of them, " + convert + " --column NAME -o puzzles.txt"
		} else if named && slices.Contains(setting.Options, option.Recognition) {
			text += "; if it holds puzzles, " + convert + " --from FORMAT -o puzzles.txt (see gridmill help input for the formats)"
		} else if errors.Is(err, fs.ErrNotExist) && strings.ContainsAny(g.fromFile, "*?[") {
			text += combine
		}
		return errors.New(text)
	}
	g.Origins, err = generate.NewOrigins(g.known.Puzzles)
	return inFlag("from "+g.fromFile, err)
}

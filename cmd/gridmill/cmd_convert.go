package main

import (
	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline/parts"
	"github.com/gridmill/gridmill/solver"
)

func newConvert(s *session) *cobra.Command {
	o := solveOptions{rows: fileRows{}}
	c := &cobra.Command{
		Use:   "convert INPUT... -o OUTPUT",
		Short: "Convert puzzles to another format without solving them",
		Args:  someInputs,
		RunE:  func(c *cobra.Command, inputs []string) error { return s.solveRows(c, &o, inputs) },
	}
	o.searchOptions = usualSearch
	o.solver, o.stats = parts.NoSolver, "all"
	c.Flags().SortFlags = false
	o.bindPlace(c)
	o.inputOptions.bind(c)
	o.bindKeep(c, "none, or comma-separated names or numbers")
	o.bindFormat(c)
	o.bindPartRows(c)
	o.bindRun(c)
	o.bindRejects(c)
	return c
}

// written returns the format to write if the user requested f. If the command does not solve
// puzzles, formats.Lines replaces formats.Text, because there are no counts or solutions to write.
func (o *solveOptions) written(f formats.Format) formats.Format {
	if o.solver == parts.NoSolver && f == formats.Text {
		return formats.Lines
	}
	return f
}

// unsolved is a solver for converting rows. It reports every puzzle as unfinished.
type unsolved struct{}

func (unsolved) Solve(puzzles []solver.Grid, results []solver.Result) {
	for i := range puzzles {
		results[i] = solver.Result{}
		if puzzles[i][0] != 0 {
			results[i].Verdict = solver.Unfinished
		}
	}
}

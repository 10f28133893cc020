package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/formats"
)

// solveOptions holds the flags of solve. Other commands share some of them.
type solveOptions struct {
	jobOptions
	made                    *generateOptions // flags of gridmill generate; nil in other commands
	planFile, rejects, only string
	strict                  bool
	scores                  *scoreOptions // flags of gridmill score; nil in other commands
}

func newSolve(s *session) *cobra.Command {
	var o solveOptions
	c := &cobra.Command{
		Use:   "solve INPUT... -o OUTPUT",
		Short: "Solve puzzles and write solutions and statistics",
		Args: func(c *cobra.Command, inputs []string) error {
			if o.planFile != "" {
				return nil // inputs are not required here, because the plan lists them
			}
			return someInputs(c, inputs)
		},
		RunE: func(c *cobra.Command, inputs []string) error { return s.solveRows(c, &o, inputs) },
	}
	f := c.Flags()
	f.SortFlags = false
	o.bindPlace(c)
	o.bindRecipe(c)
	f.StringVar(&o.planFile, "plan", "", "carry out the plan in `FILE`, made by gridmill plan, and write its parts to a directory")
	f.StringVar(&o.shard, "shard", "", "with --plan, solve only shard `I/N` (I from 0 to N-1), which is every Nth part, starting with part I")
	o.bindEffort(c)
	o.bindReport(c)
	o.bindRejects(c)
	f.BoolVar(&o.strict, "strict", false, strictUsage)
	return c
}

// open returns a Reader of the rows to solve.
func (o *solveOptions) open(read formats.ReadOptions, files []string) (formats.Reader, error) {
	if o.made != nil {
		return o.made.open(read, o.Kernel)
	}
	return formats.Open(files, read)
}

// bindRejects registers --rejects.
func (o *solveOptions) bindRejects(c *cobra.Command) {
	c.Flags().StringVar(&o.rejects, "rejects", "", "also write invalid rows to a CSV `FILE` with the columns file, line, reason and row (for Parquet, Arrow and NumPy inputs, row contains only the puzzle)")
}

// checkRejects checks the name of the --rejects file.
func checkRejects(name string) error {
	if f := formats.FormatOf(name); f != formats.Auto && f != formats.CSV {
		return fmt.Errorf("--rejects %s: rejected rows are written as CSV; give a name that ends in .csv, .csv.gz or .csv.zst", name)
	}
	return nil
}

// bindRecipe registers the flags that affect the output. A plan records only these flags.
func (o *solveOptions) bindRecipe(c *cobra.Command) {
	f := c.Flags()
	o.inputOptions.bind(c)
	o.bindAnswers(c)
	o.bindKeep(c, "none, or comma-separated names")
	o.bindFormat(c)
	o.bindStats(c)
	o.bindWith(c)
	o.searchOptions.bind(c)
	f.StringVar(&o.only, "only", "", "solve only the rows of an earlier result that have this `VERDICT` (must be \"unfinished\"), and copy all others")
	o.bindPartRows(c)
	complete(c, map[string][]string{"only": {"unfinished"}})
}

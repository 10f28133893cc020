package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline"
)

// solveOptions holds the flags of solve. Other commands share some of them.
type solveOptions struct {
	jobOptions
	rows                    rowSource
	planFile, rejects, only string
	strict                  bool
	scores                  scoreOptions // flags of gridmill score; zero in other commands
}

func newSolve(s *session) *cobra.Command {
	o := solveOptions{rows: fileRows{}}
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
	f.StringVar(&o.planFile, "plan", "", "carry out the plan in `FILE` (see gridmill plan --help), and write the parts to a directory")
	f.StringVar(&o.shard, "shard", "", "with --plan, solve only shard `I/N`: part I and every Nth part after part I (I from 0 to N-1)")
	o.bindEffort(c)
	o.bindReport(c)
	o.bindRejects(c)
	f.BoolVar(&o.strict, "strict", false, strictUsage)
	return c
}

// A rowSource provides the rows to solve.
type rowSource interface {
	// prepare checks the flags of the source, and can change o. All errors are usage errors.
	prepare(o *solveOptions) error
	open(read formats.ReadOptions, files []string, kernel string) (formats.Reader, error)
	// count returns the number of rows, or pipeline.Unknown if the flags do not determine it.
	count() int64
	// record can change options, which maps the names of flags to the values to record.
	record(o *solveOptions, options map[string]any)
}

// fileRows is the rowSource that reads files.
type fileRows struct{}

func (fileRows) prepare(*solveOptions) error { return nil }
func (fileRows) count() int64                { return pipeline.Unknown }

func (fileRows) open(read formats.ReadOptions, files []string, _ string) (formats.Reader, error) {
	return formats.Open(files, read)
}

func (o *solveOptions) bindRejects(c *cobra.Command) {
	c.Flags().StringVar(&o.rejects, "rejects", "", "also write invalid rows to a CSV `FILE` with the columns file, line, reason and row (for Parquet, Arrow and NumPy inputs, the \"row\" column contains only the puzzle)")
}

func checkRejects(name string) error {
	if f := formats.FormatOf(name); f != formats.Auto && f != formats.CSV {
		return fmt.Errorf("--rejects %s: rejected rows are written as CSV; give a name that ends in .csv, .csv.gz or .csv.zst", name)
	}
	_, err := formats.OutputFormat(name, formats.CSV)
	return err
}

// bindRecipe registers the flags that affect the output. A plan records only these flags.
func (o *solveOptions) bindRecipe(c *cobra.Command) {
	f := c.Flags()
	o.inputOptions.bind(c)
	o.bindAnswers(c)
	o.bindKeep(c, "none, or comma-separated names or numbers")
	o.bindFormat(c)
	o.bindStats(c)
	o.bindWith(c)
	o.searchOptions.bind(c)
	f.StringVar(&o.only, "only", "", "in an earlier result, solve only the rows with this `VERDICT` (must be \"unfinished\"), and copy all other rows")
	o.bindPartRows(c)
	complete(c, map[string][]string{"only": {"unfinished"}})
}

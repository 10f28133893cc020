package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/pipeline/keys"
)

// verifyOptions holds the flags of verify.
type verifyOptions struct {
	inputOptions
	prove                    bool
	input                    []string
	against                  []string
	by, with, types          string
	solver                   string
	maxSolutions, maxGuesses int32
	workers                  int
	maxErrors                int
	progress                 string
}

func newVerify(s *session) *cobra.Command {
	var o verifyOptions
	c := &cobra.Command{
		Use:   "verify INPUT...",
		Short: "Check results independently of the solvers, and find leaks between data sets",
		Args:  someInputs,
		RunE: func(c *cobra.Command, inputs []string) error {
			if o.comparesSets() {
				return s.findLeaks(c.Context(), &o, inputs)
			}
			return s.verify(c.Context(), &o, inputs)
		},
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringArrayVar(&o.input, "input", nil, "compare the rows of a result and their order with `FILE`, the input of the run that made the result (repeatable)")
	f.BoolVar(&o.prove, "prove", false, "also solve every puzzle again with another solver, and compare the results")
	f.StringVar(&o.solver, "solver", "", "solver `VARIANT` for --prove: "+strings.Join(solverNames(), ", ")+"; by default dlx, or mrv for results of dlx")
	numberVar(f, &o.maxSolutions, "max-solutions", 2, "with --prove, the value `N` of --max-solutions in the run that made the result")
	numberVar(f, &o.maxGuesses, "max-guesses", 0, "with --prove, the value `N` of --max-guesses in the run that made the result (0 = no limit)")
	f.StringVar(&o.with, "with", "", "`COLUMNS` that the run added with --with, if the result does not record them; needed only for guesses_mean:N and steps:search")
	f.StringVar(&o.types, "types", "", "with --input, the value `TYPES` of --types in the run that made the result, if the result is CSV or JSON")
	f.StringArrayVar(&o.against, "against", nil, "find puzzles that the inputs share with `FILE` (repeatable)")
	f.StringVar(&o.by, "by", "", "`CRITERION` by which puzzles count as the same: "+strings.Join(keys.ByNames, ", ")+"; by default solution")
	o.bind(c)
	o.bindAnswers(c)
	numberVar(f, &o.maxErrors, "max-errors", 100, "print at most `N` errors, and count the rest")
	numberVar(f, &o.workers, "workers", grantedProcessors(), "check `N` batches at a time (default: one per processor)")
	bindProgress(c, &o.progress, "errors")
	complete(c, map[string][]string{"solver": solverNames(), "by": keys.ByNames})
	return c
}

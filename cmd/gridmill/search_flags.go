package main

import (
	"strings"

	"github.com/gridmill/gridmill/solver"
	"github.com/spf13/cobra"
)

// searchOptions holds the flags that control how puzzles are solved.
type searchOptions struct {
	solver string
	solver.Config
}

// usualSearch holds the search options of commands without search flags.
var usualSearch = searchOptions{solver.Default, solver.Config{MaxSolutions: 2}}

func (o *searchOptions) bind(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.solver, "solver", solver.Default, "solver `VARIANT`: "+strings.Join(solverNames(), ", "))
	numberVar(f, &o.MaxSolutions, "max-solutions", 2, "stop after `N` solutions per puzzle; to prove uniqueness, N must be at least 2")
	numberVar(f, &o.MaxGuesses, "max-guesses", 0, "stop after `N` guesses per puzzle (0 = no limit)")
	complete(c, map[string][]string{"solver": solverNames()})
}

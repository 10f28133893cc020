package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/solver"
)

func newSolvers(s *session) *cobra.Command {
	return &cobra.Command{
		Use:   "solvers",
		Short: "List the solver variants",
		Args:  noArguments,
		RunE: func(*cobra.Command, []string) error {
			w := tabwriter.NewWriter(s.stdout, 0, 0, 2, ' ', 0)
			for _, v := range solver.Variants() {
				text := v.Summary
				if v.Name == solver.Default {
					text += " (the default)"
				}
				if kernels := strings.Join(v.Kernels(), ", "); kernels != "" {
					text += "; kernels: " + kernels
				}
				fmt.Fprintf(w, "%s\t%s\n", v.Name, text)
			}
			return w.Flush()
		},
	}
}

package generate

import (
	"fmt"
	"testing"

	"github.com/gridmill/gridmill/solver"
)

// TestRelativesAreReportedOnce adds a solution twice to one search, and then once to a second
// search. The first search must cause exactly one report, and the second search none.
func TestRelativesAreReportedOnce(t *testing.T) {
	r := NewRelatives(Mixture{{Rows: 4 * PerLineage, Options: Options{Harder: true}}})
	solution := solver.Grid([]byte("123456789456789123789123456214365897365897214897214365531642978642978531978531642"))
	said := func() (all []string) {
		r.Report(func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) })
		return all
	}
	r.Add(0, &solution, 1)
	r.Add(1, &solution, 2)
	if got := said(); len(got) != 1 {
		t.Errorf("a repeated solution: %q", got)
	}
	r.Add(PerLineage, &solution, 1)
	if got := said(); len(got) != 0 {
		t.Errorf("another search: %q", got)
	}
}

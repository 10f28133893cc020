package pipeline

import (
	"strings"
	"testing"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline/internal/testkit"
	"github.com/gridmill/gridmill/solver"
)

// watching is a writer that passes each batch to a function.
type watching func(*formats.Batch)

func (w watching) Encode(b *formats.Batch, _ formats.Encoded) (formats.Encoded, error) {
	w(b)
	return nil, nil
}
func (watching) Write(*formats.Batch, formats.Encoded) error { return nil }
func (watching) Close() error                                { return nil }

// TestResultsUnchangedWithoutSolver checks that a run without a solver does not change the results
// that it reads from a file, even if a puzzle has repeated clues. The verifier relies on this.
func TestResultsUnchangedWithoutSolver(t *testing.T) {
	repeated := "55" + strings.Repeat(".", solver.Cells-2)
	file := testkit.Store(t, "x.csv", "puzzle,solution,verdict,solution_count,reason\n"+repeated+",,none,0,\n")
	reader := testkit.Open(t, formats.ReadOptions{Results: formats.CheckResults}, file)
	look := watching(func(b *formats.Batch) {
		if text := b.Reasons[0].Code(); text != "" || b.Results[0].Verdict != solver.None {
			t.Errorf("the verdict is %s, the reason %q", b.Results[0].Verdict, text)
		}
	})
	totals, err := Run(t.Context(), Config{Reader: reader, Writers: []formats.Writer{look}, Workers: 1, BatchRows: 10})
	if err != nil || totals.Rows != 1 {
		t.Errorf("totals %v, error %v", totals, err)
	}
}

// TestNoVerdictsWithoutSolver checks that a run without a solver counts verdicts only if it reads
// them. Otherwise, progress would show all rows as invalid.
func TestNoVerdictsWithoutSolver(t *testing.T) {
	text := "puzzle,solution,verdict,solution_count,reason\n" + strings.Repeat(".", solver.Cells) + ",,none,0,\n"
	for use, want := range map[formats.ResultsUse]int64{formats.IgnoreResults: 0, formats.CheckResults: 1} {
		reader := testkit.Open(t, formats.ReadOptions{Stdin: strings.NewReader(text), Results: use})
		var counts Progress
		totals, err := Run(t.Context(), Config{Reader: reader, Workers: 1, BatchRows: 10, Progress: &counts})
		if err != nil || counts.Rows() != 1 || counts.Verdicts() != totals.Verdicts || totals.Verdicts != [solver.NumVerdicts]int64{solver.None: want} {
			t.Errorf("with use %d of results, the progress is %d rows, %v (error %v)", use, counts.Rows(), counts.Verdicts(), err)
		}
	}
}

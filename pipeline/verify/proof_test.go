package verify

import (
	"fmt"
	"slices"
	"testing"

	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/internal/testkit"
	"github.com/gridmill/gridmill/solver"
)

func TestNoSolverProvesItself(t *testing.T) {
	for provenance, prover := range map[string]string{
		`{"solver":"dlx"}`: "mrv", `{"solver":"mrv"}`: "dlx", `{"solver":"lanes"}`: "dlx",
		"": "dlx", "{": "dlx", `{"solver":7}`: "dlx",
	} {
		file := testkit.Store(t, "x.parquet", parquetResult(t, 50, provenance))
		v := &Verifier{Workers: 1, BatchRows: 100, Proof: &Proof{Config: solver.Config{MaxSolutions: 2}}, Report: func(f pipeline.Fault) { t.Error(f) }}
		if err := v.File(t.Context(), file); err != nil {
			t.Fatal(err)
		}
		if v.Tally.Proven == 0 || !slices.Equal(v.Provers, []string{prover}) {
			t.Errorf("%q: %d rows are proven by %q, want %s", provenance, v.Tally.Proven, v.Provers, prover)
		}
	}
}

// TestVerdictsFitTheOptions checks that a verdict is a fault if it contradicts the recorded
// options.
func TestVerdictsFitTheOptions(t *testing.T) {
	for provenance, faulty := range map[string]bool{
		`{"options":{"max_solutions":2,"max_guesses":500}}`: false,
		`{"options":{"max_solutions":1,"max_guesses":500}}`: true,
		`{"options":{}}`: false,
	} {
		file := testkit.Store(t, "x.parquet", parquetResult(t, 4000, provenance))
		v := &Verifier{Workers: 1, BatchRows: 100, Report: func(pipeline.Fault) {}}
		if err := v.File(t.Context(), file); err != nil {
			t.Fatal(err)
		}
		if (v.Tally.Faults > 0) != faulty {
			t.Errorf("%s: %d faults, want faults: %t", provenance, v.Tally.Faults, faulty)
		}
	}
	for _, v := range []solver.Verdict{solver.Unique, solver.Multiple} {
		if impossible(&solver.Config{MaxSolutions: 1}, v) == nil {
			t.Errorf("%s is accepted from a run that looks for one solution", v)
		}
	}
}

// TestProofOfMinimal checks that a proof detects wrong values in the minimal column.
func TestProofOfMinimal(t *testing.T) {
	dlx, err := solver.New("dlx", solver.Config{MaxSolutions: 2})
	if err != nil {
		t.Fatal(err)
	}
	p := &prover{solver: dlx}
	minimal := solver.Grid([]byte(".2.......4...3..21.9.1.6...5...79.4..863......................7..9..581.3.2...9.."))
	more := minimal
	more[0] = '1'
	for _, c := range []struct {
		puzzle *solver.Grid
		claim  bool
		want   string
	}{
		{&minimal, true, ""},
		{&minimal, false, "minimal is false, but no clue can be removed"},
		{&more, false, ""},
		{&more, true, "minimal is true, but the solution remains unique without the clue in row 1, column 1"},
	} {
		if err := p.checkMinimal(c.puzzle, c.claim); fmt.Sprint(err) != c.want && (err != nil || c.want != "") {
			t.Errorf("minimal is %t: %v, want %q", c.claim, err, c.want)
		}
	}
}

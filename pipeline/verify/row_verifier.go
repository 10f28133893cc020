package verify

import (
	"fmt"
	"slices"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/solver"
)

// A rowVerifier checks the rows of a file. It implements formats.Writer. Workers check batches in
// Encode, and Write reports faults in row order.
type rowVerifier struct {
	formats.Observer
	*Verifier
	proof    *Proof
	search   *Search    // nil if the search is not known or the result has no statistics
	rowCheck            // copied for each checkedBatch, so that workers can use the copies in parallel
	first    int64      // number of the run's rows that precede the file's rows
	input    *inputRows // nil if rows are not compared with the input
	// misplaced counts the rows whose puzzles are of a kind that the run requested for other rows.
	// firstMisplaced is the number of the first misplaced row, counted from 0.
	misplaced, firstMisplaced int64
}

// maxReported limits the faults that are reported per batch. Further faults are only counted.
const maxReported = 1000

type checkedBatch struct {
	faults []pipeline.Fault
	tally  Tally
	row    rowCheck
	prover *prover // nil if there is no Proof
	// searcher repeats the search that v.search describes. It is nil if v.search is nil.
	searcher solver.Solver
	found    []solver.Result
	claims   *claims
}

// Encode checks the rows of a batch. It sets each answer's class to the class that the row records.
func (v *rowVerifier) Encode(b *formats.Batch, reuse formats.Encoded) (_ formats.Encoded, err error) {
	c, _ := reuse.(*checkedBatch)
	if c == nil {
		c = &checkedBatch{claims: newClaims(v.kinds), row: v.rowCheck}
		if v.search != nil {
			if c.searcher, err = solver.New(v.search.Solver, v.search.Config); err != nil {
				return nil, err
			}
		}
		if v.proof != nil {
			c.prover = &prover{Proof: v.proof, columns: v.columns, guessed: !v.columns.Has(formats.VerdictColumn)}
			if c.prover.solver, err = solver.New(v.proof.Solver, v.proof.Config); err != nil {
				return nil, err
			}
		}
	}
	c.faults, c.tally = c.faults[:0], Tally{Rows: int64(b.Len())}
	c.row.extras.findOf(b)
	if c.claims != nil {
		c.claims.find(b)
	}
	if c.searcher != nil {
		c.found = slices.Grow(c.found[:0], b.Len())[:b.Len()]
		c.searcher.Solve(b.Puzzles, c.found)
	}
	if c.prover != nil {
		c.prover.find(b)
	}
	for i := range b.Len() {
		faults := c.tally.Faults
		sound := func() bool { return c.tally.Faults == faults }
		c.row.check(b, i, func(format string, args ...any) { c.add(b, i, fmt.Errorf(format, args...)) })
		if c.claims != nil && sound() {
			c.add(b, i, c.claims.check(&b.Puzzles[i], i, v.first+b.First+int64(i)))
		}
		if r := &b.Results[i]; c.searcher != nil && sound() && r.Verdict != solver.Invalid {
			c.add(b, i, v.search.Compare(&r.Stats, &c.found[i].Stats))
		}
		if c.prover != nil && sound() {
			c.add(b, i, c.prover.check(b, i, &c.tally))
		}
	}
	b.Answers = b.Answers[:0]
	for i := range b.Readback {
		b.Answers = append(b.Answers, b.Readback[i].Answer)
	}
	return c, nil
}

// add adds a fault in row i, unless err is nil.
func (c *checkedBatch) add(b *formats.Batch, i int, err error) {
	if err == nil {
		return
	}
	c.tally.Faults++
	if len(c.faults) < maxReported {
		c.faults = append(c.faults, pipeline.RowFault(b, i, err))
	}
}

// Write reports the faults of a batch.
func (v *rowVerifier) Write(b *formats.Batch, e formats.Encoded) error {
	c := e.(*checkedBatch)
	for _, f := range c.faults {
		v.Report(f)
	}
	v.Tally.add(c.tally)
	if c.claims != nil {
		for _, row := range c.claims.misplaced {
			if v.misplaced++; v.misplaced == 1 {
				v.firstMisplaced = row
			}
		}
		for i := range c.claims.results {
			if r := &c.claims.results[i]; r.Verdict == solver.Unique {
				v.relatives.Add(v.first+b.First+int64(i), &r.Solution, b.SearchSteps[i])
			}
		}
	}
	if v.input == nil {
		return nil
	}
	return v.input.compare(b, v.Fault)
}

package verify

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/generate"
)

// A rowVerifier checks the rows of a file. It implements formats.Writer. Workers check batches in
// Encode, and Write reports faults in row order.
type rowVerifier struct {
	formats.Observer
	*Verifier
	proof     *Proof
	search    *Search // nil if the search is not known or the result has no statistics
	columns   formats.ColumnSet
	made      madeAs
	extras    ExtrasCheck // copied for each worker, which uses only its copy
	kinds     generate.Mixture
	first     int64      // number of rows of the run that precede the file's rows
	input     *inputRows // nil if rows are not compared with the input
	misplaced misplaced
}

// maxReported limits the faults that a worker reports per batch. Further faults are only counted.
const maxReported = 1000

// checkedBatch holds the faults that a worker found in a batch.
type checkedBatch struct {
	faults []pipeline.Fault
	tally  Tally
	row    rowCheck
	prover *prover // nil without a Proof
	// searcher repeats the search that v.search describes. It is nil if v.search is nil.
	searcher solver.Solver
	found    []solver.Result
	claims   *claims
	misplaced
}

// Encode checks the rows of a batch. It sets each answer's class to the class that the row records.
func (v *rowVerifier) Encode(b *formats.Batch, reuse formats.Encoded) (formats.Encoded, error) {
	c, _ := reuse.(*checkedBatch)
	if c == nil {
		c = &checkedBatch{
			misplaced: misplaced{}, claims: newClaims(v.kinds),
			row: rowCheck{columns: v.columns, made: v.made, extras: v.extras},
		}
		var err error
		if v.search != nil {
			if c.searcher, err = solver.New(v.search.Solver, v.search.Config); err != nil {
				return nil, err
			}
		}
		if v.proof != nil {
			if c.prover, err = v.proof.newProver(v.columns); err != nil {
				return nil, err
			}
		}
	}
	c.faults, c.tally = c.faults[:0], Tally{Rows: int64(b.Len())}
	clear(c.misplaced)
	c.row.extras.findOf(b)
	if c.claims != nil {
		c.claims.find(b)
	}
	if c.searcher != nil {
		c.found = slices.Grow(c.found[:0], b.Len())[:b.Len()]
		c.searcher.Solve(b.Puzzles, c.found)
	}
	for i := range b.Len() {
		faults := c.tally.Faults
		if c.prover != nil {
			c.prover.reread(&b.Results[i])
		}
		c.row.check(b, i, func(format string, args ...any) { c.add(b, i, fmt.Errorf(format, args...)) })
		if c.claims != nil && faults == c.tally.Faults {
			if err := c.claims.check(&b.Puzzles[i], i, v.first+b.First+int64(i), c.misplaced); err != nil {
				c.add(b, i, err)
			}
		}
		if r := &b.Results[i]; c.searcher != nil && faults == c.tally.Faults && r.Verdict != solver.Invalid {
			if err := v.search.Compare(&r.Stats, &c.found[i].Stats); err != nil {
				c.add(b, i, err)
			}
		}
		if c.prover != nil && faults == c.tally.Faults {
			if err := impossible(&c.prover.Config, b.Results[i].Verdict); err != nil {
				c.add(b, i, err)
				continue
			}
			c.prover.take(b, i)
		}
	}
	if c.prover != nil {
		c.prover.prove(b, c)
		slices.SortStableFunc(c.faults, func(a, b pipeline.Fault) int { return cmp.Compare(a.Row, b.Row) })
	}
	b.Answers = b.Answers[:0]
	for i := range b.Readback {
		b.Answers = append(b.Answers, b.Readback[i].Answer)
	}
	return c, nil
}

func (c *checkedBatch) add(b *formats.Batch, i int, err error) {
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
	for kind, of := range c.misplaced {
		v.misplaced.add(kind, of.rows, of.first)
	}
	if c.claims != nil {
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

package pipeline

import (
	"context"
	"io"

	"golang.org/x/sync/errgroup"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
)

// PartsConfig is what SolveParts needs beside a Config, whose Writers are its own.
type PartsConfig struct {
	Config
	Directory *Directory
	Plan      *Plan
	Shard     Shard
	// Create begins the format of one part. All its writers are alike, so that
	// any may encode for any other.
	Create func(io.Writer) (formats.Writer, error)
	// Checked counts what is read of inputs, before and meanwhile, to see whether they
	// are still what they were. It may be nil.
	Checked *files.Counter
	// Begin is told, before parts are solved, what is wrong with those that are
	// solved again, and how many rows there are to solve. It is called twice where
	// parts turn out to be damaged, and never where there is nothing to solve.
	Begin func(faults Problems, rows int64)
	// Check is told before the parts that were there already are read, if any were, and
	// before the inputs are looked at once more, if any part was solved, with what
	// counts the bytes of each.
	Check func(read *files.Counter)
	// Published is told of each part that is safe on the disk, from several
	// goroutines. None of the three may be nil.
	Published func(Made)
}

// A Shard is a share of the parts of a plan: Index, Index+Of, Index+2*Of, and so
// on. The zero Shard is all of them.
type Shard struct{ Index, Of int }

// All reports whether the shard is all parts.
func (s Shard) All() bool { return s.Of == 0 }

// parts returns the shard's parts of a plan.
func (s Shard) parts(p *Plan) []*Part {
	var parts []*Part
	for i := s.Index; i < len(p.Parts); i += max(s.Of, 1) {
		parts = append(parts, &p.Parts[i])
	}
	return parts
}

// Outcome says what became of the parts of a run.
type Outcome struct {
	Totals Totals // of all parts, once they are all there
	Taken  Count  // there already
	Solved Count  // now
	Left   Count  // not done, where the run was stopped
	// LeftAlone tells of what does not belong in the directory, once it is complete.
	LeftAlone Problems
}

// Count is a number of parts and their rows.
type Count struct {
	Parts int   `json:"parts"`
	Rows  int64 `json:"rows"`
}

func countOf(parts []*Part) Count {
	c := Count{Parts: len(parts)}
	for _, part := range parts {
		c.Rows += part.Rows
	}
	return c
}

// SolveParts solves those parts of a plan that the directory does not hold yet,
// each into a file of its own. A shard ends with its last part; who solves all
// parts also publishes _SUCCESS.json. What is done by the time it stops, for
// whatever reason, stays done: the outcome says what, with or without an error.
//
// Parts that were there are read last, and solved again where they are damaged. So
// solving begins at once however much is there, and a run that is stopped many times
// reads them once.
func SolveParts(ctx context.Context, c PartsConfig) (*Outcome, error) {
	outcome := new(Outcome)
	inputs := c.Plan.inputStates()
	if err := c.prepare(ctx); err != nil {
		return outcome, err
	}
	solved := newInventory()
	there, missing, err := c.Directory.survey(c.Shard.parts(c.Plan))
	if err != nil {
		return outcome, err
	}
	outcome.Taken, outcome.Left = countOf(there), countOf(missing)
	if err := c.solveMissing(ctx, inputs, missing, nil, solved, outcome); err != nil {
		return outcome, err
	}
	read := new(files.Counter)
	if len(there) > 0 {
		c.Check(read)
	}
	taken, err := c.Directory.take(ctx, c.Plan, there, c.Workers, read)
	if err != nil {
		return outcome, err
	}
	outcome.Taken, outcome.Left = taken.count(), countOf(taken.Missing)
	if err := c.solveMissing(ctx, inputs, taken.Missing, taken.Faults, solved, outcome); err != nil {
		return outcome, err
	}
	if outcome.Solved.Parts > 0 { // inputs may have changed meanwhile
		read := new(files.Counter)
		c.Check(read)
		if err := c.Plan.CheckInputs(ctx, read); err != nil {
			return outcome, err
		}
	}
	solved.addAll(taken)
	outcome.Totals = solved.Totals
	if !c.Shard.All() {
		return outcome, nil
	}
	return outcome, c.Directory.finish(c.Plan, solved, outcome)
}

// prepare refuses what would spoil the parts, and makes the directory ready for them.
func (c *PartsConfig) prepare(ctx context.Context) error {
	if err := c.Plan.CheckInputs(ctx, c.Checked); err != nil {
		return err
	}
	if err := c.Directory.StorePlan(c.Plan); err != nil {
		return err
	}
	if err := c.Directory.refuseStrays(c.Plan); err != nil { // and not only when all is solved
		return err
	}
	return c.Directory.removeLeftovers()
}

// solveMissing solves the missing parts in one flow, and adds them to those that are
// solved. The faults say what is wrong with those that had been made before.
func (c *PartsConfig) solveMissing(ctx context.Context, inputs inputStates, missing []*Part, faults Problems, solved *inventory, outcome *Outcome) error {
	if len(missing) == 0 {
		return nil
	}
	c.Begin(faults, outcome.Left.Rows)
	if err := c.Directory.revoke(); err != nil {
		return err
	}
	encoder, err := c.Create(io.Discard)
	if err != nil {
		return err
	}
	c.Writers = []formats.Writer{encoder}
	segments := make([]Segment, len(missing))
	for i, part := range missing {
		segments[i] = part.Segment
	}
	before := solved.count()
	group, ctx := errgroup.WithContext(ctx)
	to := &partsWriter{
		PartsConfig: c, ctx: ctx, group: group, parts: missing, identity: c.Plan.identity(), inputs: inputs, solved: solved,
		publishing: make(chan struct{}, publishedAtOnce), finishing: make(chan struct{}, 1),
	}
	group.Go(func() error { return RunSegments(ctx, c.Config, segments, to) })
	err = group.Wait()
	to.abort()
	outcome.Solved = solved.count()
	outcome.Left.Parts -= outcome.Solved.Parts - before.Parts
	outcome.Left.Rows -= outcome.Solved.Rows - before.Rows
	return err
}

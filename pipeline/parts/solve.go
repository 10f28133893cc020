package parts

import (
	"context"
	"io"

	"golang.org/x/sync/errgroup"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
)

// Config holds the settings of Solve. Solve sets the Writers of the embedded pipeline.Config. Of
// the other fields, only Counted can be nil.
type Config struct {
	pipeline.Config
	Directory *Directory
	Plan      *Plan
	Shard     Shard
	Rejects   bool // list the invalid rows of each part
	// Create creates a writer for one part. All writers must have the same settings, so that each
	// can encode for any other.
	Create func(io.Writer) (formats.Writer, error)
	// Counted counts the bytes read to check whether inputs have changed, before and during the
	// run.
	Counted *files.Counter
	// Found is called when the parts of earlier runs have been found. Its arguments count the parts
	// that are done and those that are left.
	Found func(done, left Count)
	// Solving is called before parts are solved, with the faults of parts that are solved again and
	// the parts that are left. It is called again if parts turn out to be damaged.
	Solving func(faults pipeline.Faults, left Count)
	// Checking is called before the parts of earlier runs are read, and before the inputs are
	// checked again, with a counter of bytes.
	Checking func(read *files.Counter)
	// Published is called when a part has been safely stored. It may be called concurrently.
	Published func(Made)
}

// A Shard is a subset of the parts of a plan: Index, Index+Of, Index+2*Of, and so on. The zero
// Shard includes all parts.
type Shard struct{ Index, Of int }

// All reports whether the shard includes all parts.
func (s Shard) All() bool { return s.Of == 0 }

// parts returns the shard's parts of a plan.
func (s Shard) parts(p *Plan) []*Part {
	var parts []*Part
	for i := s.Index; i < len(p.Parts); i += max(s.Of, 1) {
		parts = append(parts, &p.Parts[i])
	}
	return parts
}

// An Outcome describes the parts after a run.
type Outcome struct {
	Totals pipeline.Totals // of all parts, if they are complete
	Taken  Count           // done by earlier runs
	Solved Count           // done by this run
	Left   Count           // not done, because the run stopped early
	// Rejects lists the files of invalid rows of all parts, in order, if all parts are complete.
	Rejects []string
}

// A Count is a number of parts and of their rows.
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

// Solve solves the parts of a plan that the directory does not have yet, and writes each to its own
// file. A shard ends with its last part; a run of all parts also publishes _SUCCESS.json. Parts
// that are done when Solve stops remain done. The outcome counts them even if Solve returns an
// error.
//
// Solve reads existing parts last, and solves them again if they are damaged. Solving therefore
// starts immediately even if there are many parts, and a run that is interrupted many times reads
// them only once.
func Solve(ctx context.Context, c Config) (*Outcome, error) {
	outcome := new(Outcome)
	inputs := files.StatesOf(c.Plan.Files()) // CheckInputs reports errors
	if err := c.prepare(ctx); err != nil {
		return outcome, err
	}
	solved := newInventory()
	there, missing, err := c.Directory.findManifests(c.Shard.parts(c.Plan))
	if err != nil {
		return outcome, err
	}
	outcome.Taken, outcome.Left = countOf(there), countOf(missing)
	c.Found(outcome.Taken, outcome.Left)
	if err := c.solveMissing(ctx, inputs, missing, nil, solved, outcome); err != nil {
		return outcome, err
	}
	read := new(files.Counter)
	if len(there) > 0 {
		c.Checking(read)
	}
	taken, err := c.Directory.check(ctx, c.Plan, there, c.Workers, read)
	if err != nil {
		return outcome, err
	}
	outcome.Taken, outcome.Left = taken.count(), countOf(taken.Missing)
	if err := c.solveMissing(ctx, inputs, taken.Missing, taken.Faults, solved, outcome); err != nil {
		return outcome, err
	}
	if outcome.Solved.Parts > 0 { // inputs may have changed during the run
		read := new(files.Counter)
		c.Checking(read)
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

// prepare prepares the directory for parts. It first performs the checks that must precede
// everything else.
func (c *Config) prepare(ctx context.Context) error {
	if err := c.Plan.CheckInputs(ctx, c.Counted); err != nil {
		return err
	}
	if err := c.Directory.StorePlan(c.Plan); err != nil {
		return err
	}
	if err := c.Directory.rejectUnexpected(c.Plan); err != nil { // fail now instead of after solving everything
		return err
	}
	return c.Directory.RemoveLeftovers()
}

// solveMissing solves the missing parts in one run, and adds them to the solved ones. faults are
// errors in parts of earlier runs.
func (c *Config) solveMissing(ctx context.Context, inputs files.States, missing []*Part, faults pipeline.Faults, solved *inventory, outcome *Outcome) error {
	if len(missing) == 0 {
		return nil
	}
	c.Solving(faults, outcome.Left)
	if err := c.Directory.revoke(); err != nil {
		return err
	}
	encoder, err := c.Create(io.Discard)
	if err != nil {
		return err
	}
	c.Writers = []formats.Writer{encoder}
	if c.Rejects {
		rejects, err := formats.NewRejects(io.Discard, "")
		if err != nil {
			return err
		}
		c.Writers = append(c.Writers, rejects)
	}
	ranges := make([]pipeline.Range, len(missing))
	for i, part := range missing {
		ranges[i] = part.Range
	}
	before := solved.count()
	group, ctx := errgroup.WithContext(ctx)
	to := &partsWriter{
		Config: c, ctx: ctx, group: group, parts: missing, identity: c.Plan.Identity(), inputs: inputs, solved: solved,
		publishing: make(chan struct{}, publishedAtOnce), finishing: make(chan struct{}, 1),
	}
	group.Go(func() error { return pipeline.RunRanges(ctx, c.Config, ranges, to) })
	err = group.Wait()
	outcome.Solved = solved.count()
	outcome.Left.Parts -= outcome.Solved.Parts - before.Parts
	outcome.Left.Rows -= outcome.Solved.Rows - before.Rows
	return err
}

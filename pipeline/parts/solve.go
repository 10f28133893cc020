package parts

import (
	"cmp"
	"context"
	"io"
	"maps"

	"golang.org/x/sync/errgroup"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
)

// Config holds the settings of Solve. Solve itself sets Writers. Directory, Plan, Create,
// Found, Damaged, Enter and Published must not be nil.
type Config struct {
	pipeline.Config
	Directory *Directory
	Plan      *Plan
	Shard     Shard
	Rejects   bool // whether to list the invalid rows of each part
	Clear     bool // whether to remove the parts of earlier runs first
	// Create creates a writer. One writer encodes the rows of all parts, and a separate writer for
	// each part writes the encoded rows to a file. All writers must have the same settings.
	Create func(io.Writer) (formats.Writer, error)
	// Found is called after Solve finds the parts of earlier runs and before it checks them. The
	// arguments count the parts that have a manifest and those that do not.
	Found func(done, left Count)
	// Damaged is called with the errors in damaged parts, before Solve solves these parts again.
	Damaged func(pipeline.Faults)
	// Enter is called when a phase starts. counter reports its progress. rows is the number of rows
	// to solve, or pipeline.Unknown if the phase does not solve rows.
	Enter func(phase pipeline.Phase, counter pipeline.Counter, rows int64)
	// Published is called when a part has been safely stored. It can be called concurrently.
	Published func(Made)
}

// A Shard holds parts Index, Index+Of, ... of a plan. The zero Shard holds all parts.
type Shard struct{ Index, Of int }

// All reports whether the shard includes all parts.
func (s Shard) All() bool { return s.Of == 0 }

func (s Shard) parts(p *Plan) (found []*Part) {
	for i := s.Index; i < len(p.Parts); i += max(s.Of, 1) {
		found = append(found, &p.Parts[i])
	}
	return found
}

// An Outcome describes the state of the parts at the end of a run.
type Outcome struct {
	Totals pipeline.Totals // totals of the shard's parts; zero unless all of these parts are complete
	Taken  Count           // parts that earlier runs solved
	Solved Count           // parts that this run solved
	Left   Count           // parts that remain because the run stopped early
	// Rejects holds the paths of the rejects files, in order. It is nil unless all parts are complete.
	Rejects []string
}

// A Count is a number of parts and the number of their rows.
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

// Solve solves the parts of a plan that are missing from the directory, and writes each part to its
// own file. If c.Shard includes all parts, Solve then publishes _SUCCESS.json. If Solve returns an
// error, the finished parts stay in the directory, and the Outcome counts them.
//
// Solve solves the missing parts first. Then it checks existing parts, and solves damaged parts
// again. An interrupted run might therefore not have checked all existing parts.
func Solve(ctx context.Context, c Config) (*Outcome, error) {
	outcome := new(Outcome)
	inputs := files.StatesOf(c.Plan.Files()) // StatesOf ignores errors, because CheckInputs reports them
	if err := c.prepare(ctx); err != nil {
		return outcome, err
	}
	solved := &inventory{Made: map[int]Made{}}
	there, missing := c.Directory.findManifests(c.Shard.parts(c.Plan))
	outcome.Taken, outcome.Left = countOf(there), countOf(missing)
	c.Found(outcome.Taken, outcome.Left)
	if err := c.solveMissing(ctx, inputs, missing, nil, solved, outcome); err != nil {
		return outcome, err
	}
	read := new(files.Counter)
	if len(there) > 0 {
		c.Enter(pipeline.Check, read, pipeline.Unknown)
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
		if err := c.checkInputs(ctx); err != nil {
			return outcome, err
		}
	}
	maps.Copy(solved.Made, taken.Made)
	solved.Totals.Merge(&taken.Totals)
	outcome.Totals = solved.Totals
	if !c.Shard.All() {
		return outcome, nil
	}
	return outcome, c.Directory.finish(c.Plan, solved, outcome)
}

// prepare prepares the directory for parts. It checks the inputs before it changes anything.
func (c *Config) prepare(ctx context.Context) (err error) {
	if err := c.checkInputs(ctx); err != nil {
		return err
	}
	if c.Clear {
		if err := c.Directory.Clear(); err != nil {
			return err
		}
	}
	if c.Plan, err = c.Directory.StorePlan(c.Plan); err != nil {
		return err
	}
	if err := c.Directory.rejectUnexpected(c.Plan); err != nil { // fail now instead of after solving everything
		return err
	}
	return c.Directory.RemoveLeftovers()
}

func (c *Config) checkInputs(ctx context.Context) error {
	read := new(files.Counter)
	c.Enter(pipeline.Check, read, pipeline.Unknown)
	return c.Plan.CheckInputs(ctx, read)
}

// solveMissing solves the missing parts and adds them to the inventory. Damaged parts count as
// missing. Their errors are in faults.
func (c *Config) solveMissing(ctx context.Context, inputs files.States, missing []*Part, faults pipeline.Faults, solved *inventory, outcome *Outcome) error {
	if len(missing) == 0 {
		return nil
	}
	if len(faults) > 0 {
		c.Damaged(faults)
	}
	c.Enter(pipeline.Solve, c.Reader, outcome.Left.Rows)
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
		if next := part.Number + 1; next < len(c.Plan.Parts) {
			ranges[i].End = c.Plan.Parts[next].At
		}
	}
	before := solved.count()
	publishing, ctx := errgroup.WithContext(ctx)
	publishing.SetLimit(publishedAtOnce)
	to := &partsWriter{
		Config: c, ctx: ctx, publishing: publishing, parts: missing,
		identity: c.Plan.Identity(), inputs: inputs, solved: solved,
	}
	err = pipeline.RunRanges(ctx, c.Config, ranges, to)
	err = cmp.Or(publishing.Wait(), err) // published parts come before the part being written, so report their error first
	outcome.Solved = solved.count()
	outcome.Left.Parts -= outcome.Solved.Parts - before.Parts
	outcome.Left.Rows -= outcome.Solved.Rows - before.Rows
	return err
}

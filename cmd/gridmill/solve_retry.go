package main

import (
	"errors"
	"fmt"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/retry"
	"github.com/gridmill/gridmill/solver"
)

// checkOnly prepares settings for continuing from a result if --only is given.
func (o *solveOptions) checkOnly(s *settings) error {
	switch o.only {
	case "":
		return nil
	case solver.Unfinished.String():
	default:
		return fmt.Errorf("--only must be unfinished, not %q: all other verdicts are final", o.only)
	}
	if o.source {
		return errors.New("--source with --only would name rows of the result; leave it out: existing columns file and line are kept")
	}
	s.read.Results = formats.TakeResults
	s.retry = retry.New(o.solver, s.search)
	return nil
}

// configure returns what a run needs in addition to its writers. With --only it continues from
// the result that the reader reads, and refuses one that does not fit the options. The result
// keeps its statistics, unless --stats selects some of them, and the columns that --with added,
// unless --with is given again.
func (o *solveOptions) configure(s *settings, files []string, reader formats.Reader, counts *pipeline.Progress) (c pipeline.Config, err error) {
	c = pipeline.Config{
		Reader: reader, NewSolver: s.newSolver, Workers: o.workers, BatchRows: o.batch, BatchBytes: s.batchBytes, Progress: counts,
	}
	c.Extras = s.extras
	stats := s.write.Stats
	defer func() { s.write.Stats = stats.With(c.Extras) }()
	if o.scores != nil {
		c.Scoring, err = o.scores.scoring(reader.Schema(), s.read.Outputs)
		s.write.Scoring = c.Scoring
		return c, err
	}
	if s.retry == nil {
		return c, nil
	}
	if reader.Schema().Results == (formats.ColumnSet{}) {
		return c, errors.New("the inputs are empty; --only unfinished requires a result of gridmill")
	}
	if err := s.retry.Apply(&c, files); err != nil {
		return c, usageError{err}
	}
	readback := reader.Schema().ReadbackStatistics()
	if o.with == "" {
		c.Extras = reader.Schema().ReadbackExtras()
		if reader.Schema().Results.Has(formats.GuessesMeanColumn) {
			return c, usageError{errors.New("the result does not record the number of morphs of guesses_mean; repeat its --with, for example --with guesses_mean:10")}
		}
	}
	if o.stats == "all" {
		stats = readback
	} else if missing := stats.FirstMissing(readback); missing != "" {
		err = usageError{fmt.Errorf("--stats %s is not possible: the result has no column %s", o.stats, missing)}
	}
	return c, err
}

// addRetry adds what a run with --only did, given the columns of the earlier result and the
// number of rows that the run read. If the result has no guesses, the summary leaves them out.
func (s *summary) addRetry(r *retry.Retry, columns formats.ColumnSet, rows int64) {
	if r == nil {
		return
	}
	tried, unfinished := r.Tried()
	s.Retry = &retrySummary{rows - tried, tried, unfinished}
	if !columns.Has(formats.GuessesColumn) {
		s.Guesses, s.Hardest = guessSummary{}, []pipeline.Hard{}
	}
}

// retrySummary counts rows that were copied from a result, rows that were solved again, and those
// of the latter that are still unfinished.
type retrySummary struct {
	TakenOver  int64 `json:"taken_over"`
	TriedAgain int64 `json:"tried_again"`
	Unfinished int64 `json:"still_unfinished"`
}

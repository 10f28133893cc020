package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/retry"
	"github.com/gridmill/gridmill/solver"
)

// checkOnly prepares settings for continuing from a result if --only asks for it.
func (o *solveOptions) checkOnly(s *settings, config solver.Config) error {
	switch o.only {
	case "":
		return nil
	case solver.Unfinished.String():
	default:
		return fmt.Errorf("--only takes unfinished, not %q: all other verdicts are final", o.only)
	}
	s.read.Results = formats.TakeResults
	s.retry = retry.New(o.solver, config)
	return nil
}

// applyRetry makes a run continue from the result that its reader reads, if that is wanted,
// and refuses a result that does not fit the options. The result keeps the statistics that it
// has, unless --stats chooses some of them.
func (o *solveOptions) applyRetry(s *settings, files []string, config *pipeline.Config) error {
	if s.retry == nil {
		return nil
	}
	schema := config.Reader.Schema()
	if schema.Results == 0 {
		return errors.New("the inputs are empty; --only unfinished needs a result of gridmill")
	}
	if err := s.retry.Apply(config, files); err != nil {
		return usageError{err}
	}
	there := schema.RecordedStatistics()
	if o.stats == "all" {
		s.write.Stats = there
		return nil
	}
	if missing := s.write.Stats.FirstMissing(there); missing != "" {
		return usageError{fmt.Errorf("--stats %s cannot be had: the result has no column %s", o.stats, missing)}
	}
	return nil
}

// addRetry adds what a run that continued from a result did, given how many rows passed
// through it. If the result has no guesses, the summary leaves them out.
func (s *summary) addRetry(r *retry.Retry, recorded formats.ColumnSet, rows int64) {
	if r == nil {
		return
	}
	tried, unfinished := r.Tried()
	s.Retry = &retrySummary{rows - tried, tried, unfinished}
	if !recorded.Has(formats.GuessesColumn) {
		s.Guesses, s.Hardest = guessSummary{}, []hardPuzzle{}
	}
}

// retrySummary counts rows that were taken over from a result, those that were solved again,
// and those of them that are still unfinished.
type retrySummary struct {
	TakenOver  int64 `json:"taken_over"`
	TriedAgain int64 `json:"tried_again"`
	Unfinished int64 `json:"still_unfinished"`
}

// print writes the counts for people.
func (r *retrySummary) print(to io.Writer) {
	fmt.Fprintf(to, "  retried   %s taken over, %s tried again, %s still unfinished\n",
		countOf(r.TakenOver, "row"), countOf(r.TriedAgain, "row"), countOf(r.Unfinished, "row"))
}

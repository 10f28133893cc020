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

// checkOnly prepares settings to go on from a result where --only asks for it.
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

// applyRetry makes a run go on from the result that its reader reads, if that is wanted,
// and refuses a result of which it cannot with these options. The result keeps its
// statistics, unless --stats asks for some of them.
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

// addRetry notes what became of a result that was gone on from, of which some rows
// passed through the run. Where it does not say what its searches took, nothing can
// be summed up of that.
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

// retrySummary counts rows that were taken over from a result, those that were
// tried again, and those of them that are still unfinished.
type retrySummary struct {
	TakenOver  int64 `json:"taken_over"`
	TriedAgain int64 `json:"tried_again"`
	Unfinished int64 `json:"still_unfinished"`
}

// print tells people of it.
func (r *retrySummary) print(to io.Writer) {
	fmt.Fprintf(to, "  retried   %s taken over, %s tried again, %s still unfinished\n",
		countOf(r.TakenOver, "row"), countOf(r.TriedAgain, "row"), countOf(r.Unfinished, "row"))
}

package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline"
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
	s.retry = &pipeline.Retry{Config: config}
	newSolver := s.newSolver
	s.newSolver = func() (solver.Solver, error) {
		inner, err := newSolver()
		if err != nil {
			return nil, err
		}
		return s.retry.Wrap(inner), nil
	}
	return nil
}

// checkResult refuses a result that cannot be gone on from with these options. It lets
// the others keep their statistics, unless --stats asks for some of them.
func (o *solveOptions) checkResult(s *settings, files []string, schema *formats.Schema) error {
	if s.retry == nil {
		return nil
	}
	if schema.Results == 0 {
		return errors.New("the inputs are empty; --only unfinished needs a result of gridmill")
	}
	if err := s.retry.CheckRecord(schema, files, o.solver); err != nil {
		return usageError{err}
	}
	there := schema.ReadbackStatistics()
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
func (s *summary) addRetry(r *pipeline.Retry, recorded formats.ColumnSet, rows int64) {
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

package verify

import (
	"fmt"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline/parts"
	"github.com/gridmill/gridmill/solver"
)

// A Search describes the search that produced a result. If the same version of gridmill repeats the
// search, it gets the same statistics, such as the number of guesses.
type Search struct {
	Solver  string
	Config  solver.Config
	Columns []formats.Column // columns of the result that hold statistics
}

// NewSearch returns a Search for the statistics in columns, or nil if columns has no statistics.
func NewSearch(name string, config solver.Config, columns formats.ColumnSet) *Search {
	s := &Search{Solver: name, Config: config}
	for column := formats.GuessesColumn; column <= formats.PassesColumn; column++ {
		if columns.Has(column) {
			s.Columns = append(s.Columns, column)
		}
	}
	if s.Columns == nil {
		return nil
	}
	return s
}

// searchOf returns the search that produced a result. It returns nil if the result does not record
// the search, or was written by a different version. It also returns nil if rows were copied from
// an earlier result, because any solver may have produced them.
func searchOf(made *parts.Provenance, limits solver.Config, version string, columns formats.ColumnSet) *Search {
	only, _ := made.Options["only"].(string)
	if limits == (solver.Config{}) || made.Version != version || made.Solver == "" || only != "" {
		return nil
	}
	return NewSearch(made.Solver, limits, columns)
}

// Statistic returns a pointer to the statistic of s that belongs in the given column.
func Statistic(s *solver.Stats, column formats.Column) *int32 {
	return [...]*int32{
		formats.GuessesColumn:    &s.Guesses,
		formats.BacktracksColumn: &s.Backtracks,
		formats.DepthColumn:      &s.MaxDepth,
		formats.PassesColumn:     &s.Passes,
	}[column]
}

// Compare returns an error for the first statistic that differs.
func (s *Search) Compare(claimed, found *solver.Stats) error {
	for _, column := range s.Columns {
		if is, should := *Statistic(claimed, column), *Statistic(found, column); is != should {
			return fmt.Errorf("%s is %d, but solving the puzzle again with %s gives %d", column, is, s.Solver, should)
		}
	}
	return nil
}

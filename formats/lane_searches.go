package formats

import "github.com/gridmill/gridmill/solver"

// searches collects grids, because a solver can search many at a time. Each grid carries a T that
// says what its search is for.
type searches[T any] struct {
	solver  solver.Solver
	found   func(of T, r *solver.Result) // called with each result
	grids   [256]solver.Grid
	results [256]solver.Result
	of      [256]T
	n       int
}

// newSearches returns searches that each find at most maxSolutions solutions.
func newSearches[T any](maxSolutions int32, found func(of T, r *solver.Result)) (*searches[T], error) {
	lanes, err := solver.New(solver.Default, solver.Config{MaxSolutions: maxSolutions})
	return &searches[T]{solver: lanes, found: found}, err
}

// next returns the next grid to fill in. Fill it in before the next call.
func (s *searches[T]) next(of T) *solver.Grid {
	if s.n == len(s.grids) {
		s.flush()
	}
	s.of[s.n] = of
	s.n++
	return &s.grids[s.n-1]
}

// flush searches the collected grids.
func (s *searches[T]) flush() {
	s.solver.Solve(s.grids[:s.n], s.results[:s.n])
	for i, of := range s.of[:s.n] {
		s.found(of, &s.results[i])
	}
	s.n = 0
}

package solver

// Searches collects grids so that a solver can search many of them in parallel. The caller gives
// each grid an ID of type T.
type Searches[T any] struct {
	solver  Solver
	found   func(id T, r *Result) // called with each result
	grids   [1024]Grid
	results [1024]Result
	ids     [1024]T
	n       int
}

// NewSearches returns a Searches that looks for up to maxSolutions solutions of each grid. Flush
// passes the results to found.
func NewSearches[T any](maxSolutions int32, found func(id T, r *Result)) (*Searches[T], error) {
	lanes, err := New(Default, Config{MaxSolutions: maxSolutions})
	return &Searches[T]{solver: lanes, found: found}, err
}

// Next returns a grid, which the caller must fill before the next call to Next or Flush. Flush
// passes id and the grid's result to found. If no grid is free, Next first calls Flush.
func (s *Searches[T]) Next(id T) *Grid {
	if s.n == len(s.grids) {
		s.Flush()
	}
	s.ids[s.n] = id
	s.n++
	return &s.grids[s.n-1]
}

// Flush searches the collected grids, and calls found with each result.
func (s *Searches[T]) Flush() {
	s.solver.Solve(s.grids[:s.n], s.results[:s.n])
	for i, id := range s.ids[:s.n] {
		s.found(id, &s.results[i])
	}
	s.n = 0
}

package solver

// Searches collects grids to search, because a solver can search many at once. Each is searched for
// something of type T.
type Searches[T any] struct {
	solver  Solver
	found   func(of T, r *Result) // is called with each result
	grids   [256]Grid
	results [256]Result
	of      [256]T
	n       int
}

// NewSearches returns searches for up to the given number of solutions.
func NewSearches[T any](maxSolutions int32, found func(of T, r *Result)) (*Searches[T], error) {
	lanes, err := New(Default, Config{MaxSolutions: maxSolutions})
	return &Searches[T]{solver: lanes, found: found}, err
}

// Next returns the place for the next grid, which must be set before the next call.
func (s *Searches[T]) Next(of T) *Grid {
	if s.n == len(s.grids) {
		s.Flush()
	}
	s.of[s.n] = of
	s.n++
	return &s.grids[s.n-1]
}

// Flush searches the grids collected.
func (s *Searches[T]) Flush() {
	s.solver.Solve(s.grids[:s.n], s.results[:s.n])
	for i, of := range s.of[:s.n] {
		s.found(of, &s.results[i])
	}
	s.n = 0
}

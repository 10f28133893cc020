package solver

// newExhaust returns a flags solver that does not stop when it has found enough solutions: it
// always searches the whole tree, unless it runs out of guesses. It does not count solutions beyond
// Config.MaxSolutions, so it gives the same answers as every other variant, but it takes as long as
// finding all solutions.
func newExhaust(c Config) Solver {
	s := newSearch(c)
	s.exhaustive = true
	return oneByOne{&flags{search: s}}
}

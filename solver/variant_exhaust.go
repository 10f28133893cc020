package solver

// newExhaust returns a variant of flags that keeps the first solution and then searches the rest of
// the tree, like programs that do not stop early. Only the guess budget ends it early. It does not
// count solutions beyond Config.MaxSolutions, so it gives the same answers as every other variant,
// but it takes as long as finding all solutions.
func newExhaust(c Config) Solver {
	s := newSearch(c)
	s.exhaustive = true
	return oneByOne{&flags{search: s}}
}

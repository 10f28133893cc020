package solver

// newExhaust returns a solver that works like the flags solver, but searches the whole tree unless
// it runs out of guesses. It counts solutions only up to Config.MaxSolutions, so it gives the same
// answers as the other variants.
func newExhaust(c Config) Solver {
	return oneByOne{&flags{search: search{Config: c, exhaustive: true}}}
}

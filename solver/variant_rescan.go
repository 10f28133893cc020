package solver

// newRescan returns a solver that works like the scan solver, but always looks for the next blank
// from the start of the grid.
func newRescan(c Config) Solver { return oneByOne{&scan{search: newSearch(c), rescans: true}} }

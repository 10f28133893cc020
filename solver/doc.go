// Package solver solves Sudoku puzzles. It has several variants, which are
// interchangeable: they give the same answers and count the work they do.
//
// A variant is looked up by name and configured into a Solver, which takes
// batches of puzzles and never allocates while it solves:
//
//	s, err := solver.New(solver.Default, solver.Config{MaxSolutions: 2})
//	s.Solve(puzzles, results)
//
// The code of a variant is in the file variant_NAME.go (that of lanes in lanes*.go); search.go,
// grid.go and solver.go have the code that variants share.
package solver

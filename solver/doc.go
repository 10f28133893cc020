// Package solver solves Sudoku puzzles. It has several interchangeable variants, which give the
// same answers and count the work that they do.
//
// New returns a Solver for a variant. A Solver takes batches of puzzles and never allocates while
// it solves them:
//
//	s, err := solver.New(solver.Default, solver.Config{MaxSolutions: 2})
//	s.Solve(puzzles, results)
//
// The code of each variant is in the file variant_NAME.go, except for lanes, whose code is in
// lanes*.go. The files search.go, grid.go and solver.go hold the code that variants share.
package solver

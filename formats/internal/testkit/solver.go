package testkit

import (
	"sync"

	"github.com/gridmill/gridmill/solver"
)

// Solver returns a solver that searches for two solutions. All tests share it, because creating a
// solver takes longer than solving a few puzzles. The solver is not safe for concurrent use.
var Solver = sync.OnceValue(func() solver.Solver {
	s, err := solver.New(solver.Default, solver.Config{MaxSolutions: 2})
	if err != nil {
		panic(err)
	}
	return s
})

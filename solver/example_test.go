package solver_test

import (
	"fmt"

	"github.com/gridmill/gridmill/solver"
)

// This example solves two puzzles. A Solver takes slices of puzzles, because some variants solve
// many in parallel.
func Example() {
	texts := []string{
		"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
		"..............................................................................123",
	}
	puzzles := make([]solver.Grid, len(texts))
	for i, text := range texts {
		if bad := solver.Parse(&puzzles[i], []byte(text)); bad >= 0 {
			fmt.Printf("cell %d of puzzle %d cannot be read\n", bad, i)
		}
	}
	s, err := solver.New(solver.Default, solver.Config{MaxSolutions: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	results := make([]solver.Result, len(puzzles))
	s.Solve(puzzles, results)
	fmt.Println(results[0].Verdict, string(results[0].Solution[:]))
	fmt.Println(results[1].Verdict)
	// Output:
	// unique 534678912672195348198342567859761423426853791713924856961537284287419635345286179
	// multiple
}

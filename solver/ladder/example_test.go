package ladder_test

import (
	"fmt"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/ladder"
)

func Example() {
	var puzzle solver.Grid
	solver.Parse(&puzzle, []byte("......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....3"))
	r := ladder.New().Rate(&puzzle)
	fmt.Println(r.Hardest, r.Waves[ladder.Singles], r.Waves[ladder.TrialAndError])
	// Output: extreme 6 2
}

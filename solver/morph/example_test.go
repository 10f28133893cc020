package morph_test

import (
	"fmt"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/morph"
)

// This example picks a random morph. The same arguments produce the same morph on every machine.
func Example() {
	var puzzle, morphed solver.Grid
	solver.Parse(&puzzle, []byte("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"))
	const seed, row = 1, 1234
	for index := range uint64(2) {
		var m morph.Morph
		m.Draw(seed, row, index)
		m.Apply(&morphed, &puzzle)
		fmt.Println(morphed.String())
	}
	// Output:
	// 146....89......4.....9..52....3........4.19..927.85.....4.6...7..2.5...839..74.15
	// 4.3...71289...1....6.........57..9....43..2..9.748..61.1..24........9......13.589
}

package canon_test

import (
	"fmt"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/canon"
	"github.com/gridmill/gridmill/solver/morph"
)

// This example finds the forms of two puzzles. Equivalent puzzles have the same form.
func Example() {
	var puzzle, morphed solver.Grid
	solver.Parse(&puzzle, []byte("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"))
	var m morph.Morph
	m.Draw(1, 0, 0)
	m.Apply(&morphed, &puzzle)
	var f canon.Form
	for _, g := range []solver.Grid{puzzle, morphed} {
		var form solver.Grid
		if f.Minlex(&form, &g) {
			fmt.Println(form.String())
		}
	}
	// Output:
	// ........1.....2.34156...27......8.......51..232974......16..9....34..7..28.91.45.
	// ........1.....2.34156...27......8.......51..232974......16..9....34..7..28.91.45.
}

// This example finds the key of a puzzle, and the number of symmetries of its solution. Equivalent
// puzzles have the same key.
func ExampleForm_Key() {
	var puzzle, solution solver.Grid
	solver.Parse(&puzzle, []byte("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"))
	solver.Parse(&solution, []byte("534678912672195348198342567859761423426853791713924856961537284287419635345286179"))
	var f canon.Form
	key, symmetries := f.Key(&puzzle, &solution)
	fmt.Printf("%016x %d\n", key.Class, symmetries)
	// Output: 053aea2242d8aa49 1
}

package solver

import (
	"math/rand/v2"
	"testing"
)

// gridMap is a symmetry of Sudoku. It maps puzzles to puzzles and solutions to solutions.
type gridMap struct {
	from   [Cells]int // source of each cell of the transformed grid
	digits [256]byte
}

func (s *gridMap) apply(g *Grid) (morphed Grid) {
	for cell, from := range s.from {
		morphed[cell] = s.digits[g[from]]
	}
	return morphed
}

// randomMap returns a random symmetry. It renames the digits, permutes the bands and their rows,
// permutes the stacks and their columns, and may transpose the grid.
func randomMap(rng *rand.Rand) *gridMap {
	s := new(gridMap)
	s.digits[Blank] = Blank
	for i, d := range rng.Perm(9) {
		s.digits['1'+i] = '1' + byte(d)
	}
	rows, cols := randomLines(rng), randomLines(rng)
	transpose := rng.IntN(2) == 1
	for cell := range Cells {
		row, col := rows[cell/9], cols[cell%9]
		if transpose {
			row, col = col, row
		}
		s.from[cell] = 9*row + col
	}
	return s
}

// randomLines returns nine rows or columns in a random order that keeps bands or stacks together.
func randomLines(rng *rand.Rand) (lines []int) {
	for _, group := range rng.Perm(3) {
		for _, line := range rng.Perm(3) {
			lines = append(lines, 3*group+line)
		}
	}
	return lines
}

func TestLanesSymmetry(t *testing.T) {
	puzzles := fewer(mixedPuzzles(7, 1000))
	rng := rand.New(rand.NewPCG(8, 81))
	for _, name := range kernelNames() {
		t.Run(name, func(t *testing.T) {
			s := newKernel(t, name, Config{MaxSolutions: 3})
			results := solveWith(s, puzzles)
			morphed, expected := make([]Grid, len(puzzles)), make([]Result, len(puzzles))
			for i := range puzzles {
				m := randomMap(rng)
				morphed[i], expected[i] = m.apply(&puzzles[i]), results[i]
				expected[i].Solution = m.apply(&results[i].Solution)
			}
			requireAgree(t, "transformed", morphed, solveWith(s, morphed), expected)
		})
	}
}

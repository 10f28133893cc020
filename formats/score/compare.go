package score

import (
	"encoding/binary"
	"math/bits"

	"github.com/gridmill/gridmill/solver"
)

// Grids are compared eight cells at a time, because branches on cells are unpredictable. digitBit
// selects a bit of each cell. The bit is set in '1' to '9', but not in '.' or in a zero byte.
const (
	digitBit  = 0x1010101010101010
	sevenBits = 0x7f7f7f7f7f7f7f7f
	words     = (solver.Cells + 7) / 8
)

// word returns word i of a grid. A word has eight cells, and the last word repeats seven cells of
// the previous word. counted selects the digit bits of the cells that are not repeated.
func word(g *solver.Grid, i int) (cells, counted uint64) {
	if i == words-1 {
		return binary.LittleEndian.Uint64(g[solver.Cells-8:]), digitBit & (0xff << 56)
	}
	return binary.LittleEndian.Uint64(g[8*i:]), digitBit
}

// unequal returns a word with the digit bit set in each byte that differs between a and b. Bytes of
// grids are below 0x80, so the addition never carries into the next byte.
func unequal(a, b uint64) uint64 { return ((a ^ b) + sevenBits) >> 3 & digitBit }

// compare counts the unchanged clues and the correctly filled blanks. changed reports whether
// another digit replaces a clue. wrong reports whether a digit in a blank differs from r.Solution.
func (s *Score) compare(puzzle *solver.Grid, r *solver.Result, grid *solver.Grid) (changed, wrong bool) {
	var changes, errors uint64
	kept, right := 0, 0
	for i := range words {
		p, counted := word(puzzle, i)
		g, _ := word(grid, i)
		solution, _ := word(&r.Solution, i)
		clues, digits := p&counted, g&counted
		kept += bits.OnesCount64(clues &^ unequal(p, g))
		changes |= clues & digits & unequal(p, g)
		right += bits.OnesCount64(digits &^ clues &^ unequal(g, solution))
		errors |= digits &^ clues & unequal(g, solution)
	}
	s.CluesKept = int32(kept)
	if s.CellsRight != Unknown {
		s.CellsRight = int32(right)
	}
	return changes != 0, errors != 0
}

// position returns puzzle with its blanks replaced by the cells of grid.
func position(puzzle, grid *solver.Grid) (filled solver.Grid) {
	for i := range words {
		p, _ := word(puzzle, i)
		g, _ := word(grid, i)
		clues := (p & digitBit) >> 4 * 0xff
		binary.LittleEndian.PutUint64(filled[min(8*i, solver.Cells-8):], p&clues|g&^clues)
	}
	return filled
}

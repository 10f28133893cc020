package verify

import (
	"math/bits"
	"slices"

	"github.com/gridmill/gridmill/solver"
)

// pencilled is a grid with the candidates of its blanks as masks, as in bitOf. It is simple
// and slow: what rates puzzles has code of its own.
type pencilled struct {
	may    [solver.Cells]uint16 // 0 where a cell is filled
	blanks int
}

// sharing are the cells that share a house with a cell.
var sharing = func() (cells [solver.Cells][]int) {
	for cell := range cells {
		for other := range cells {
			sameBox := cell/27 == other/27 && cell%9/3 == other%9/3
			if other != cell && (cell/9 == other/9 || cell%9 == other%9 || sameBox) {
				cells[cell] = append(cells[cell], other)
			}
		}
	}
	return cells
}()

// read takes a puzzle.
func (g *pencilled) read(puzzle *solver.Grid) {
	g.blanks = solver.Cells
	for cell := range g.may {
		g.may[cell] = everyDigit
	}
	for cell, clue := range puzzle {
		if bit := bitOf[clue]; bit != 0 {
			g.fill(cell, bit)
		}
	}
}

// fill fills a blank.
func (g *pencilled) fill(cell int, bit uint16) {
	g.may[cell] = 0
	g.blanks--
	for _, other := range sharing[cell] {
		g.may[other] &^= bit
	}
}

// singles fills naked and hidden singles in waves, each with all that there are before it, and
// returns how many there were.
func (g *pencilled) singles() (waves int) {
	for {
		found := g.findSingles()
		some := false
		for cell, bit := range found {
			if bit != 0 && g.may[cell] != 0 {
				g.fill(cell, bit)
				some = true
			}
		}
		if !some {
			return waves
		}
		waves++
	}
}

// findSingles returns the digit of each cell that is a single, or 0.
func (g *pencilled) findSingles() (found [solver.Cells]uint16) {
	for cell, may := range g.may {
		if bits.OnesCount16(may) == 1 {
			found[cell] = may
		}
	}
	for h := range cellsOf {
		once, twice := uint16(0), uint16(0)
		for _, cell := range cellsOf[h] {
			twice |= once & g.may[cell]
			once |= g.may[cell]
		}
		for _, cell := range cellsOf[h] {
			if bit := g.may[cell] & once &^ twice; bit != 0 {
				found[cell] = bit
			}
		}
	}
	return found
}

// Single is a blank that is filled by a single: a hidden one, or a naked one, which the last
// blank of a house is, too.
type Single struct {
	Cell   int
	Hidden bool
}

// AppendSingles appends the blanks of a puzzle that singles fill by themselves, wave by wave, and
// in each by row and column.
func AppendSingles(dst []Single, puzzle *solver.Grid) []Single {
	var g pencilled
	g.read(puzzle)
	for {
		found := g.findSingles()
		wave := len(dst)
		for cell, bit := range found {
			if bit != 0 && g.may[cell] != 0 {
				dst = append(dst, Single{cell, g.isHidden(cell, bit)})
			}
		}
		if wave == len(dst) {
			return dst
		}
		for _, s := range dst[wave:] {
			g.fill(s.Cell, found[s.Cell])
		}
	}
}

// isHidden reports whether a digit has no other place in a house of a blank, none of which it is
// the last blank of.
func (g *pencilled) isHidden(cell int, bit uint16) (hidden bool) {
	for h := range cellsOf {
		if !slices.Contains(cellsOf[h][:], cell) {
			continue
		}
		alone, last := true, true
		for _, other := range cellsOf[h] {
			alone = alone && (other == cell || g.may[other]&bit == 0)
			last = last && (other == cell || g.may[other] == 0)
		}
		if last {
			return false
		}
		hidden = hidden || alone
	}
	return hidden
}

// backdoor returns how many of the blanks have to be filled from the solution at least, one or
// two, for singles to fill the others, or -1.
func (g *pencilled) backdoor(solution *solver.Grid) int {
	var opened [solver.Cells]pencilled
	for cell, may := range g.may {
		if may == 0 {
			continue
		}
		opened[cell] = *g
		opened[cell].fill(cell, bitOf[solution[cell]])
		opened[cell].singles()
		if opened[cell].blanks == 0 {
			return 1
		}
	}
	for cell, may := range g.may {
		for second := cell + 1; second < solver.Cells && may != 0; second++ {
			if opened[cell].may[second] == 0 {
				continue
			}
			both := opened[cell]
			both.fill(second, bitOf[solution[second]])
			both.singles()
			if both.blanks == 0 {
				return 2
			}
		}
	}
	return -1
}

package ladder

import (
	"encoding/binary"
	"math/bits"

	"github.com/gridmill/gridmill/solver"
)

// Candidates are the cells where each digit may stand, from 1 at index 0 on.
type Candidates [9]Cells

// state is a grid that is being solved.
type state struct {
	// may has where each digit may stand: cells that are solved keep their own.
	may   Candidates
	open  Cells  // cells that are not solved
	dirty uint16 // digits that lost a candidate since their hidden singles were looked for
	wrong bool   // placements contradicted each other
}

// outcome is what looking for singles came to.
type outcome int

const (
	stuck outcome = iota
	placed
	contradiction
)

// read sets the state to that of a puzzle. It returns false where clues repeat or it is no
// puzzle.
func (s *state) read(puzzle *solver.Grid) bool {
	if puzzle[0] == 0 {
		return false
	}
	var clues [16]Cells // an index of four bits needs no check
	// Digits have the bit 16, and blanks do not.
	const digit = 0x1010101010101010
	var given Cells
	for first := 0; first < solver.Cells; first += 8 {
		start := min(first, solver.Cells-8)
		for eight := binary.LittleEndian.Uint64(puzzle[start:]) & digit; eight != 0; eight &= eight - 1 {
			cell := start + bits.TrailingZeros64(eight)>>3
			d := puzzle[cell] & 15
			clues[d] = clues[d].or(cellBits[cell])
			given = given.or(cellBits[cell])
		}
	}
	s.open, s.dirty, s.wrong = everyCell.without(given), 0x1ff, false
	wrong := uint64(0)
	for d := range s.may {
		c := clues[d+1]
		s.may[d] = everyCell.without(given).or(c)
		wrong |= s.place(d, c)
	}
	return wrong == 0
}

// place takes a digit from the houses of cells where it is placed. The result is not zero
// if two of the cells share a house.
func (s *state) place(digit int, cells Cells) (wrong uint64) {
	rowsLow, rowsHigh := (cells.low+nine)&tenth, (cells.high+nine3)&tenth3
	in, _ := cells.columns()
	column := (in | in>>10 | in>>30) & 0x1ff
	boxes := (in | in>>1 | in>>2) & firstOfThree
	n := cells.Len()
	// There are as many rows, columns and boxes as cells, or two of these share one.
	wrong = uint64(n^(bits.OnesCount64(rowsLow)+bits.OnesCount64(rowsHigh))) |
		uint64(n^bits.OnesCount64(column)) | uint64(n^bits.OnesCount64(boxes))
	houses := inBands(boxes * 7).or(inAllRows(column))
	houses.low |= rowsLow - rowsLow>>9
	houses.high |= rowsHigh - rowsHigh>>9
	s.may[digit] = s.may[digit].without(houses).or(cells)
	return wrong
}

// Three fields of nine bits for the three bands: the columns of the first start at bit 0,
// of the second at 30, and of the third at 10.
const (
	bandsOfLow   = 0x1ff | 0x1ff<<30
	firstOfThree = 0o111 | 0o111<<10 | 0o111<<30
)

// columns returns the columns that have a cell of the set in each band, and those that have
// several.
func (s Cells) columns() (some, several uint64) {
	a, b, c := s.low&bandsOfLow, s.low>>10&bandsOfLow, s.low>>20&bandsOfLow
	x, y, z := s.high&0x1ff, s.high>>10&0x1ff, s.high>>20
	return a | b | c | (x|y|z)<<10, a&b | c&(a|b) | (x&y|z&(x|y))<<10
}

// inBands returns the cells of columns that are given for each band.
func inBands(columns uint64) Cells {
	return Cells{columns & bandsOfLow * fields3, columns >> 10 & 0x1ff * fields3}
}

// hidden returns the cells of a set that are alone in a house. It returns false if a house
// has none.
func (s Cells) hidden() (alone Cells, ok bool) {
	lines, boxes, ok := s.alone()
	return lines.or(boxes), ok
}

// alone returns the cells of a set that are alone in a row or column, and in a box. It returns
// false if a house has none.
func (s Cells) alone() (inLines, inBoxes Cells, ok bool) {
	// One less in each field; the tenth bit says that there was one to take.
	low, high := s.low+nine, s.high+nine3
	oneLow := low &^ (s.low&low + nine) & tenth
	oneHigh := high &^ (s.high&high + nine3) & tenth3
	some, two := s.columns()
	u, v, w := some, some>>10, some>>30
	column := (u | v | w) & 0x1ff
	columnTwo := two | two>>10 | two>>30 | u&v | w&(u|v)
	x, y, z := some&firstOfThree, some>>1&firstOfThree, some>>2&firstOfThree
	box := x | y | z
	boxOne := box &^ (x&y | z&(x|y) | two | two>>1 | two>>2)
	lines := inAllRows(column &^ columnTwo)
	lines.low |= oneLow - oneLow>>9
	lines.high |= oneHigh - oneHigh>>9
	ok = low&tenth == tenth && high&tenth3 == tenth3 && column == 0x1ff && box == firstOfThree
	return s.and(lines), s.and(inBands(boxOne * 7)), ok
}

// singles finds the naked and hidden singles, and where each digit is to be placed.
func (s *state) singles(placements *Candidates) outcome {
	if s.wrong {
		return contradiction
	}
	var one, two Cells
	for d := range s.may {
		two = two.or(one.and(s.may[d]))
		one = one.or(s.may[d])
	}
	naked := s.open.without(two)
	if !naked.within(one) {
		return contradiction
	}
	var all, twice Cells
	for d := range s.may {
		here := naked.and(s.may[d])
		if s.dirty>>d&1 != 0 {
			alone, ok := s.may[d].hidden()
			if !ok {
				return contradiction
			}
			here = here.or(alone.and(s.open))
		}
		placements[d] = here
		twice = twice.or(all.and(here))
		all = all.or(here)
	}
	s.dirty = 0
	switch {
	case all.empty():
		return stuck
	case !twice.empty():
		return contradiction
	}
	return placed
}

// placeAll places digits. The state is wrong then if one comes twice into a house.
func (s *state) placeAll(placements *Candidates) {
	var all Cells
	for d := range placements {
		all = all.or(placements[d])
	}
	wrong := uint64(0)
	for d := range placements {
		before := s.may[d]
		s.may[d] = before.without(all.without(placements[d]))
		if !placements[d].empty() {
			wrong |= s.place(d, placements[d])
		}
		if s.may[d] != before {
			s.dirty |= 1 << d
		}
	}
	s.open = s.open.without(all)
	s.wrong = s.wrong || wrong != 0
}

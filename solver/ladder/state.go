package ladder

import (
	"math/bits"

	"github.com/gridmill/gridmill/solver"
)

// Candidates holds, for each digit, the cells that have it as a candidate. Index 0 is digit 1.
type Candidates [9]Cells

// state is a grid that is being solved.
type state struct {
	// may holds the candidates of all cells. A solved cell keeps its digit as a candidate.
	may   Candidates
	open  Cells  // cells that are not solved
	dirty uint16 // digits that have lost candidates since the last search for their hidden singles
	wrong bool   // placements have contradicted each other
}

// outcome is the result of a search for singles.
type outcome int

const (
	stuck outcome = iota
	placed
	contradiction
)

// read sets s to the initial state of puzzle. It returns false if puzzle is the zero Grid, or if a
// clue is repeated.
func (s *state) read(puzzle *solver.Grid) bool {
	if puzzle[0] == 0 {
		return false
	}
	var clues [16]Cells // by digit; with 16 elements, the four-bit index d needs no bounds check
	var given Cells
	for cell, clue := range puzzle {
		if clue != solver.Blank {
			d := clue & 15
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

// place places digit in cells, and removes it from their peers. wrong is nonzero if two of the
// cells share a house.
func (s *state) place(digit int, cells Cells) (wrong uint64) {
	rowsLow, rowsHigh := (cells.low+nine)&tenth, (cells.high+nine3)&tenth3
	in, _ := cells.columns()
	column := (in | in>>10 | in>>30) & 0x1ff
	boxes := (in | in>>1 | in>>2) & firstOfThree
	n := cells.Len()
	// If no two cells share a house, the cells are in n rows, n columns and n boxes.
	wrong = uint64(n^(bits.OnesCount64(rowsLow)+bits.OnesCount64(rowsHigh))) |
		uint64(n^bits.OnesCount64(column)) | uint64(n^bits.OnesCount64(boxes))
	houses := inBands(boxes * 7).or(inAllRows(column))
	houses.low |= rowsLow - rowsLow>>9
	houses.high |= rowsHigh - rowsHigh>>9
	s.may[digit] = s.may[digit].without(houses).or(cells)
	return wrong
}

// The results of Cells.columns have three nine-bit fields, one for the columns of each band. The
// fields of the first, second and third bands start at bits 0, 30 and 10.
const (
	bandsOfLow   = 0x1ff | 0x1ff<<30
	firstOfThree = 0o111 | 0o111<<10 | 0o111<<30
)

// columns returns, for each band, the columns in which s has at least one cell, and the columns in
// which it has at least two cells.
func (s Cells) columns() (some, several uint64) {
	a, b, c := s.low&bandsOfLow, s.low>>10&bandsOfLow, s.low>>20&bandsOfLow
	x, y, z := s.high&0x1ff, s.high>>10&0x1ff, s.high>>20
	return a | b | c | (x|y|z)<<10, a&b | c&(a|b) | (x&y|z&(x|y))<<10
}

// inBands returns the cells in the given columns of each band. The argument has the layout of the
// results of Cells.columns.
func inBands(columns uint64) Cells {
	return Cells{columns & bandsOfLow * fields3, columns >> 10 & 0x1ff * fields3}
}

// hidden returns each cell of s that is the only cell of s in a house. It returns false if a house
// contains no cell of s.
func (s Cells) hidden() (only Cells, ok bool) {
	lines, boxes, ok := s.hiddenByKind()
	return lines.or(boxes), ok
}

// hiddenByKind is like hidden, but separates the cells found in rows and columns from the cells
// found in boxes.
func (s Cells) hiddenByKind() (inLines, inBoxes Cells, ok bool) {
	// Adding 0x1ff decrements the low nine bits of a field, and sets its tenth bit if the low nine
	// bits were not zero.
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

// singles finds the naked and hidden singles, and sets placements[d] to the cells for digit d+1.
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
			only, ok := s.may[d].hidden()
			if !ok {
				return contradiction
			}
			here = here.or(only.and(s.open))
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

// placeAll places each digit in its cells. It sets s.wrong if it places a digit in a house twice.
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

package ladder

import (
	"math/bits"

	"github.com/gridmill/gridmill/solver"
)

// A Contradiction is a cell without candidates or, if Digit is not 0, a house without a place for
// Digit.
type Contradiction struct {
	Cell  int
	Digit int
	House solver.House
}

// Contradiction returns the contradiction that would result from placing the removed candidate. It
// returns false if the step is neither trial and error nor a backtrack.
func (s *Step) Contradiction() (c Contradiction, found bool) {
	switch {
	case s.Name == "backtrack":
		return s.reached.contradiction()
	case s.Technique != TrialAndError:
		return c, false
	}
	assumed, placements := state{may: *s.Before, open: s.Open, dirty: 0x1ff}, Candidates{}
	placements[bits.TrailingZeros16(s.Digits)] = s.Cells
	assumed.placeAll(&placements)
	return assumed.contradiction()
}

// contradiction places singles until there is a contradiction, and returns the contradiction. If
// singles run out first, it returns false. Unlike s.singles, it finds where the contradiction is.
func (s state) contradiction() (c Contradiction, found bool) {
	var placements Candidates
	for d := range s.may {
		placements[d] = s.may[d].without(s.open)
	}
	for {
		s.placeEach(&placements)
		if c, found = s.impossible(); found {
			return c, true
		}
		s.wrong, s.dirty = false, 0x1ff
		if s.singles(&placements) == stuck {
			return c, false
		}
	}
}

// placeEach places digits one by one. It skips digits that earlier placements make impossible.
func (s *state) placeEach(placements *Candidates) {
	for d := range placements {
		for left := placements[d]; !left.empty(); left = left.Rest() {
			cell := left.First()
			if !s.may[d].Has(cell) {
				continue
			}
			for other := range s.may {
				s.may[other] = s.may[other].without(cellBits[cell])
			}
			s.may[d] = s.may[d].without(peers[cell]).or(cellBits[cell])
			s.open = s.open.without(cellBits[cell])
		}
	}
}

// impossible finds a cell without a candidate, or a digit without a place in a house. It checks
// cells first, then boxes, rows and columns.
func (s *state) impossible() (c Contradiction, found bool) {
	var some Cells
	for d := range s.may {
		some = some.or(s.may[d])
	}
	if none := everyCell.without(some); !none.empty() {
		return Contradiction{Cell: none.First()}, true
	}
	for i := range houses {
		house := (i + 18) % 27
		for d := range s.may {
			if !houses[house].intersects(s.may[d]) {
				return Contradiction{Digit: d + 1, House: solver.House(house)}, true
			}
		}
	}
	return c, false
}

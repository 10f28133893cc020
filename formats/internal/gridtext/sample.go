package gridtext

import (
	"bytes"

	"github.com/gridmill/gridmill/solver"
)

// A Sight is what a column's first values look like.
type Sight struct {
	Values, Grids, Full int // non-empty values, grids among them, and those without a blank
	Meant               int // values that are grids or were meant as such
	masks               int // grids of 0 and 1 alone, as masks over grids are
	fromZero            int // grids with nine of each digit from 0 to 8, as answers counted from 0 are
	within              int // values with a grid among other text
}

// MostlyGrids reports whether at least half of the values are grids.
func (s Sight) MostlyGrids() bool { return s.Grids > 0 && 2*s.Grids >= s.Values }

// MostlyFull reports whether most of the grids, which most values are, have no blank.
func (s Sight) MostlyFull() bool { return s.MostlyGrids() && 2*s.Full > s.Grids }

// OnlyMasks reports whether all grids are of 0 and 1 alone.
func (s Sight) OnlyMasks() bool { return s.MostlyGrids() && s.masks == s.Grids }

// MostlyFromZero reports whether most grids have nine of each digit from 0 to 8.
func (s Sight) MostlyFromZero() bool { return s.MostlyGrids() && 2*s.fromZero > s.Grids }

// MostlyWithin reports whether most values are other text with a grid in it.
func (s Sight) MostlyWithin() bool { return 2*s.within > s.Values }

// IsMixed reports whether some grids have blanks, and so many of the others have none that they are
// rather answers than puzzles.
func (s Sight) IsMixed() bool { return s.Full < s.Grids && s.Full > max(1, s.Grids/5) }

// IsFull reports whether there are grids, none of which has a blank.
func (s Sight) IsFull() bool { return s.Full > 0 && s.Full == s.Grids }

// Look looks at the values of some rows in each column. A row may have fewer.
func Look(columns int, rows [][][]byte) []Sight {
	seen := make([]Sight, columns)
	for _, row := range rows {
		for i, value := range row[:min(columns, len(row))] {
			if len(value) > 0 {
				seen[i].add(value)
			}
		}
	}
	return seen
}

// add looks at one more value.
func (s *Sight) add(value []byte) {
	s.Values++
	var g solver.Grid
	if Parse(&g, value).Kind == NoReason {
		s.Grids++
		if g.Full() {
			s.Full++
		}
		digits := digitsOf(&g)
		if digits[1] > 0 && digits[0]+digits[1] == solver.Cells {
			s.masks++
		}
		if digits == [10]int{9, 9, 9, 9, 9, 9, 9, 9, 9, 0} {
			s.fromZero++
		}
	} else if holdsGrid(value) {
		s.within++
	}
	if IsLikeGrid(value) && !bytes.HasPrefix(value, []byte("[{")) { // objects of JSON only hold some
		s.Meant++
	}
}

// digitsOf counts the digits of a grid, and its blanks as zeros.
func digitsOf(g *solver.Grid) (digits [10]int) {
	for _, c := range g {
		if c-'1' < 9 {
			digits[c-'0']++
		} else {
			digits[0]++
		}
	}
	return digits
}

// holdsGrid reports whether 81 cells stand together among other text, digits and points alone.
func holdsGrid(value []byte) bool {
	run := 0
	for i, c := range value {
		if c != '.' && c-'0' > 9 {
			run = 0
			continue
		}
		if run++; run == solver.Cells && (i+1 == len(value) || value[i+1] != '.' && value[i+1]-'0' > 9) {
			return len(value) > solver.Cells
		}
	}
	return false
}

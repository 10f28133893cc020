package formats

import (
	"bytes"

	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/solver"
)

// sight is what a column's first values look like.
type sight struct {
	values, grids, full int // non-empty values, grids among them, and those without a blank
	meant               int // values that are grids or were meant as such
	masks               int // grids of 0 and 1 alone, as masks over grids are
	fromZero            int // grids with nine of each digit from 0 to 8, as answers counted from 0 are
	within              int // values with a grid among other text
}

func (s sight) mostlyGrids() bool { return s.grids > 0 && 2*s.grids >= s.values }
func (s sight) mostlyFull() bool  { return s.mostlyGrids() && 2*s.full > s.grids }

func (s sight) onlyMasks() bool      { return s.mostlyGrids() && s.masks == s.grids }
func (s sight) mostlyFromZero() bool { return s.mostlyGrids() && 2*s.fromZero > s.grids }

// isMixed reports whether some grids have blanks, and so many of the others have none that they are
// rather answers than puzzles.
func (s sight) isMixed() bool { return s.full < s.grids && s.full > max(1, s.grids/5) }

// isFull reports whether there are grids, none of which has a blank.
func (s sight) isFull() bool { return s.full > 0 && s.full == s.grids }

// mixedFault is the error for a column, or a word of lines, in which puzzles and answers stand.
func (s sight) mixedFault() error {
	return option.Errorf(option.AllGrids, "of its first %d grids %d are full, as answers are; write the puzzles alone, or each in a row with its answer", s.grids, s.full)
}

// look counts the grids in each column.
func look(columns int, rows sample) []sight {
	seen := make([]sight, columns)
	for _, row := range rows {
		for i, value := range row[:min(columns, len(row))] {
			if len(value) > 0 {
				seen[i].add(value)
			}
		}
	}
	return seen
}

// add counts a value.
func (s *sight) add(value []byte) {
	s.values++
	var g solver.Grid
	if parseGrid(&g, value).kind == noReason {
		s.grids++
		if g.Full() {
			s.full++
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
	if likeGrid(value) && !bytes.HasPrefix(value, []byte("[{")) { // objects of JSON only hold some
		s.meant++
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

package english

import (
	"fmt"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/ladder"
)

// reason says why a step of a fish, links, a wing or a uniqueness pattern is right.
func reason(s *ladder.Step) string {
	cells, digits := nameCells(s.Cells), nameDigits(s.Digits)
	switch s.Technique {
	case ladder.XWing, ladder.Swordfish, ladder.Jellyfish:
		return reasonOfFish(s)
	case ladder.Skyscraper, ladder.TwoStringKite, ladder.TurbotFish:
		return reasonOfLinks(s)
	case ladder.XYWing, ladder.XYZWing:
		return reasonOfWings(s)
	case ladder.WWing:
		ends, pair := divide(s, func(cell int) bool { return inHouse(cell, s.House) })
		link := s.Digits &^ removedDigits(s)
		return fmt.Sprintf("the %[1]s of %[2]s is in %[3]s or %[4]s, so %[5]s and %[6]s are not both %[1]s, and one of them is %[7]s", nameDigits(link), s.House,
			formatCell(ends[0]), formatCell(ends[1]), formatCell(pair[0]), formatCell(pair[1]), nameDigits(removedDigits(s)))
	case ladder.UniqueRectangle:
		return fmt.Sprintf("if %[2]s had only %[1]s, these could be swapped, and there would be two solutions", digits, cells)
	}
	return fmt.Sprintf("without the %s in %s, all open cells would have two candidates, and the puzzle would have two solutions or none", digits, cells)
}

// reasonOfFish names the lines that hold a digit, and the lines across them.
func reasonOfFish(s *ladder.Step) string {
	var rows, columns uint16
	for _, cell := range listCells(s.Cells) {
		rows |= 1 << (cell / 9)
		columns |= 1 << (cell % 9)
	}
	if s.House < 9 {
		return fmt.Sprintf("the %s of rows %s is in columns %s", nameDigits(s.Digits), nameDigits(rows), nameDigits(columns))
	}
	return fmt.Sprintf("the %s of columns %s is in rows %s", nameDigits(s.Digits), nameDigits(columns), nameDigits(rows))
}

// reasonOfLinks finds the ends of two links that see each other.
func reasonOfLinks(s *ladder.Step) string {
	one, other := divide(s, func(cell int) bool { return inHouse(cell, s.House) })
	for i, a := range one {
		for k, b := range other {
			if sees(a, b) && allSee(s, one[1-i]) && allSee(s, other[1-k]) {
				return fmt.Sprintf("%[1]s and %[2]s see each other, so one of them is not %[3]s, and then %[4]s or %[5]s is, as the other place in its house",
					formatCell(a), formatCell(b), nameDigits(s.Digits), formatCell(one[1-i]), formatCell(other[1-k]))
			}
		}
	}
	return nameDigits(s.Digits) + " in " + nameCells(s.Cells)
}

// reasonOfWings finds the pivot, which sees both wings. The pivot of an XY-wing does not have the
// removed digit; that of an XYZ-wing has all three digits.
func reasonOfWings(s *ladder.Step) string {
	z := removedDigits(s)
	of, it := s.Digits&^z, ""
	if s.Technique == ladder.XYZWing {
		of, it = s.Digits, "it or "
	}
	for _, pivot := range listCells(s.Cells) {
		_, wings := divide(s, func(cell int) bool { return cell == pivot })
		if candidates(s, pivot) == of && sees(pivot, wings[0]) && sees(pivot, wings[1]) {
			return fmt.Sprintf("whatever %s is, %s%s or %s is %s", formatCell(pivot), it, formatCell(wings[0]), formatCell(wings[1]), nameDigits(z))
		}
	}
	return nameDigits(s.Digits) + " in " + nameCells(s.Cells)
}

// listCells lists cells in their order.
func listCells(cells ladder.Cells) (list []int) {
	for ; cells.Len() > 0; cells = cells.Rest() {
		list = append(list, cells.First())
	}
	return list
}

// divide separates the cells of a pattern that satisfy a condition from the others.
func divide(s *ladder.Step, holds func(cell int) bool) (yes, no []int) {
	for _, cell := range listCells(s.Cells) {
		if holds(cell) {
			yes = append(yes, cell)
		} else {
			no = append(no, cell)
		}
	}
	return yes, no
}

// removedDigits returns the digits that a step removes anywhere.
func removedDigits(s *ladder.Step) (digits uint16) {
	for d, cells := range s.Removed {
		if cells.Len() > 0 {
			digits |= 1 << d
		}
	}
	return digits
}

// candidates returns the digits that may be in a cell.
func candidates(s *ladder.Step, cell int) (digits uint16) {
	for d, cells := range s.Before {
		if cells.Has(cell) {
			digits |= 1 << d
		}
	}
	return digits
}

func inHouse(cell int, h solver.House) bool {
	return int(h) == cell/9 || int(h) == 9+cell%9 || int(h) == 18+cell/27*3+cell%9/3
}

// sees reports whether two cells share a house.
func sees(a, b int) bool {
	return a != b && (a/9 == b/9 || a%9 == b%9 || a/27 == b/27 && a%9/3 == b%9/3)
}

// allSee reports whether all cells that a step removes candidates from see a cell.
func allSee(s *ladder.Step, cell int) bool {
	for _, cells := range s.Removed {
		for _, removed := range listCells(cells) {
			if !sees(removed, cell) {
				return false
			}
		}
	}
	return true
}

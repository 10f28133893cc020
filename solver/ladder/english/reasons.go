package english

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/ladder"
)

// reason explains why a step may remove candidates. It names cells and houses by their roles.
func reason(s *ladder.Step) string {
	cells, digits, roles := nameCells(s.Cells), nameDigits(s.Digits), s.Roles()
	one, other := nameRole(&roles[0]), nameRole(&roles[1])
	switch s.Technique {
	case ladder.LockedCandidates:
		return fmt.Sprintf("the %s of %s is in %s of %s", digits, s.House, cells, house(roles[1].Houses))
	case ladder.NakedPair, ladder.NakedTriple, ladder.NakedQuad:
		return fmt.Sprintf("%s in %s take %s", cells, s.House, digits)
	case ladder.HiddenPair, ladder.HiddenTriple, ladder.HiddenQuad:
		return fmt.Sprintf("%s have no places in %s except %s", digits, s.House, cells)
	case ladder.XWing, ladder.Swordfish, ladder.Jellyfish:
		return fmt.Sprintf("the %s of %s is in %s", digits, one, other)
	case ladder.Skyscraper, ladder.TwoStringKite, ladder.TurbotFish:
		return fmt.Sprintf("because %[1]s see each other and cannot both be %[2]s, one of %[3]s is %[2]s", one, digits, other)
	case ladder.XYWing:
		return fmt.Sprintf("whatever digit %s holds, one of %s is %s", one, other, nameDigits(removedDigits(s)))
	case ladder.XYZWing:
		return fmt.Sprintf("whatever digit %[1]s holds, %[1]s or one of %s is %s", one, other, nameDigits(removedDigits(s)))
	case ladder.WWing:
		removed := removedDigits(s)
		return fmt.Sprintf("the %[1]s of %[2]s is in %[3]s, so one of %[4]s is not %[1]s and must be %[5]s",
			nameDigits(s.Digits&^removed), s.House, one, other, nameDigits(removed))
	case ladder.UniqueRectangle:
		return fmt.Sprintf("if %s, like %s, had only %s, the digits could be swapped, and there would be two solutions", other, one, digits)
	case ladder.TrialAndError:
		return fmt.Sprintf("with %s in %s, singles leave %s", digits, cells, contradiction(s))
	}
	return fmt.Sprintf("without the %s in %s, all open cells would have two candidates, and the puzzle would have two solutions or none", digits, cells)
}

// contradiction returns the contradiction of a step in words, as in "no place for 5 in row 3".
func contradiction(s *ladder.Step) string {
	c, _ := s.Contradiction()
	if c.Digit == 0 {
		return "no candidate in " + formatCell(c.Cell)
	}
	return fmt.Sprintf("no place for %d in %s", c.Digit, c.House)
}

// nameRole names the cells or houses of a role, as in "the pivot r8c5" or "the base rows 3 7".
func nameRole(r *ladder.Role) string {
	if r.Houses == 0 {
		return fmt.Sprintf("the %s %s", r.Name, nameCells(r.Cells))
	}
	kind, _, _ := strings.Cut(house(r.Houses).String(), " ")
	var numbers uint16
	for left := r.Houses; left != 0; left &= left - 1 {
		numbers |= 1 << (house(left) % 9)
	}
	return fmt.Sprintf("the %s %ss %s", r.Name, kind, nameDigits(numbers))
}

// house returns the first house of a set.
func house(set uint32) solver.House { return solver.House(bits.TrailingZeros32(set)) }

func removedDigits(s *ladder.Step) (digits uint16) {
	for d, cells := range s.Removed {
		if cells.Len() > 0 {
			digits |= 1 << d
		}
	}
	return digits
}

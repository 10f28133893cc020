package ladder

// A Role names some of the cells or houses of a pattern.
type Role struct {
	Name   string // such as pivot; empty if the pattern has no roles
	Cells  Cells
	Houses uint32 // bit h is solver.House(h)
}

// Roles returns the roles of the cells or houses in the pattern of a step:
//
//	locked candidates, fish   base: the houses whose places for the digit are all in the pattern
//	                          cover: the houses that lose their other places for the digit
//	skyscraper, kite, turbot  joined: the cells that see each other (share a house)
//	                          ends: the other two cells
//	XY-wing, XYZ-wing         pivot and wings
//	W-wing                    link: the only places for a digit in a house
//	                          pair: the cells with two candidates
//	unique rectangle          floor: the cells with two candidates
//	                          roof: the cells with more candidates
//
// Other patterns have no roles, because all their cells are alike.
func (s *Step) Roles() (roles [2]Role) {
	switch s.Technique {
	case LockedCandidates, XWing, Swordfish, Jellyfish:
		base, cover := s.baseAndCover()
		return [2]Role{{Name: "base", Houses: base}, {Name: "cover", Houses: cover}}
	case Skyscraper, TwoStringKite, TurbotFish:
		return s.divide("joined", "ends")
	case XYWing, XYZWing:
		return s.divide("pivot", "wings")
	case WWing:
		return s.divide("link", "pair")
	case UniqueRectangle:
		return s.divide("floor", "roof")
	}
	return roles
}

// divide assigns the cells of the pattern to two roles.
func (s *Step) divide(first, second string) [2]Role {
	return [2]Role{{Name: first, Cells: s.first}, {Name: second, Cells: s.Cells.without(s.first)}}
}

// baseAndCover returns the base and cover of a fish or of locked candidates. The base of a fish
// consists of the lines parallel to House, and the cover consists of the crossing lines. The base
// of locked candidates is House, and the cover is the other house with all cells of the pattern.
func (s *Step) baseAndCover() (base, cover uint32) {
	for h := range houses {
		switch {
		case s.Technique == LockedCandidates:
			if s.Cells.within(houses[h]) {
				cover |= 1 << h
			}
		case h >= 18 || !houses[h].intersects(s.Cells):
		case h/9 == int(s.House)/9:
			base |= 1 << h
		default:
			cover |= 1 << h
		}
	}
	if s.Technique == LockedCandidates {
		base = 1 << s.House
	}
	return base, cover &^ base
}

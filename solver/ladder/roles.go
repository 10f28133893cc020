package ladder

// A Role describes the function of cells or houses in a pattern.
type Role struct {
	Name   string // such as pivot; empty if the pattern has no roles
	Cells  Cells
	Houses uint32 // bit h is solver.House(h)
}

// Roles returns the roles of the cells or houses in the pattern of a step:
//
//	locked candidates, fish   base and cover: the houses that need the digit, and the houses that lose it
//	skyscraper, kite, turbot  joined and ends: the cells that see each other, and the other two cells
//	XY-wing, XYZ-wing         pivot and wings
//	W-wing                    link and pair: the only places of a digit, and the cells with two candidates
//	unique rectangle          floor and roof: the cells with two candidates, and the cells with more
//
// Other patterns have no roles, because all their cells are alike.
func (s *Step) Roles() (roles [2]Role) {
	switch s.Technique {
	case LockedCandidates, XWing, Swordfish, Jellyfish:
		base, cover := s.baseAndCover()
		return [2]Role{{Name: "base", Houses: base}, {Name: "cover", Houses: cover}}
	case Skyscraper, TwoStringKite, TurbotFish:
		return s.divide("joined", s.joined(), "ends")
	case XYWing, XYZWing:
		return s.divide("pivot", s.pivot(), "wings")
	case WWing:
		return s.divide("link", s.Cells.and(houses[s.House]), "pair")
	case UniqueRectangle:
		return s.divide("floor", s.limitedTo(s.Digits), "roof")
	}
	return roles
}

// divide assigns the role name to the given cells of the pattern, and the role other to the rest.
func (s *Step) divide(name string, cells Cells, other string) [2]Role {
	return [2]Role{{Name: name, Cells: cells}, {Name: other, Cells: s.Cells.without(cells)}}
}

// baseAndCover returns the base and cover of a fish or of locked candidates. The base of a fish
// consists of the houses that are of the same kind as its House, and the cover consists of the
// houses that cross them. For locked candidates, the base is the House, and the cover is the other
// house that contains all cells.
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

// joined returns one cell of each link. These two cells see each other. All removed candidates see
// the other cells of the links.
func (s *Step) joined() Cells {
	var removed Cells
	for _, cells := range s.Removed {
		removed = removed.or(cells)
	}
	one := s.Cells.and(houses[s.House])
	for a := one; !a.empty(); a = a.Rest() {
		for b := s.Cells.without(one).and(peers[a.First()]); !b.empty(); b = b.Rest() {
			joined := cellBits[a.First()].or(cellBits[b.First()])
			ends := s.Cells.without(joined)
			if removed.within(peers[ends.First()].and(peers[ends.Rest().First()])) {
				return joined
			}
		}
	}
	return Cells{}
}

// pivot returns the cell of a wing that sees the other two cells. In an XYZ-wing it has all three
// digits, and in an XY-wing it lacks the removed digit.
func (s *Step) pivot() Cells {
	digits := s.Digits
	for d, removed := range s.Removed {
		if s.Technique == XYWing && !removed.empty() {
			digits &^= 1 << d
		}
	}
	for left := s.limitedTo(digits); !left.empty(); left = left.Rest() {
		cell := left.First()
		if s.Cells.without(cellBits[cell]).within(peers[cell]) && s.hasAll(cell, digits) {
			return cellBits[cell]
		}
	}
	return Cells{}
}

// limitedTo returns the cells of the pattern that have only the given digits as candidates.
func (s *Step) limitedTo(digits uint16) Cells {
	cells := s.Cells
	for d, may := range s.Before {
		if digits>>d&1 == 0 {
			cells = cells.without(may)
		}
	}
	return cells
}

// hasAll reports whether all of the given digits are candidates of cell.
func (s *Step) hasAll(cell int, digits uint16) bool {
	for d, may := range s.Before {
		if digits>>d&1 != 0 && !may.Has(cell) {
			return false
		}
	}
	return true
}

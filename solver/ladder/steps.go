package ladder

import (
	"math/bits"

	"github.com/gridmill/gridmill/solver"
)

// Step is one step of a wave. All steps of a wave follow from the state before the wave.
type Step struct {
	Technique Technique
	// Name is full_house, naked_single, hidden_single, pointing, claiming, guess, backtrack, or the
	// name of the technique.
	Name string
	Wave int // 1 for the first wave of a puzzle, 2 for the next, and so on
	// Before holds the candidates before the wave. A solved cell keeps its digit as a candidate.
	Before *Candidates
	// Open holds the cells that were unsolved before the wave.
	Open Cells
	// Digit is the digit, from 1 to 9, that the step places in Cell. Both are 0 if the step does
	// not place a digit.
	Digit, Cell int
	// Cells and Digits are the cells and digits of the pattern. Bit d of Digits is digit d+1.
	Cells  Cells
	Digits uint16
	// If InHouse is set, House is the first or only house of the pattern.
	House   solver.House
	InHouse bool
	// Removed holds the candidates that the step removes, except the candidates of a cell that it
	// fills. Removed is empty for a guess. Several steps of a wave may remove the same candidate.
	Removed Candidates

	first   Cells  // the cells with the first of two roles in the pattern; see Roles
	reached *state // for a backtrack, the state before the singles that lead to the contradiction
}

// pattern describes a pattern that a technique found.
type pattern struct {
	technique Technique
	cells     Cells
	digits    uint16
	house     int   // -1 if the pattern does not belong to a house
	first     Cells // the cells with the first of two roles; see Step.Roles
}

// observer reports steps while a puzzle is solved, and controls guesses.
type observer struct {
	each     func(*Step)  // nil if no steps are reported
	solution *solver.Grid // source of guesses; may be nil
	search   bool         // guess the lowest candidate of a cell, and undo wrong guesses
	stuckAt  Rating       // zero until the first guess, then the rating before that guess
	step     Step
	wave     int
	before   state      // the state before the wave of singles that is being reported
	removed  Candidates // the candidates that steps of the wave have removed
}

// report reports s unless earlier steps of the wave have removed all candidates that s removes. For
// example, pointing and claiming can remove the same candidates.
func (w *observer) report(s *Step) {
	fresh := false
	for d, cells := range s.Removed {
		fresh = fresh || !cells.within(w.removed[d])
		w.removed[d] = w.removed[d].or(cells)
	}
	if fresh {
		w.each(s)
	}
}

// Explain is like Rate, but also calls visit for every step, wave by wave. visit must not change
// the Step or its data, and must not use them after it returns.
func (l *Ladder) Explain(puzzle *solver.Grid, visit func(*Step)) Rating {
	return l.explain(puzzle, observer{each: visit, wave: 1})
}

func (l *Ladder) explain(puzzle *solver.Grid, w observer) Rating {
	l.watch = w
	r := l.Rate(puzzle)
	if w.search && l.watch.stuckAt.Hardest == Extreme {
		r = l.watch.stuckAt
	}
	l.watch = observer{}
	return r
}

func (l *Ladder) newStep(name string, p pattern) *Step {
	s := &l.watch.step
	*s = Step{
		Technique: p.technique, Name: name, Wave: l.watch.wave, Before: &l.may, Open: l.open,
		Cells: p.cells, Digits: p.digits, InHouse: p.house >= 0, first: p.first,
	}
	if s.InHouse {
		s.House = solver.House(p.house)
	}
	return s
}

// eliminate adds the candidates for digits in the given cells to l.removed. Pattern p removes these
// candidates. eliminate reports whether there are any such candidates.
func (l *Ladder) eliminate(digits uint16, from Cells, p pattern) (found bool) {
	from = from.and(l.open)
	for left := digits; left != 0; left &= left - 1 {
		d := bits.TrailingZeros16(left)
		removed := l.may[d].and(from)
		l.removed[d] = l.removed[d].or(removed)
		found = found || !removed.empty()
	}
	if found && l.watch.each != nil {
		s := l.newStep(p.technique.String(), p)
		for left := digits; left != 0; left &= left - 1 {
			d := bits.TrailingZeros16(left)
			s.Removed[d] = l.may[d].and(from)
		}
		l.watch.report(s)
	}
	return found
}

// explainSingles reports the placements of a wave. If two digits were placed in a cell, it reports
// nothing and returns false.
func (l *Ladder) explainSingles() bool {
	before := &l.watch.before
	filled := before.open.without(l.open)
	var digits [solver.Cells]uint8
	for d := range l.may {
		for left := l.may[d].and(filled); !left.empty(); left = left.Rest() {
			if digits[left.First()] != 0 {
				return false
			}
			digits[left.First()] = uint8(d + 1)
		}
	}
	s := l.newStep("", pattern{technique: Singles})
	s.Before, s.Open = &before.may, before.open
	last, _ := before.open.hidden()
	for ; !filled.empty(); filled = filled.Rest() {
		cell := filled.First()
		s.Cell, s.Digit = cell, int(digits[cell])
		d := s.Digit - 1
		s.Cells, s.Digits = cellBits[cell], 1<<d
		s.setKindOfSingle(last.Has(cell))
		s.Removed[d] = before.may[d].and(peers[cell]).and(before.open)
		l.watch.each(s)
		s.Removed[d] = Cells{}
	}
	return true
}

// setKindOfSingle sets the name and house of a step that places a single. It prefers boxes to rows,
// and rows to columns. last is set if the cell is the last open cell of a house.
func (s *Step) setKindOfSingle(last bool) {
	among := s.Before[s.Digit-1]
	s.Name, s.InHouse = "hidden_single", true
	if last {
		s.Name, among = "full_house", s.Open
	}
	for _, kind := range [3]int{2, 0, 1} {
		house := housesOf[s.Cell][kind]
		if !houses[house].and(among).several() {
			s.House = solver.House(house)
			return
		}
	}
	s.Name, s.InHouse, s.House = "naked_single", false, 0
}

func (l *Ladder) explainLocked(digit, first, second int) {
	name, may := "claiming", l.may[digit].and(l.open)
	if first >= 18 {
		name = "pointing"
	}
	s := l.newStep(name, pattern{technique: LockedCandidates, cells: may.and(houses[first]), digits: 1 << digit, house: first})
	s.Removed[digit] = may.and(houses[second]).without(houses[first])
	l.watch.report(s)
}

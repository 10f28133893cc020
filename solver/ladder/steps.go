package ladder

import (
	"math/bits"

	"github.com/gridmill/gridmill/solver"
)

// Step is one thing that a wave does. All steps of a wave follow from the state before it.
type Step struct {
	Technique Technique
	// Name is that of the technique, or a finer one: full_house, naked_single, hidden_single,
	// pointing, claiming; or guess or backtrack.
	Name string
	Wave int // its number, from 1
	// Before has the candidates before the wave. Cells that are solved keep their own.
	Before *Candidates
	// Open has the cells that are not solved before the wave.
	Open Cells
	// Digit is 1 to 9 where the step places one, in Cell, or else 0.
	Digit, Cell int
	// Cells and Digits are those of the pattern; bit d of Digits stands for digit d+1.
	Cells  Cells
	Digits uint16
	// House is where the pattern is, if InHouse; of several houses, the first.
	House   solver.House
	InHouse bool
	// Removed has the candidates that the step rules out, beside those of its own cell
	// where it places a digit. Another step of the wave may rule them out as well.
	Removed Candidates
}

// pattern is what a technique has found.
type pattern struct {
	technique Technique
	cells     Cells
	digits    uint16
	house     int // -1 for none
}

// watch is what looks on while a puzzle is solved.
type watch struct {
	each     func(*Step)  // nil where no steps are wanted
	solution *solver.Grid // what guesses are taken from, if any
	search   bool         // guesses are wanted that may be wrong
	stuckAt  Rating       // before the first guess; None where there is none
	step     Step
	wave     int
	gone     Candidates // what steps of the wave have removed
}

// pass passes on a step that removes candidates, unless earlier steps of the wave remove them
// all, as where pointing and claiming find the same.
func (w *watch) pass(s *Step) {
	fresh := false
	for d, cells := range s.Removed {
		fresh = fresh || !cells.within(w.gone[d])
		w.gone[d] = w.gone[d].or(cells)
	}
	if fresh {
		w.each(s)
	}
}

// Explain rates a puzzle as Rate does, and calls each for every step, wave by wave. What the
// Step points to must not be changed, and is good until each returns.
func (l *Ladder) Explain(puzzle *solver.Grid, each func(*Step)) Rating {
	return l.explain(puzzle, watch{each: each, wave: 1})
}

func (l *Ladder) explain(puzzle *solver.Grid, w watch) Rating {
	l.watch = w
	r := l.Rate(puzzle)
	if w.search && l.watch.stuckAt.Hardest == Extreme {
		r = l.watch.stuckAt
	}
	l.watch = watch{}
	return r
}

// start starts a step of the current wave.
func (l *Ladder) start(name string, p pattern) *Step {
	s := &l.watch.step
	*s = Step{
		Technique: p.technique, Name: name, Wave: l.watch.wave, Before: &l.may, Open: l.open,
		Cells: p.cells, Digits: p.digits, InHouse: p.house >= 0,
	}
	if s.InHouse {
		s.House = solver.House(p.house)
	}
	return s
}

// takesAll notes that a pattern rules digits out in cells, and reports whether any of them
// may stand in any of these.
func (l *Ladder) takesAll(digits uint16, from Cells, p pattern) (found bool) {
	from = from.and(l.open)
	for left := digits; left != 0; left &= left - 1 {
		d := bits.TrailingZeros16(left)
		gone := l.may[d].and(from)
		l.removed[d] = l.removed[d].or(gone)
		found = found || !gone.empty()
	}
	if found && l.watch.each != nil {
		s := l.start(p.technique.String(), p)
		for left := digits; left != 0; left &= left - 1 {
			d := bits.TrailingZeros16(left)
			s.Removed[d] = l.may[d].and(from)
		}
		l.watch.pass(s)
	}
	return found
}

// explainSingles passes on the placements of a wave.
func (l *Ladder) explainSingles() {
	var all Cells
	var digits [solver.Cells]uint8
	for d := range l.at {
		all = all.or(l.at[d])
		for left := l.at[d]; !left.empty(); left = left.Rest() {
			digits[left.First()] = uint8(d)
		}
	}
	for ; !all.empty(); all = all.Rest() {
		cell := all.First()
		d := int(digits[cell])
		name, house := l.kindOfSingle(cell, d)
		s := l.start(name, pattern{Singles, cellBits[cell], 1 << d, house})
		s.Cell, s.Digit = cell, d+1
		s.Removed[d] = l.may[d].and(peers[cell]).and(l.open)
		l.watch.each(s)
	}
}

// kindOfSingle says what kind of single a digit is in a cell, and in which house, or -1:
// boxes come before rows before columns.
func (l *Ladder) kindOfSingle(cell, digit int) (name string, house int) {
	h := housesOf[cell]
	order := [3]int{int(h[2]), int(h[0]), int(h[1])}
	for _, house := range order {
		if !houses[house].and(l.open).several() {
			return "full_house", house
		}
	}
	for _, house := range order {
		if !houses[house].and(l.may[digit]).several() {
			return "hidden_single", house
		}
	}
	return "naked_single", -1
}

// explainLocked passes on the locked candidates of a wave.
func (l *Ladder) explainLocked() {
	for d := range l.may {
		for box := 18; box < 27 && !l.removed[d].empty(); box++ {
			for _, line := range linesOf[box-18] {
				both := houses[box].and(houses[line])
				if l.removed[d].and(houses[box].or(houses[line])).within(both) {
					continue
				}
				l.explainConfined(d, both, box, int(line), "pointing")
				l.explainConfined(d, both, int(line), box, "claiming")
			}
		}
	}
}

// explainConfined passes a step on if a digit that a house confines to some cells goes from
// the others of another house.
func (l *Ladder) explainConfined(digit int, to Cells, house, other int, name string) {
	may, gone := l.may[digit].and(l.open), l.removed[digit].and(houses[other]).without(to)
	if !gone.empty() && may.and(houses[house]).within(to) && may.intersects(to) {
		s := l.start(name, pattern{LockedCandidates, may.and(to), 1 << digit, house})
		s.Removed[digit] = gone
		l.watch.pass(s)
	}
}

package ladder

import "github.com/gridmill/gridmill/solver"

// Sudoku Explainer has a rating for each technique, and rates a puzzle by the highest one that
// it needs if it always takes the lowest that leads on. Beside those that remove candidates it
// has direct ones, which place a digit that some removal would leave alone in a house, without
// noting the removal down. They are rated lower than the removal.

// The numbers of houses of a kind, from the first to before the next kind.
var (
	ofLines = [2]int{0, 18}
	ofBoxes = [2]int{18, 27}
)

// nakedSingleRating is the highest rating of a single, in tenths.
const nakedSingleRating = 23

// explainerRungs are the techniques that the ladder shares with Sudoku Explainer, by their
// ratings there, in tenths. Each finds what is to be placed or removed.
var explainerRungs = []struct {
	tenths int
	find   func(l *Ladder)
}{
	{10, (*Ladder).lastOfHouses},
	{12, (*Ladder).aloneInBoxes},
	{15, (*Ladder).aloneInLines},
	{17, func(l *Ladder) { l.confined(ofBoxes, ofLines, true) }},
	{19, func(l *Ladder) { l.confined(ofLines, ofBoxes, true) }},
	{20, func(l *Ladder) { l.besideHidden(2) }},
	{nakedSingleRating, (*Ladder).lastOfCells},
	{25, func(l *Ladder) { l.besideHidden(3) }},
	{26, func(l *Ladder) { l.confined(ofBoxes, ofLines, false) }},
	{28, func(l *Ladder) { l.confined(ofLines, ofBoxes, false) }},
	{30, func(l *Ladder) { l.find(NakedPair) }},
	{32, func(l *Ladder) { l.find(XWing) }},
	{34, func(l *Ladder) { l.find(HiddenPair) }},
	{36, func(l *Ladder) { l.find(NakedTriple) }},
	{38, func(l *Ladder) { l.find(Swordfish) }},
	{40, func(l *Ladder) { l.find(HiddenTriple) }},
	{42, func(l *Ladder) { l.find(XYWing) }},
	{44, func(l *Ladder) { l.find(XYZWing) }},
	{45, func(l *Ladder) { l.find(UniqueRectangle) }},
	{50, func(l *Ladder) { l.find(NakedQuad) }},
	{52, func(l *Ladder) { l.find(Jellyfish) }},
	{54, func(l *Ladder) { l.find(HiddenQuad) }},
	{56, func(l *Ladder) { l.find(BUGPlusOne) }},
}

// ExplainerRating returns the rating of a puzzle by the scale of Sudoku Explainer, in tenths from
// 10 to 56, or 0 where it takes more than these techniques, or no cell is blank. The puzzle must
// have exactly one solution. Morphs of a puzzle have the same rating.
func (l *Ladder) ExplainerRating(puzzle *solver.Grid) (tenths int) {
	if !l.read(puzzle) {
		return 0
	}
	for !l.open.empty() {
		t := l.explainerWave()
		if t == 0 {
			return 0
		}
		tenths = max(tenths, t)
		// The order of singles makes no difference to a rating that is at least theirs.
		if tenths >= nakedSingleRating && l.propagate(allWaves) < 0 {
			return 0
		}
	}
	return tenths
}

// explainerWave applies all that the lowest productive technique finds, and returns its rating,
// or 0 if there is none.
func (l *Ladder) explainerWave() (tenths int) {
	l.placements, l.removed = Candidates{}, Candidates{}
	l.views.fresh, l.views.counted, l.links.found = false, false, false
	for i := range explainerRungs {
		explainerRungs[i].find(l)
		switch {
		case l.placements != Candidates{}:
			l.placeAll(&l.placements)
			if l.wrong {
				return 0
			}
			return explainerRungs[i].tenths
		case l.removed != Candidates{}:
			l.remove()
			return explainerRungs[i].tenths
		}
	}
	return 0
}

// placeOnly places a digit in a set of cells if it has just one.
func (l *Ladder) placeOnly(digit int, in Cells) {
	if !in.several() {
		l.placements[digit] = l.placements[digit].or(in)
	}
}

// lastOfHouses finds houses that lack one digit.
func (l *Ladder) lastOfHouses() {
	last, _ := l.open.hidden()
	for d, may := range l.may {
		l.placements[d] = may.and(last)
	}
}

// aloneInBoxes finds digits that have one cell in a box.
func (l *Ladder) aloneInBoxes() {
	for d, may := range l.may {
		_, alone, _ := may.alone()
		l.placements[d] = alone.and(l.open)
	}
}

// aloneInLines finds digits that have one cell in a row or column.
func (l *Ladder) aloneInLines() {
	for d, may := range l.may {
		alone, _, _ := may.alone()
		l.placements[d] = alone.and(l.open)
	}
}

// lastOfCells finds cells that have one candidate.
func (l *Ladder) lastOfCells() {
	var one, two Cells
	v := l.look()
	for _, may := range v.rows {
		two = two.or(one.and(may))
		one = one.or(may)
	}
	for d, may := range v.rows {
		l.placements[d] = may.without(two)
	}
}

// confined finds digits that a house of one kind confines to its cells in a house of another
// kind, and so rules out in the rest of that one. If direct, it places those that this would
// leave alone in a further house of the first kind, and removes nothing.
func (l *Ladder) confined(kind, other [2]int, direct bool) {
	for d := range l.may {
		may := l.may[d].and(l.open)
		if may.within(l.may[d].unlocked()) {
			continue // nothing would go
		}
		for h := kind[0]; h < kind[1]; h++ {
			here := may.and(houses[h])
			for o := other[0]; o < other[1] && !here.empty(); o++ {
				if !here.within(houses[o]) {
					continue
				}
				if !direct {
					l.removed[d] = l.removed[d].or(may.and(houses[o]).without(houses[h]))
					continue
				}
				for third := h - h%9; third < h-h%9+9; third++ {
					if third != h && houses[third].intersects(houses[o]) {
						l.placeOnly(d, may.and(houses[third]).without(houses[o]))
					}
				}
			}
		}
	}
}

// besideHidden finds digits that have one cell in a house beside those of a hidden subset.
func (l *Ladder) besideHidden(k int) {
	l.eachHidden(k, k, func(house int, s subset) {
		rest := houses[house].without(pick(house, s.bits))
		for d, may := range l.views.rows {
			if s.sets>>d&1 == 0 {
				l.placeOnly(d, may.and(rest))
			}
		}
	})
}

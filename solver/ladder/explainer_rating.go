package ladder

import "github.com/gridmill/gridmill/solver"

// Sudoku Explainer rates each technique, and each step uses the lowest-rated technique that makes
// progress. The rating of a puzzle is the highest rating of its steps. Some techniques also have a
// direct form with a lower rating. A direct form removes no candidates. Instead, it places each
// digit for which their removal would leave only one place in a house.

// nakedSingleRating is the highest rating of a single, in tenths.
const nakedSingleRating = 23

// explainerRungs lists the techniques that the ladder shares with Sudoku Explainer, easiest first.
// Each find function sets l.placements or l.removed.
var explainerRungs = []struct {
	tenths int
	find   func(l *Ladder)
}{
	{10, (*Ladder).fullHouses},
	{12, func(l *Ladder) { l.hiddenSingles(true) }},
	{15, func(l *Ladder) { l.hiddenSingles(false) }},
	{17, func(l *Ladder) { l.confined(true, true) }},
	{19, func(l *Ladder) { l.confined(false, true) }},
	{20, func(l *Ladder) { l.directHidden(2) }},
	{nakedSingleRating, (*Ladder).nakedSingles},
	{25, func(l *Ladder) { l.directHidden(3) }},
	{26, func(l *Ladder) { l.confined(true, false) }},
	{28, func(l *Ladder) { l.confined(false, false) }},
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

// ExplainerRating returns the rating of a puzzle on the scale of Sudoku Explainer, in tenths from
// 10 to 56. It returns 0 if the techniques in explainerRungs do not solve the puzzle, or if no cell
// is blank. The puzzle must have exactly one solution. Equivalent puzzles have the same rating.
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
		// Once the rating is at least nakedSingleRating, the order of singles no longer matters.
		if tenths >= nakedSingleRating && l.propagate(allWaves) < 0 {
			return 0
		}
	}
	return tenths
}

// explainerWave applies, everywhere at once, the lowest-rated technique that makes progress. It
// returns the technique's rating. It returns 0 if no technique makes progress, or if the placements
// are contradictory.
func (l *Ladder) explainerWave() (tenths int) {
	l.placements, l.removed = Candidates{}, Candidates{}
	l.views.fresh, l.links.fresh = false, false
	for i := range explainerRungs {
		explainerRungs[i].find(l)
		switch {
		case l.placements != Candidates{}:
			if l.placeAll(&l.placements); l.wrong {
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

func (l *Ladder) placeOnly(digit int, places Cells) {
	if !places.several() {
		l.placements[digit] = l.placements[digit].or(places)
	}
}

// fullHouses finds the blank of each house that has only one blank.
func (l *Ladder) fullHouses() {
	last, _ := l.open.hidden()
	for d, may := range l.may {
		l.placements[d] = may.and(last)
	}
}

// hiddenSingles finds digits with only one place in a box (if inBox is set) or in a line (if not).
func (l *Ladder) hiddenSingles(inBox bool) {
	for d, may := range l.may {
		only, inBoxes, _ := may.hiddenByKind()
		if inBox {
			only = inBoxes
		}
		l.placements[d] = only.and(l.open)
	}
}

func (l *Ladder) nakedSingles() {
	v := l.look()
	several := inSets(&v.rows)[2]
	for d, may := range v.rows {
		l.placements[d] = may.without(several)
	}
}

// confined finds each digit whose places in one house are all in a second house. The first house is
// a box if inBox is set, and otherwise a line. For example, if all places for 5 in a box are in one
// row, confined removes 5 from the rest of the row. If direct is set, confined removes nothing.
// Instead, it places 5 in another box if the removal would leave only one place for 5 in that box.
func (l *Ladder) confined(inBox, direct bool) {
	l.eachLocked(func(d, first, second int) {
		if first >= 18 != inBox {
			return
		}
		may := l.may[d].and(l.open)
		if !direct {
			l.removed[d] = l.removed[d].or(may.and(houses[second]).without(houses[first]))
			return
		}
		for third := first - first%9; third < first-first%9+9; third++ {
			if third != first && houses[third].intersects(houses[second]) {
				l.placeOnly(d, may.and(houses[third]).without(houses[second]))
			}
		}
	})
}

// directHidden finds hidden subsets of k digits. If a digit outside the subset has only one place
// in the rest of the house, directHidden places the digit there.
func (l *Ladder) directHidden(k int) {
	l.eachHidden(k, k, func(house int, s subset) {
		rest := houses[house].without(pick(house, s.bits))
		for d, may := range l.views.rows {
			if s.sets>>d&1 == 0 {
				l.placeOnly(d, may.and(rest))
			}
		}
	})
}

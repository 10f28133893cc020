package ladder

import "github.com/gridmill/gridmill/solver"

// Rating is how a puzzle is solved.
type Rating struct {
	// Hardest is the hardest technique that is needed, or Extreme where the techniques
	// that were tried do not solve the puzzle.
	Hardest Technique
	Solved  bool
	// Waves counts the waves of each technique, and Removed the candidates that they removed;
	// those of Singles are the cells that were filled.
	Waves, Removed [NumTechniques]int32
}

// Ladder rates puzzles. It keeps scratch memory between calls, so it must not be used by two
// goroutines at once; make one for each.
type Ladder struct {
	state
	views      views
	placements Candidates // where the singles of a wave are placed
	removed    Candidates // what a wave removes
	subsets    subsets
	links      links
	trial      state        // what follows from a candidate
	sound      Candidates   // known to lead to no contradiction
	watch      observer     // idle unless steps are wanted
	guesses    []assumption // those that a search has not taken back
}

// New returns a Ladder.
func New() *Ladder { return new(Ladder) }

// Rate rates a puzzle that has exactly one solution. For other puzzles the Rating says
// nothing; it is the zero Rating where a contradiction is met or the grid is no puzzle.
func (l *Ladder) Rate(puzzle *solver.Grid) Rating { return l.RateTo(puzzle, TrialAndError) }

// RateTo is Rate with the techniques up to the last one alone. Where these do not solve the
// puzzle, Hardest is Extreme, whatever a later technique would do.
func (l *Ladder) RateTo(puzzle *solver.Grid, last Technique) (r Rating) {
	if !l.read(puzzle) || !l.climb(&r, last) {
		return Rating{}
	}
	return r
}

// climb goes on wave by wave until the puzzle is solved or no technique helps. Then it ends, or
// guesses if that is wanted. It returns false at a contradiction that no guess led to.
func (l *Ladder) climb(r *Rating, last Technique) bool {
	for !l.open.empty() {
		if !l.fillSingles(r) {
			if !l.backtrack(r) {
				return false
			}
			continue
		}
		if l.open.empty() {
			break
		}
		t := l.easiest(last)
		switch {
		case t != Extreme:
			l.countWave(r, t, l.remove())
		case l.watch.solution == nil && !l.watch.search:
			r.Hardest = Extreme
			return true
		default:
			if l.watch.stuckAt.Hardest != Extreme {
				l.watch.stuckAt = *r
				l.watch.stuckAt.Hardest = Extreme
			}
			l.guess()
			l.countWave(r, t, 1)
		}
	}
	r.Solved = true
	return true
}

// fillSingles goes through the waves of singles. It returns false at a contradiction.
func (l *Ladder) fillSingles(r *Rating) bool {
	if l.watch.each == nil {
		before := l.open.Len()
		waves := l.propagate(allWaves)
		if waves > 0 {
			r.Hardest = max(r.Hardest, Singles)
			r.Waves[Singles] += int32(waves)
			r.Removed[Singles] += int32(before - l.open.Len())
		}
		return waves >= 0
	}
	for {
		before := &l.watch.before
		*before = l.state
		if waves := l.propagate(1); waves <= 0 {
			return waves == 0
		}
		if !l.explainSingles() {
			return false
		}
		l.countWave(r, Singles, before.open.Len()-l.open.Len())
	}
}

// countWave counts a wave.
func (l *Ladder) countWave(r *Rating, t Technique, n int) {
	r.Hardest = max(r.Hardest, t)
	r.Waves[t]++
	r.Removed[t] += int32(n)
	if l.watch.each != nil {
		l.watch.wave++
		l.watch.removed = Candidates{}
	}
}

// easiest finds all that the easiest productive technique removes, beyond Singles. It
// returns Extreme if there is none up to the last one.
func (l *Ladder) easiest(last Technique) Technique {
	l.removed = Candidates{}
	l.views.fresh, l.views.counted, l.links.found = false, false, false
	for t := LockedCandidates; t <= last; t++ {
		if l.find(t) {
			return t
		}
	}
	return Extreme
}

// find finds all that a technique removes, given that no easier one removes anything. It
// reports whether there is something. In what it calls, found stands last in each ||, so that
// all is looked for.
func (l *Ladder) find(t Technique) bool {
	switch t {
	case LockedCandidates:
		return l.locked()
	case NakedPair:
		return l.naked(t, 2)
	case XWing:
		return l.fish(t, 2)
	case HiddenPair:
		return l.hiddenSubset(t, 2)
	case NakedTriple:
		return l.naked(t, 3)
	case Swordfish:
		return l.fish(t, 3)
	case HiddenTriple:
		return l.hiddenSubset(t, 3)
	case NakedQuad:
		return l.naked(t, 4)
	case Jellyfish:
		return l.fish(t, 4)
	case HiddenQuad:
		return l.hiddenSubset(t, 4)
	case Skyscraper, TwoStringKite, TurbotFish:
		return l.twoLinks(t)
	case XYWing:
		return l.xyWing()
	case XYZWing:
		return l.xyzWing()
	case WWing:
		return l.wWing()
	case UniqueRectangle:
		return l.uniqueRectangles()
	case BUGPlusOne:
		return l.bugPlusOne()
	case TrialAndError:
		return l.trials()
	}
	return false
}

// remove removes what the wave found, and returns the number of candidates.
func (l *Ladder) remove() (n int) {
	for d := range l.removed {
		if removed := l.may[d].and(l.removed[d]); !removed.empty() {
			n += removed.Len()
			l.may[d] = l.may[d].without(removed)
			l.dirty |= 1 << d
		}
	}
	return n
}

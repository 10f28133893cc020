package ladder

import "github.com/gridmill/gridmill/solver"

// Rating describes how a puzzle is solved.
type Rating struct {
	// Hardest is the hardest technique that the puzzle needs. It is Extreme if the techniques that
	// were tried do not solve the puzzle.
	Hardest Technique
	Solved  bool
	// Waves counts the waves of each technique, and Removed counts the candidates that these waves
	// removed. Removed[Singles] counts filled cells instead, and Removed[Extreme] counts guesses.
	Waves, Removed [NumTechniques]int32
}

// A Ladder rates puzzles. It keeps scratch memory between calls, so each goroutine needs its own
// Ladder.
type Ladder struct {
	state
	views      views
	placements Candidates // the singles of a wave
	removed    Candidates // the candidates that a wave removes
	subsets    subsets
	links      links
	trial      state        // the scratch state of Ladder.try
	sound      Candidates   // candidates known not to lead to a contradiction
	watch      observer     // zero unless steps are reported
	guesses    []assumption // the current guesses of a search
}

// New returns a Ladder.
func New() *Ladder { return new(Ladder) }

// Rate rates a puzzle that has exactly one solution. For other puzzles, the Rating is meaningless.
// Rate returns a zero Rating if it finds a contradiction, or if the puzzle is the zero Grid.
func (l *Ladder) Rate(puzzle *solver.Grid) Rating { return l.RateTo(puzzle, TrialAndError) }

// RateTo is like Rate, but uses only techniques up to last. If these techniques do not solve the
// puzzle, Hardest is Extreme.
func (l *Ladder) RateTo(puzzle *solver.Grid, last Technique) (r Rating) {
	if !l.read(puzzle) || !l.climb(&r, last) {
		return Rating{}
	}
	return r
}

// climb applies waves until the puzzle is solved. When no technique makes progress, climb stops, or
// continues with a guess if the observer requests guesses. It returns false if it finds a
// contradiction and has no guess to undo.
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

// fillSingles applies waves of singles until no single is left. It returns false if it finds a
// contradiction.
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

// countWave counts a wave that removed n candidates or filled n cells.
func (l *Ladder) countWave(r *Rating, t Technique, n int) {
	r.Hardest = max(r.Hardest, t)
	r.Waves[t]++
	r.Removed[t] += int32(n)
	if l.watch.each != nil {
		l.watch.wave++
		l.watch.removed = Candidates{}
	}
}

// easiest tries the techniques from LockedCandidates to limit. It returns the easiest one that
// removes candidates, and stores these candidates in l.removed. If all fail, it returns Extreme.
func (l *Ladder) easiest(limit Technique) Technique {
	l.removed = Candidates{}
	l.views.fresh, l.links.fresh = false, false
	for t := LockedCandidates; t <= limit; t++ {
		if l.find(t) {
			return t
		}
	}
	return Extreme
}

// find finds all candidates that a technique removes, and reports whether it found any. It may miss
// candidates that an easier technique removes. The functions called by find must not stop at the
// first candidate. Their loops set found to f() || found, because found || f() would skip later
// calls.
func (l *Ladder) find(t Technique) bool {
	switch t {
	case LockedCandidates:
		return l.locked()
	case NakedPair, NakedTriple, NakedQuad:
		return l.naked(t, techniques[t].size)
	case HiddenPair, HiddenTriple, HiddenQuad:
		return l.hiddenSubset(t, techniques[t].size)
	case XWing, Swordfish, Jellyfish:
		return l.fish(t, techniques[t].size)
	case Skyscraper, TwoStringKite, TurbotFish:
		return l.twoLinks(t)
	case XYWing, XYZWing:
		return l.wings(t)
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

// remove removes the candidates in l.removed, and returns their number.
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

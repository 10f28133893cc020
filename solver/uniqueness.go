package solver

import (
	"fmt"
	"math/bits"
)

// A UniquenessChecker finds out whether puzzles have solutions other than those that are known, many at
// once. It is the lane solver, stopping at the first of them. Like a Solver it must not be
// used by two goroutines at once.
type UniquenessChecker struct{ lanes *lanes }

// Question is a puzzle of which a solution is known, and what came of it.
type Question struct {
	Puzzle Grid
	Known  *Grid // does not count as a solution
	// Cell is one whose digit in Known is ruled out. Every solution that is left is another
	// one then, and is found sooner. Cells rules out none.
	Cell uint8
	// Result counts one solution if there is another than the known one. If no cell is ruled
	// out it holds the first that was found or, if there is none, the guesses and backtracks of
	// a search for two solutions.
	Result Result
}

// asker is who asks the questions.
type asker struct {
	questions []Question
	next      func(place int) bool
	free      []int // places of which the question was the last
}

// NewUniquenessChecker returns a UniquenessChecker that runs a kernel of the solver lanes, by default the best.
func NewUniquenessChecker(kernel string) (*UniquenessChecker, error) {
	s, err := New("lanes", Config{MaxSolutions: 1, Kernel: kernel})
	if err != nil {
		return nil, fmt.Errorf("looking for other solutions: %w", err)
	}
	l := s.(*lanes)
	l.asker.free = make([]int, 0, len(l.lanes))
	return &UniquenessChecker{l}, nil
}

// Places returns how many questions are answered at once.
func (c *UniquenessChecker) Places() int { return len(c.lanes.lanes) }

// Run answers questions, of which there is one for each place. It calls next with a place
// whenever the question there has its Result, and once before: next puts another question
// there, or reports that it has none for the time being. Run returns when no question is
// left and next has none for one of the places.
func (c *UniquenessChecker) Run(questions []Question, next func(place int) bool) {
	s := c.lanes
	a := &s.asker
	a.questions, a.next, a.free = questions, next, a.free[:0]
	for place := len(questions) - 1; place >= 0; place-- {
		a.free = append(a.free, place)
	}
	for s.askFree(); s.busy > 0; s.askFree() {
		s.step()
	}
	s.asker.questions, s.asker.next = nil, nil
}

// askFree fills idle lanes as long as there are questions. If there are none, the busy ones
// move together.
func (s *lanes) askFree() {
	a := &s.asker
	for len(a.free) > 0 {
		last := len(a.free) - 1
		place := a.free[last]
		if !a.next(place) {
			s.flushLoad() // of lanes that may move
			s.compact()
			break
		}
		a.free = a.free[:last]
		l := s.idleLane()
		g, bit := s.place(l)
		g.busy |= bit
		s.busy++
		s.take(l, place)
	}
	s.flushLoad()
}

// idleLane returns a lane that holds no puzzle.
func (s *lanes) idleLane() int {
	for g := range s.groups {
		if idle := ^s.groups[g].busy; bits.TrailingZeros32(idle) < 1<<s.kernel.shift {
			return g<<s.kernel.shift + bits.TrailingZeros32(idle)
		}
	}
	panic("solver: more questions than lanes")
}

// askNext gives a lane whose question is answered the next one, or leaves it idle.
func (s *lanes) askNext(l int) {
	place := int(s.lanes[l].place)
	if s.asker.next(place) {
		s.take(l, place)
		return
	}
	s.asker.free = append(s.asker.free, place)
	s.idle(l)
}

// take loads the question of a place into a lane.
func (s *lanes) take(l, place int) {
	q := &s.asker.questions[place]
	q.Result = Result{}
	slot := s.slot(maxOpen, l)
	start := &s.states[slot]
	if !s.kernel.parse(start, &q.Puzzle) {
		panic("solver: a question is no puzzle")
	}
	s.lanes[l] = lane{result: &q.Result, known: q.Known, place: int32(place), start: s.round}
	if q.Cell < Cells {
		s.lanes[l].yesNo = true
		start[q.Cell] &^= 1 << (q.Known[q.Cell] - '1')
	}
	s.load(l, slot)
}

package solver

import "fmt"

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
	l.asker.free = make([]int, 0, len(l.searches))
	return &UniquenessChecker{l}, nil
}

// Places returns how many questions are answered at once.
func (c *UniquenessChecker) Places() int { return len(c.lanes.searches) }

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
	for s.askFree(); len(s.free) < len(s.searches); s.askFree() {
		s.step()
	}
	s.asker.questions, s.asker.next = nil, nil
}

// askFree starts searches as long as there are questions.
func (s *lanes) askFree() {
	a := &s.asker
	for len(a.free) > 0 {
		last := len(a.free) - 1
		place := a.free[last]
		if !a.next(place) {
			return
		}
		a.free = a.free[:last]
		id := s.free[len(s.free)-1]
		s.free = s.free[:len(s.free)-1]
		s.take(id, place)
	}
}

// askNext gives a search whose question is answered the next one, or ends it.
func (s *lanes) askNext(id uint16) {
	place := int(s.searches[id].place)
	if s.asker.next(place) {
		s.take(id, place)
		return
	}
	s.asker.free = append(s.asker.free, place)
	s.free = append(s.free, id)
}

// take starts the search for the answer to the question of a place.
func (s *lanes) take(id uint16, place int) {
	q := &s.asker.questions[place]
	q.Result = Result{}
	start := &s.states[s.slot(0, id)]
	if !s.kernel.parse(start, &q.Puzzle, &q.Result) {
		panic("solver: a question is no puzzle")
	}
	s.searches[id] = laneSearch{result: &q.Result, known: q.Known, place: int32(place)}
	if q.Cell < Cells {
		s.searches[id].yesNo = true
		start[q.Cell] &^= 1 << (q.Known[q.Cell] - '1')
	}
	s.waiting = append(s.waiting, id)
}

package solver

import "fmt"

// A UniquenessChecker finds out whether puzzles have a solution other than the one that is
// known. It checks many puzzles at once with the lane solver, which stops at the first other
// solution. Like a Solver, it must not be used by two goroutines at once.
type UniquenessChecker struct{ lanes *lanes }

// Question is a puzzle with its known solution, and the answer.
type Question struct {
	Puzzle Grid
	Known  *Grid // does not count as a solution
	// Cell is a cell that must not hold the digit that it has in Known. All solutions that are left
	// then differ from Known, and are found sooner. Cells means none.
	Cell uint8
	// Result counts one solution if there is one other than Known. If Cell is Cells, Result has
	// the first solution found or, if there is none, the guesses and backtracks of a search for
	// two solutions.
	Result Result
	// Others, if it has room, gets all solutions other than Known, up to its capacity, which
	// Result counts. The puzzle then has more than these only if Others is full.
	Others []Grid
}

// asker holds the questions of a UniquenessChecker.
type asker struct {
	questions []Question
	next      func(place int) bool
	free      []int // places without a question
}

// NewUniquenessChecker returns a UniquenessChecker that runs the named kernel of the lane
// solver, or the best one if kernel is empty.
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

// Run answers questions; each element of the slice is a place that holds one question at a time.
// Run calls next with a place at the start and whenever the question there has its Result: next
// puts another question there, or returns false if it currently has none. Run returns when all
// questions are answered and next has no other one.
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

// askNext replaces an answered question of a search with the next one, or ends the search.
func (s *lanes) askNext(id uint16) {
	place := int(s.searches[id].place)
	if s.asker.next(place) {
		s.take(id, place)
		return
	}
	s.asker.free = append(s.asker.free, place)
	s.free = append(s.free, id)
}

// take starts the search that answers the question of a place.
func (s *lanes) take(id uint16, place int) {
	q := &s.asker.questions[place]
	q.Result = Result{}
	start := &s.states[s.slot(0, id)]
	if !s.kernel.parse(start, &q.Puzzle, &q.Result) {
		panic("solver: a question is not a puzzle")
	}
	s.searches[id] = laneSearch{result: &q.Result, asked: q, place: int32(place)}
	q.Others = q.Others[:0]
	if q.Cell < Cells {
		s.searches[id].yesNo = true
		start[q.Cell] &^= 1 << (q.Known[q.Cell] - '1')
	}
	s.waiting = append(s.waiting, id)
}

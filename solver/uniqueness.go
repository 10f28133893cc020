package solver

import "fmt"

// A UniquenessChecker determines whether puzzles have solutions other than a known solution. The
// lane solver checks many puzzles in parallel. A search stops at the first other solution, unless
// Question.Others requests more. Like a Solver, a UniquenessChecker must not be used by several
// goroutines at the same time.
type UniquenessChecker struct{ lanes *lanes }

// A Question asks whether a puzzle has solutions other than a known solution. It also holds the
// answer.
type Question struct {
	Puzzle Grid
	Known  *Grid // the known solution, which is not counted
	// If Cell is less than Cells (81), a solution counts only if it differs from Known in that
	// cell. The search is then faster.
	Cell uint8
	// Result.Count is the number of solutions found, not counting Known. If Cell equals Cells and
	// Others has no capacity, Result.Solution is the solution found. If Cell equals Cells and Count
	// is 0, Result.Stats equals the Stats of a lanes solver with MaxSolutions 2.
	Result Result
	// Others receives the solutions found, up to its capacity. If cap(Others) > 0, Result.Count
	// equals len(Others). If len(Others) < cap(Others), there are no more solutions to find.
	Others []Grid
}

// asker is the state of UniquenessChecker.Run.
type asker struct {
	questions []Question
	next      func(place int) bool
	free      []int // places that can take another question, as indices into questions
}

// NewUniquenessChecker returns a UniquenessChecker that runs the named kernel of the lane solver,
// or the best kernel if the name is empty. If measure is false, Run is faster, but Result.Stats is
// meaningless and the solutions found can depend on the kernel.
func NewUniquenessChecker(kernel string, measure bool) (*UniquenessChecker, error) {
	s, err := New("lanes", Config{MaxSolutions: 1, Kernel: kernel})
	if err != nil {
		return nil, fmt.Errorf("looking for other solutions: %w", err)
	}
	l := s.(*lanes)
	if !measure {
		l.work.quick = 1
	}
	l.asker.free = make([]int, 0, len(l.searches))
	return &UniquenessChecker{l}, nil
}

// Places returns the maximum number of questions that Run answers in parallel.
func (c *UniquenessChecker) Places() int { return len(c.lanes.searches) }

// Run answers questions. Each element of questions is a place for one question. len(questions) must
// not exceed c.Places(). Run calls next(place) when a place is empty or its question has been
// answered. next reports whether it has set questions[place] to another question. If next returns
// false, Run calls it again later. If no question is left to answer, Run returns instead.
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

// askFree asks questions at free places, until no place is free or asker.next returns false.
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

// askNext gives a finished search a new question. If asker.next returns false, the search is freed.
func (s *lanes) askNext(id uint16) {
	place := int(s.searches[id].place)
	if s.asker.next(place) {
		s.take(id, place)
		return
	}
	s.asker.free = append(s.asker.free, place)
	s.free = append(s.free, id)
}

// take starts the search with the given ID to answer questions[place].
func (s *lanes) take(id uint16, place int) {
	q := &s.asker.questions[place]
	q.Result = Result{}
	start := &s.states[s.slot(0, id)]
	if !s.kernel.parse(start, &q.Puzzle, &q.Result) {
		panic("solver: the Puzzle of a Question is not a valid grid")
	}
	s.searches[id] = laneSearch{result: &q.Result, asked: q, place: int32(place), oneCell: q.Cell < Cells}
	q.Others = q.Others[:0]
	if q.Cell < Cells {
		start[q.Cell] &^= 1 << (q.Known[q.Cell] - '1')
	}
	s.waiting = append(s.waiting, id)
}

// takeAnswer counts a lane's solution, unless it is the Known solution. A search for one cell
// cannot find the Known solution. Such a search needs the lane's solution only for Others.
func (s *lanes) takeAnswer(lane int, x *laneSearch) {
	q := x.asked
	if !x.oneCell || cap(q.Others) > 0 {
		if s.writeSolution(lane, &q.Result); q.Result.Solution == *q.Known {
			return
		}
	}
	q.Result.Count++
	if len(q.Others) < cap(q.Others) {
		q.Others = append(q.Others, q.Result.Solution)
	}
}

package solver

import "math/bits"

// After each pass, some lanes leave the working block. Stuck lanes move to another block, where
// many lanes branch at the same time. When a lane is solved or contradictory, its search joins the
// waiting list. A search that is complete ends instead.

// stuckLanes holds stuck lanes, which wait for a guess. Its blocks are filled one after the other.
type stuckLanes struct {
	exchange // copies the lanes of blocks[0] to the ready block and the stacks
	blocks   [searchesPerLane]*uint16
	search   [searchesPerLane * maxWidth]uint16 // index of each lane's search in lanes.searches
	count    int
	merge    [searchesPerLane]merge
}

// readyLanes holds the lanes that can enter the working block.
type readyLanes struct {
	exchange                  // loads lanes from states
	search   [maxWidth]uint16 // index of each lane's search in lanes.searches
	next     int              // first lane that has not entered the working block
	count    int
}

// foundLanes holds solutions until writeFound writes them to the results.
type foundLanes struct {
	exchange
	result [maxWidth]*Result
	merge  merge
}

// takeOut handles the lanes that are solved, dead or stuck after a pass.
func (s *lanes) takeOut() {
	w := &s.work
	s.takeSolved(w.solved & s.busy)
	for m := w.dead & s.busy; m != 0; m &= m - 1 {
		id := s.leave(bits.TrailingZeros32(m))
		if x := &s.searches[id]; x.open > 0 {
			x.result.Backtracks++
		}
		s.goBack(id)
	}
	s.busy &^= w.solved | w.dead
	if s.kernel.inPlace() {
		s.busy &^= s.branchInPlace(w.stuck & s.busy)
		return
	}
	s.takeStuck(w.stuck & s.busy)
	s.busy &^= w.stuck
}

// leave counts the passes of a lane that leaves the working block, and returns its search.
func (s *lanes) leave(lane int) (id uint16) {
	id = s.inLane[lane]
	x := &s.searches[id]
	x.result.Passes += s.round - x.since
	return id
}

// takeSolved counts the solutions in the solved lanes. It writes the first solution of a puzzle to
// the result if lanes branch in place, and otherwise to s.found. If a lane belongs to a Question,
// takeSolved calls takeAnswer instead.
func (s *lanes) takeSolved(solved uint32) {
	if s.found.n+bits.OnesCount32(solved) > s.width {
		s.writeFound()
	}
	f := &s.found
	for m := solved; m != 0; m &= m - 1 {
		lane := bits.TrailingZeros32(m)
		id := s.leave(lane)
		x := &s.searches[id]
		if x.asked != nil {
			s.takeAnswer(lane, x)
		} else if x.result.Count++; x.result.Count == 1 && s.kernel.inPlace() {
			s.writeSolution(lane, x.result)
		} else if x.result.Count == 1 {
			f.merge.add(f.n, lane)
			f.result[f.n] = x.result
			f.add(s.spare(f.n))
		}
		s.goBack(id)
	}
	s.copyLanes(&f.merge, f.block, s.work.cells)
}

// copyLanes copies the lanes listed in m and clears the list.
func (s *lanes) copyLanes(m *merge, to, from *uint16) {
	if m.lanes != 0 {
		m.to, m.from = to, from
		s.kernel.merge(m)
		m.lanes = 0
	}
}

// writeSolution copies the solution from a lane to r.
func (s *lanes) writeSolution(lane int, r *Result) {
	solution := &s.states[s.spare(0)]
	copyLane(solution, s.work.cells, s.kernel.shift, lane)
	s.kernel.format(&r.Solution, solution)
}

func (s *lanes) writeFound() {
	f := &s.found
	if f.n == 0 {
		return
	}
	s.kernel.unload(&f.exchange)
	for i := range f.n {
		s.kernel.format(&f.result[i].Solution, &s.states[s.spare(i)])
	}
	f.clear()
}

// spare returns the slot of temporary state i.
func (s *lanes) spare(i int) int { return s.slot(maxOpen, uint16(i)) }

// takeStuck collects stuck lanes for branching, and ends searches that have used up the guess
// budget.
func (s *lanes) takeStuck(stuck uint32) {
	t := &s.stuck
	for m := stuck; m != 0; m &= m - 1 {
		lane := bits.TrailingZeros32(m)
		id := s.leave(lane)
		if s.searches[id].result.Guesses == s.MaxGuesses {
			s.end(id, true)
			continue
		}
		t.merge[t.count>>s.kernel.shift].add(t.count&(s.width-1), lane)
		t.search[t.count] = id
		t.count++
	}
	for i := range t.merge {
		s.copyLanes(&t.merge[i], t.blocks[i], s.work.cells)
	}
}

// goBack queues a search to be resumed from the top of its stack. If the stack is empty or the
// search has found enough solutions, goBack ends the search instead.
func (s *lanes) goBack(id uint16) {
	x := &s.searches[id]
	limit := s.MaxSolutions
	if x.asked != nil {
		limit = max(limit, int32(cap(x.asked.Others)))
	}
	if x.open == 0 || x.result.Count == limit {
		s.end(id, false)
		return
	}
	x.open--
	s.waiting = append(s.waiting, id)
}

func (s *lanes) end(id uint16, outOfBudget bool) {
	x := &s.searches[id]
	x.result.setVerdict(s.Config, outOfBudget)
	if x.batch == nil {
		s.askNext(id)
		return
	}
	x.batch.left--
	s.free = append(s.free, id)
}

// fill fills the working block with ready lanes.
func (s *lanes) fill() {
	if s.kernel.inPlace() {
		s.fillInPlace()
		return
	}
	r := &s.ready
	all := uint32(1<<s.width - 1)
	for s.busy != all && (r.next < r.count || s.makeReady()) {
		for m := all &^ s.busy; m != 0 && r.next < r.count; m &= m - 1 {
			lane, id := bits.TrailingZeros32(m), r.search[r.next]
			s.in.add(lane, r.next)
			s.inLane[lane] = id
			s.searches[id].since = s.round
			r.next++
		}
		s.busy |= s.in.lanes
		s.copyLanes(&s.in, s.work.cells, r.block)
	}
}

// makeReady fills the ready block with stuck lanes or waiting searches: the group that fills more.
// It returns false if both are empty. To let the larger group grow, it also returns false if this
// group is smaller than both half of a block and the number of busy lanes in the working block.
func (s *lanes) makeReady() bool {
	if s.stuck.count < s.width {
		s.startMore()
	}
	n := max(s.stuck.count, len(s.waiting))
	if n == 0 || n < s.width/2 && bits.OnesCount32(s.busy) > n {
		return false
	}
	s.ready.next = 0
	if s.stuck.count >= min(len(s.waiting), s.width) {
		s.branch()
	} else {
		s.loadWaiting()
	}
	return true
}

// branch assumes a candidate in each lane of a stuck block and copies these lanes to the ready
// block. It also pushes each state without this candidate onto the stack of the lane's search.
func (s *lanes) branch() {
	t := &s.stuck
	n := min(t.count, s.width)
	for i, id := range t.search[:n] {
		t.add(s.guess(id))
		t.scored[i] = 0
		if s.scores(id) {
			t.scored[i] = ^uint16(0)
		}
		s.ready.search[i] = id
	}
	t.block = t.blocks[0]
	s.kernel.choose(&t.exchange)
	s.kernel.branch(&t.exchange)
	t.clear()
	s.ready.count = n
	copy(t.blocks[:], t.blocks[1:])
	t.blocks[searchesPerLane-1] = t.block
	t.count -= n
	copy(t.search[:], t.search[n:n+t.count])
}

// scores reports whether a search chooses its branch cells by their scores.
func (s *lanes) scores(id uint16) bool { return s.work.quick == 0 && !s.searches[id].oneCell }

// guess counts a guess of a search. It returns the slot for the state to which the search returns
// if the guess fails.
func (s *lanes) guess(id uint16) (slot int) {
	x := &s.searches[id]
	slot = s.slot(x.open, id)
	x.open++
	x.result.Guesses++
	x.result.MaxDepth = max(x.result.MaxDepth, x.open)
	return slot
}

// loadWaiting loads the states of waiting searches into the ready block.
func (s *lanes) loadWaiting() {
	r := &s.ready
	n := min(len(s.waiting), s.width)
	for i, id := range s.waiting[:n] {
		r.search[i] = id
		r.add(s.slot(s.searches[id].open, id))
	}
	s.kernel.load(&r.exchange)
	r.clear()
	r.count = n
	s.waiting = s.waiting[:copy(s.waiting, s.waiting[n:])]
}

// startMore starts searches until the waiting searches can fill a block, or until no free search is
// left. When the started batches have no puzzles left, it tries to start another batch.
func (s *lanes) startMore() {
	for n := s.wanted(); n > 0 && s.hasPuzzle(); n = s.wanted() {
		b := s.batch(s.source)
		for n = min(n, len(b.puzzles)-b.next); n > 0; n-- {
			s.start(b, b.next)
			b.next++
		}
	}
}

// wanted returns the number of searches to start: enough to fill a block, but at most len(s.free).
func (s *lanes) wanted() int { return min(s.width-len(s.waiting), len(s.free)) }

// start starts the search for puzzle i of b. If the grid is not a puzzle, the search ends at once.
func (s *lanes) start(b *laneBatch, i int) {
	r := &b.results[i]
	*r = Result{}
	last := len(s.free) - 1
	id := s.free[last]
	soon := &b.results[min(i+16, len(b.results)-1)]
	if !s.kernel.parse(&s.states[s.slot(0, id)], &b.puzzles[i], soon) {
		b.left--
		return
	}
	s.free = s.free[:last]
	s.searches[id] = laneSearch{batch: b, result: r}
	s.waiting = append(s.waiting, id)
}

// hasPuzzle reports whether a started batch has an unstarted puzzle. Before it returns false, it
// tries to start another batch.
func (s *lanes) hasPuzzle() bool {
	for {
		for ; s.source != s.started; s.source++ {
			if b := s.batch(s.source); b.next < len(b.puzzles) {
				return true
			}
		}
		if s.startNext == nil || s.full() {
			return false
		}
		if s.startNext(); s.source == s.started {
			return false
		}
	}
}

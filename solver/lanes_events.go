package solver

import "math/bits"

// After each round of passes, lanes are unloaded first and loaded after that,
// because a solution must be out before the next puzzle comes in. Both happen in
// transfers of several lanes.

// unloadAll takes out the lanes that are solved or stuck.
func (s *lanes) unloadAll() {
	for g := range s.groups {
		group := &s.groups[g]
		group.spent = 0
		for m := (group.solved | group.stuck) & group.busy; m != 0; m &= m - 1 {
			bit, l := m&-m, g<<s.kernel.shift+bits.TrailingZeros32(m)
			r := s.lanes[l].result
			switch {
			case group.solved&bit != 0:
				if r.Count++; r.Count == 1 && !s.lanes[l].yesNo {
					s.unload(l, s.slot(maxOpen, l))
				}
			case r.Guesses == s.budget:
				group.spent |= bit
			default:
				s.unload(l, s.slot(s.lanes[l].open, l))
			}
		}
	}
	s.flushUnload()
}

// unload notes that a lane is to be copied to a slot.
func (s *lanes) unload(l, slot int) {
	if s.out.add(l, slot) {
		s.flushUnload()
	}
}

// flushUnload copies the noted lanes out, writes the solutions and branches where
// lanes are stuck.
func (s *lanes) flushUnload() {
	t := &s.out
	if t.n == 0 {
		return
	}
	s.kernel.unload(t)
	solutions := uint32(s.slot(maxOpen, 0))
	for i, slot := range t.slot[:t.n] {
		l := int(t.lane[i])
		lane := &s.lanes[l]
		switch {
		case lane.yesNo:
			s.branch(l, slot, firstOpen(&s.states[slot]))
		case slot >= solutions:
			r := lane.result
			s.kernel.format(&r.Solution, &s.states[slot])
			if lane.known != nil && r.Solution == *lane.known {
				r.Count = 0 // the search goes on as after a contradiction
			}
		default:
			s.stuck.add(l, slot)
		}
	}
	t.clear()
	s.branchAll()
}

// branchAll assumes a candidate in each stuck lane.
func (s *lanes) branchAll() {
	c := &s.stuck
	if c.n == 0 {
		return
	}
	s.kernel.choose(c)
	for i, slot := range c.slot[:c.n] {
		s.branch(int(c.lane[i]), slot, int(c.cell[i]))
	}
	c.clear()
}

// branch assumes the lowest candidate of a cell. The lane's state, just unloaded to
// its stack, stays there without the candidate: it is what holds if the assumption
// falls.
func (s *lanes) branch(l int, slot uint32, cell int) {
	mask := &s.states[slot][cell]
	bit := *mask & -*mask
	*mask ^= bit
	*s.out.word(l, cell) = bit
	lane := &s.lanes[l]
	lane.open++
	r := lane.result
	r.Guesses++
	r.MaxDepth = max(r.MaxDepth, lane.open)
}

// goOnAll handles the lanes whose grid has come to an end: solved, in
// contradiction, or out of budget.
func (s *lanes) goOnAll() {
	for g := range s.groups {
		group := &s.groups[g]
		for m := (group.solved | group.dead | group.spent) & group.busy; m != 0; m &= m - 1 {
			bit, l := m&-m, g<<s.kernel.shift+bits.TrailingZeros32(m)
			lane := &s.lanes[l]
			r := lane.result
			if lane.open == 0 || r.Count == s.MaxSolutions || group.spent&bit != 0 {
				r.Passes = s.round - lane.start
				r.conclude(s.Config, group.spent&bit != 0)
				if lane.batch == nil {
					s.askNext(l)
					continue
				}
				lane.batch.left--
				s.refill(l)
				continue
			}
			if group.dead&bit != 0 {
				r.Backtracks++
			}
			lane.open--
			s.load(l, s.slot(lane.open, l))
		}
	}
	s.flushLoad()
}

// fill gives idle lanes puzzles, of another batch if those started have no more and
// there is one. If there is none, lanes stay idle and the busy ones move together.
func (s *lanes) fill(more func()) {
	if s.busy == len(s.lanes) {
		return
	}
	if s.source == s.started && !s.full() && more != nil {
		more()
	}
	if s.source == s.started {
		s.compact()
		return
	}
	for l := range s.lanes {
		if g, bit := s.place(l); g.busy&bit == 0 {
			g.busy |= bit
			s.busy++
			s.refill(l)
		}
	}
	s.flushLoad()
}

// refill gives a lane the next puzzle, or leaves it idle when there is none.
func (s *lanes) refill(l int) {
	slot := s.slot(maxOpen, l)
	for ; s.source != s.started; s.source++ {
		b := s.batch(s.source)
		for b.next < len(b.puzzles) {
			i := b.next
			b.next++
			b.results[i] = Result{}
			if s.kernel.parse(&s.states[slot], &b.puzzles[i]) {
				s.lanes[l] = lane{batch: b, result: &b.results[i], start: s.round}
				s.load(l, slot)
				return
			}
			b.left--
		}
	}
	s.idle(l)
}

func (s *lanes) idle(l int) {
	g, bit := s.place(l)
	g.busy &^= bit
	s.busy--
	s.lanes[l] = lane{}
}

// load notes that a lane is to be copied from a slot.
func (s *lanes) load(l, slot int) {
	if s.in.add(l, slot) {
		s.flushLoad()
	}
}

func (s *lanes) flushLoad() {
	if s.in.n > 0 {
		s.kernel.load(&s.in)
		s.in.clear()
	}
}

// compact empties a lane group when the lanes still busy have room in the others: a
// pass costs the same for one lane as for all.
func (s *lanes) compact() {
	from, inUse := -1, 0
	for g := range s.groups {
		n := bits.OnesCount32(s.groups[g].busy)
		if n == 0 {
			continue
		}
		inUse++
		if from < 0 || n <= bits.OnesCount32(s.groups[from].busy) {
			from = g
		}
	}
	if inUse < 2 || s.busy > (inUse-1)<<s.kernel.shift {
		return
	}
	source := &s.groups[from]
	to := 0
	for m := source.busy; m != 0; m &= m - 1 {
		for g, bit := s.place(to); g == source || g.busy == 0 || g.busy&bit != 0; g, bit = s.place(to) {
			to++
		}
		s.move(from<<s.kernel.shift+bits.TrailingZeros32(m), to)
	}
	s.flushLoad()
}

// move continues the search of a lane in an idle one.
func (s *lanes) move(from, to int) {
	s.out.add(from, s.slot(maxOpen, to))
	s.kernel.unload(&s.out)
	s.out.clear()
	for depth := range s.lanes[from].open {
		s.states[s.slot(depth, to)] = s.states[s.slot(depth, from)]
	}
	s.lanes[to] = s.lanes[from]
	g, bit := s.place(to)
	g.busy |= bit
	s.busy++
	s.idle(from)
	s.load(to, s.slot(maxOpen, to))
}

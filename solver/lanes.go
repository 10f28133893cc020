package solver

import (
	"math/bits"
	"unsafe"
)

type lane struct {
	puzzle int32
	open   int32
	since  int32
}

type lanes struct {
	Config
	kernel  kernel
	puzzles []Grid
	results []Result
	next    int
	round   int32
	cells   []uint16
	states  []state
	lanes   []lane
	live    []uint32
	events  []passContext
	out, in transfer
	nlive   int
}

func newLanes(c Config) Solver { return newLanesK(c, kernels[0]) }
func newLanesK(c Config, k kernel) Solver {
	n := k.width * k.groups
	s := &lanes{Config: c, kernel: k, cells: aligned(n * groupRows), states: make([]state, n*(Cells+1)+1),
		lanes: make([]lane, n), live: make([]uint32, k.groups), events: make([]passContext, k.groups)}
	scratch := aligned(k.width * scratchRows)
	for g := range s.events {
		s.events[g].cells, s.events[g].scratch = &s.cells[g*groupRows*k.width], &scratch[0]
	}
	s.in.cells, s.out.cells = &s.cells[0], &s.cells[0]
	s.in.states, s.out.states = &s.states[0], &s.states[0]
	return s
}

func aligned(n int) []uint16 {
	b := make([]uint16, n+32)
	off := (-int(uintptr(unsafe.Pointer(&b[0]))) & 63) / 2
	return b[off:][:n]
}

func (s *lanes) Solve(puzzles []Grid, results []Result) {
	s.puzzles, s.results, s.next, s.round = puzzles, results, 0, 0
	for l := range s.lanes {
		s.nlive++
		s.live[l/s.kernel.width] |= 1 << (l % s.kernel.width)
		s.refill(l)
	}
	s.flushIn()
	for s.nlive > 0 {
		s.round++
		for g := range s.live {
			if s.live[g] == 0 {
				continue
			}
			e := &s.events[g]
			s.kernel.pass(e)
			e.solved &= s.live[g]
			e.dead &= s.live[g]
			e.stuck &= s.live[g]
		}
		for g := range s.live {
			e := &s.events[g]
			if s.live[g] == 0 {
				continue
			}
			for m := e.solved | e.stuck; m != 0; m &= m - 1 {
				b := bits.TrailingZeros32(m)
				l := g*s.kernel.width + b
				r := &s.results[s.lanes[l].puzzle]
				if e.solved>>b&1 != 0 {
					r.Count++
					if r.Count == 1 {
						s.outTo(l, s.slot(Cells, l))
					}
				} else if s.MaxGuesses > 0 && r.Guesses == s.MaxGuesses {
					s.finish(l, true)
				} else {
					s.outTo(l, s.slot(int(s.lanes[l].open), l))
				}
			}
		}
		s.flushOut()
		for g := range s.live {
			e := &s.events[g]
			if s.live[g] == 0 {
				continue
			}
			for m := (e.solved | e.dead) & s.live[g]; m != 0; m &= m - 1 {
				b := bits.TrailingZeros32(m)
				l := g*s.kernel.width + b
				r := &s.results[s.lanes[l].puzzle]
				if s.lanes[l].open == 0 || r.Count == s.MaxSolutions {
					s.finish(l, false)
					continue
				}
				if e.dead>>b&1 != 0 {
					r.Backtracks++
				}
				s.lanes[l].open--
				s.inFrom(l, s.slot(int(s.lanes[l].open), l))
			}
		}
		s.flushIn()
	}
}

func (s *lanes) slot(depth, lane int) int { return depth*len(s.lanes) + lane }

func (s *lanes) finish(l int, out bool) {
	r := &s.results[s.lanes[l].puzzle]
	r.Passes = s.round - s.lanes[l].since
	r.conclude(s.Config, out)
	s.refill(l)
}

func (s *lanes) refill(l int) {
	for s.next < len(s.puzzles) {
		i := s.next
		s.next++
		s.results[i] = Result{}
		at := s.slot(Cells, l)
		if s.kernel.parse(&s.states[at], &s.puzzles[i]) {
			s.lanes[l] = lane{puzzle: int32(i), since: s.round}
			s.inFrom(l, at)
			return
		}
	}
	s.nlive--
	s.live[l/s.kernel.width] &^= 1 << (l % s.kernel.width)
}

func (s *lanes) outTo(l, at int) {
	t := &s.out
	t.lane[t.n], t.state[t.n] = uint16(l), uint32(at)
	t.n++
	if t.n == maxTransfer {
		s.flushOut()
	}
}

func (s *lanes) flushOut() {
	t := &s.out
	if t.n == 0 {
		return
	}
	for i := t.n; i < maxTransfer; i++ {
		t.state[i] = uint32(len(s.states) - 1)
	}
	s.kernel.unload(t)
	for i := range t.n {
		l, at := int(t.lane[i]), int(t.state[i])
		r := &s.results[s.lanes[l].puzzle]
		st := &s.states[at]
		if at >= s.slot(Cells, 0) {
			s.kernel.format(&r.Solution, st)
			continue
		}
		cell, bit := s.kernel.choose(st)
		st[cell] &^= bit
		s.cells[(l/s.kernel.width*groupRows+cell)*s.kernel.width+l%s.kernel.width] = bit
		s.lanes[l].open++
		r.Guesses++
		r.MaxDepth = max(r.MaxDepth, s.lanes[l].open)
	}
	t.n = 0
}

func (s *lanes) inFrom(l, at int) {
	t := &s.in
	t.inverse[l] = uint16(t.n)
	t.touched[l/s.kernel.width] |= 1 << (l % s.kernel.width)
	t.lane[t.n], t.state[t.n] = uint16(l), uint32(at)
	t.n++
	if t.n == maxTransfer {
		s.flushIn()
	}
}

func (s *lanes) flushIn() {
	if s.in.n == 0 {
		return
	}
	s.kernel.load(&s.in)
	s.in.n = 0
	s.in.touched = [4]uint32{}
}

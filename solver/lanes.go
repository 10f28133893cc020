package solver

import "math"

// lanes solves many puzzles at once, one in each lane of a SIMD register. All of
// them take a propagation pass together; then those that are solved, stuck or in
// contradiction are dealt with, each by itself, and a lane whose puzzle is
// finished takes the next one of the batch. LANES.md tells the whole story.
type lanes struct {
	Config
	budget  int32 // guesses allowed
	kernel  *kernel
	groups  []laneGroup
	lanes   []lane
	states  []state // see slot
	out, in transfer
	stuck   choice

	// The batch being solved.
	puzzles []Grid
	results []Result
	next    int   // first puzzle that has no lane yet
	round   int32 // passes made since the batch began
	busy    int   // lanes that hold a puzzle
}

// laneGroup is the lanes that one pass works on.
type laneGroup struct {
	passContext
	busy  uint32 // lanes that hold a puzzle
	spent uint32 // lanes that would have to guess beyond the budget
}

// lane is the search for one puzzle.
type lane struct {
	puzzle int32 // index in the batch
	open   int32 // assumptions open now, each with a state to go back to
	start  int32 // round in which the puzzle was loaded
}

func newLanes(c Config) Solver {
	k := findKernel(c.Kernel)
	n := k.groups << k.shift
	s := &lanes{
		Config: c,
		kernel: k,
		groups: make([]laneGroup, k.groups),
		lanes:  make([]lane, n),
		states: make([]state, 1+(maxOpen+1)*n),
	}
	if s.budget = c.MaxGuesses; s.budget == 0 {
		s.budget = math.MaxInt32
	}
	cells := alignedWords(n * groupRows)
	scratch := alignedWords(scratchRows << k.shift)
	for g := range s.groups {
		s.groups[g].cells = &cells[g*groupRows<<k.shift]
		s.groups[g].scratch = &scratch[0]
	}
	for _, t := range []*transfer{&s.out, &s.in} {
		t.cells, t.states, t.shift = &cells[0], &s.states[0], k.shift
	}
	s.stuck.states, s.stuck.peers = &s.states[0], &peersOf
	return s
}

// KernelName returns the name of the kernel in use.
func (s *lanes) KernelName() string { return s.kernel.name }

// Solve implements Solver.
func (s *lanes) Solve(puzzles []Grid, results []Result) {
	s.puzzles, s.results, s.next, s.round = puzzles, results, 0, 0
	s.busy = len(s.lanes)
	for l := range s.lanes {
		g, bit := s.place(l)
		g.busy |= bit
		s.refill(l)
	}
	s.flushLoad()
	for s.busy > 0 {
		s.round++
		for g := range s.groups {
			if s.groups[g].busy != 0 {
				s.kernel.pass(&s.groups[g].passContext)
			}
		}
		s.unloadAll()
		s.goOnAll()
		s.compact()
	}
	s.puzzles, s.results = nil, nil
}

// place returns the group of a lane and its bit there.
func (s *lanes) place(l int) (*laneGroup, uint32) {
	return &s.groups[l>>s.kernel.shift], 1 << (l & (1<<s.kernel.shift - 1))
}

// maxOpen bounds the assumptions that a puzzle has open at once: each chose a
// cell that had several candidates, and as long as it is open that cell has one,
// so no two chose the same cell.
const maxOpen = Cells

// slot returns the index of a lane's state at a depth: what to go back to when
// the assumption of that depth falls. All lanes' states of one depth lie
// together, so that the part of the memory in use stays small. Depth maxOpen is
// for loading puzzles and unloading solutions. Slot 0 belongs to no lane.
func (s *lanes) slot(depth int32, l int) int { return 1 + int(depth)*len(s.lanes) + l }

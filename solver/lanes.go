package solver

import "math"

// lanes solves many puzzles at once, one in each lane of a SIMD register. All of
// them take a propagation pass together; then those that are solved, stuck or in
// contradiction are handled one by one, and a lane whose puzzle is finished takes
// the next one, of this batch or of those after it. LANES.md explains it.
type lanes struct {
	Config
	budget  int32 // guesses allowed
	kernel  *kernel
	groups  []laneGroup
	lanes   []lane
	states  []state // see slot
	out, in transfer
	stuck   choice

	// The batches that are started and not finished, each at its number modulo MaxStarted.
	// They are numbered in the order of their start, from 0.
	batches [MaxStarted]laneBatch
	started int64 // batches
	done    int64 // batches finished
	source  int64 // the batch that lanes take puzzles from; started if none has any
	round   int32 // passes made so far; it may overflow, since differences count
	busy    int   // lanes that hold a puzzle

	asker asker // where puzzles come from while a UniquenessChecker runs
}

// laneBatch is a batch that was started.
type laneBatch struct {
	puzzles []Grid
	results []Result
	next    int // first puzzle that has no lane yet
	left    int // puzzles that have no result yet
}

// laneGroup is the lanes that one pass works on.
type laneGroup struct {
	passContext
	busy  uint32 // lanes that hold a puzzle
	spent uint32 // lanes that would have to guess beyond the budget
}

// lane is the search for one puzzle.
type lane struct {
	batch  *laneBatch // nil while a UniquenessChecker runs
	result *Result    // of the puzzle
	known  *Grid      // a solution that does not count, or nil
	place  int32      // of the question, while a UniquenessChecker runs
	yesNo  bool       // only whether there is a solution is asked for
	open   int32      // assumptions open now, each with a state to go back to
	start  int32      // round in which the puzzle was loaded
}

func newLanes(c Config) Solver {
	k := findKernel(c.Kernel)
	n := k.groups << k.shift
	s := newOnOwnPages[lanes]()
	*s = lanes{
		Config: c,
		kernel: k,
		groups: newOnOwnPages[[maxGroups]laneGroup]()[:k.groups],
		lanes:  newOnOwnPages[[maxLanes]lane]()[:n],
		states: make([]state, 1+(maxOpen+1)*n),
	}
	if s.budget = c.MaxGuesses; s.budget == 0 {
		s.budget = math.MaxInt32
	}
	cells := wordsOnOwnPages(n * groupRows)
	scratch := wordsOnOwnPages(scratchRows << k.shift)
	for g := range s.groups {
		s.groups[g].cells = &cells[g*groupRows<<k.shift]
		s.groups[g].scratch = &scratch[0]
	}
	for _, t := range []*transfer{&s.out, &s.in} {
		t.cells, t.states, t.shift = &cells[0], &s.states[0], k.shift
	}
	s.stuck.states, s.stuck.scratch = &s.states[0], &wordsOnOwnPages(choiceRows << k.shift)[0]
	return s
}

// KernelName returns the name of the kernel in use.
func (s *lanes) KernelName() string { return s.kernel.name }

// Solve implements Solver. Batches started before are finished, too.
func (s *lanes) Solve(puzzles []Grid, results []Result) {
	s.Start(puzzles, results)
	for s.done != s.started {
		s.Finish(nil)
	}
}

// Start implements Ahead.
func (s *lanes) Start(puzzles []Grid, results []Result) {
	if s.full() {
		panic("solver: a batch is started, but MaxStarted batches are not finished yet")
	}
	*s.batch(s.started) = laneBatch{puzzles: puzzles, results: results, left: len(puzzles)}
	s.started++
}

// Finish implements Ahead.
func (s *lanes) Finish(more func()) {
	if s.done == s.started {
		panic("solver: there is no batch to finish")
	}
	batch := s.batch(s.done)
	for batch.left > 0 {
		s.fill(more)
		s.step()
	}
	*batch = laneBatch{}
	s.done++
	s.source = max(s.source, s.done) // even if no lane has looked for puzzles in it
}

// step makes a pass over all lanes, and handles what came of it.
func (s *lanes) step() {
	s.round++
	for g := range s.groups {
		if s.groups[g].busy != 0 {
			s.kernel.pass(&s.groups[g].passContext)
		}
	}
	s.unloadAll()
	s.goOnAll()
}

// full reports whether no other batch can be started.
func (s *lanes) full() bool { return s.started-s.done == MaxStarted }

// batch returns the place of a batch.
func (s *lanes) batch(number int64) *laneBatch { return &s.batches[number%MaxStarted] }

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

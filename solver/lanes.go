package solver

import "math"

// lanes solves many puzzles at once, one in each lane of a SIMD register. Those in the
// working block take a propagation pass together. Then lanes whose puzzles are solved,
// stuck or in contradiction leave it, and others that are ready take their places.
// LANES.md explains it.
type lanes struct {
	Config
	budget int32 // guesses allowed
	kernel *kernel
	width  int     // lanes of a block
	states []state // see slot

	searches []laneSearch
	free     []uint16 // searches that have no puzzle
	waiting  []uint16 // searches that go on from the top of their stack, longest waiting first

	// The working block.
	work   passContext
	busy   uint32           // lanes that hold a search
	inLane [maxWidth]uint16 // the search of each
	round  int32            // passes made so far; it may overflow, since differences count

	stuck stuckLanes
	ready readyLanes
	found foundLanes
	in    merge // lanes for the working block

	// The batches that are started and not finished, each at its number modulo MaxStarted.
	// They are numbered in the order of their start, from 0.
	batches [MaxStarted]laneBatch
	started int64  // batches
	done    int64  // batches finished
	source  int64  // the batch that puzzles are taken from; started if none has any
	more    func() // starts another batch, or nil

	asker asker // where puzzles come from while a UniquenessChecker runs
}

// laneBatch is a batch that was started.
type laneBatch struct {
	puzzles []Grid
	results []Result
	next    int // first puzzle that is not searched yet
	left    int // puzzles that have no result yet
}

// laneSearch is the search for the solutions of one puzzle.
type laneSearch struct {
	batch  *laneBatch // nil while a UniquenessChecker runs
	result *Result    // of the puzzle
	known  *Grid      // a solution that does not count, or nil
	place  int32      // of the question, while a UniquenessChecker runs
	yesNo  bool       // only whether there is a solution is asked for
	open   int32      // assumptions open now, each with a state to go back to
	since  int32      // round before the first pass in the working block
}

// widths is how many searches there are for each lane. Of three blocks of them one is in
// the working block and another ready, and the third waits for a block to be full.
const widths = 3

func newLanes(c Config) Solver {
	k := findKernel(c.Kernel)
	width := 1 << k.shift
	n := widths * width
	s := newOnOwnPages[lanes]()
	*s = lanes{
		Config:   c,
		kernel:   k,
		width:    width,
		states:   make([]state, 1+maxOpen*n+width),
		searches: newOnOwnPages[[widths * maxWidth]laneSearch]()[:n],
		free:     newOnOwnPages[[widths * maxWidth]uint16]()[:0:n],
		waiting:  newOnOwnPages[[widths * maxWidth]uint16]()[:0:n],
	}
	if s.budget = c.MaxGuesses; s.budget == 0 {
		s.budget = math.MaxInt32
	}
	for id := n - 1; id >= 0; id-- {
		s.free = append(s.free, uint16(id))
	}
	s.place(wordsOnOwnPages(s.memory()))
	return s
}

// memory returns how many words the blocks and the scratch memory take.
func (s *lanes) memory() int { return ((3+widths)*blockRows + scratchRows) << s.kernel.shift }

// place gives the solver its memory.
func (s *lanes) place(words []uint16) {
	takeBlock := func() *uint16 {
		first := &words[0]
		words = words[blockRows<<s.kernel.shift:]
		return first
	}
	s.work.cells = takeBlock()
	s.ready.block = takeBlock()
	for i := range s.stuck.blocks {
		s.stuck.blocks[i] = takeBlock()
	}
	s.found.block = takeBlock()
	scratch := &words[0]
	s.work.scratch = scratch
	for _, e := range []*exchange{&s.stuck.exchange, &s.ready.exchange, &s.found.exchange} {
		e.states, e.scratch = &s.states[0], scratch
	}
	s.stuck.ready = s.ready.block
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
	s.more = more
	batch := s.batch(s.done)
	for batch.left > 0 {
		s.step()
	}
	s.more = nil
	s.writeFound()
	*batch = laneBatch{}
	s.done++
	s.source = max(s.source, s.done) // even if nobody has looked for puzzles in it
}

// step fills the working block, makes a pass over it, and handles what came of it.
func (s *lanes) step() {
	s.fill()
	s.round++
	s.kernel.pass(&s.work)
	s.takeOut()
}

// full reports whether no other batch can be started.
func (s *lanes) full() bool { return s.started-s.done == MaxStarted }

// batch returns the place of a batch.
func (s *lanes) batch(number int64) *laneBatch { return &s.batches[number%MaxStarted] }

// maxOpen bounds the assumptions that a puzzle has open at once. Each chose a cell of its
// own, because a cell that is chosen has one candidate as long as the assumption is open,
// and never the last of the nine cells in a row, which a pass solves.
const maxOpen = 8 * 9

// slot returns the index of a search's state at a depth: what to go back to when
// the assumption of that depth falls. All states of one depth lie together, so that the
// part of the memory in use stays small. Slot 0 belongs to no search.
func (s *lanes) slot(depth int32, id uint16) int {
	return 1 + int(depth)*len(s.searches) + int(id)
}

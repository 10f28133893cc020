package solver

import "slices"

// lanes solves many puzzles in parallel, one in each lane of a SIMD register. A propagation pass
// processes all lanes of the working block at the same time. States that are then solved or
// contradictory leave the block, and other states take their lanes. LANES.md explains the design.
type lanes struct {
	Config
	kernel *kernel
	width  int     // number of lanes in a block
	states []state // the stacks of all searches, and temporary states; slot returns their indices

	searches []laneSearch
	free     []uint16 // searches without a puzzle
	waiting  []uint16 // queue of searches to be resumed from the top of their stacks

	// The working block.
	work   passContext
	busy   uint32           // lanes that hold a search, with one bit per lane
	inLane [maxWidth]uint16 // index of each lane's search in searches
	round  int32            // number of passes made; an overflow is harmless, because only differences are used

	stuck stuckLanes
	ready readyLanes
	found foundLanes
	in    merge // lanes to copy into the working block

	// Unfinished batches. Batches are numbered from 0 in the order in which they are started, and
	// batch n is at index n % MaxStarted.
	batches   [MaxStarted]laneBatch
	started   int64  // number of batches started
	done      int64  // number of batches finished
	source    int64  // the first batch (by its number) that may have unstarted puzzles
	startNext func() // starts another batch; may be nil

	asker asker // source of puzzles while a UniquenessChecker runs
}

// laneBatch is a started batch.
type laneBatch struct {
	puzzles []Grid
	results []Result
	next    int // first puzzle whose search has not started
	left    int // number of puzzles without a result
}

// laneSearch is the search for the solutions of one puzzle.
type laneSearch struct {
	batch   *laneBatch // nil while a UniquenessChecker runs
	result  *Result    // the result of the puzzle
	asked   *Question  // the question that the search answers; nil unless a UniquenessChecker runs the search
	place   int32      // index of the question in asker.questions
	open    int32      // number of open guesses, each with a state to return to
	since   int32      // value of lanes.round when the search entered the working block
	oneCell bool       // whether the question is about one cell, asked.Cell
}

// searchesPerLane is the number of searches for each lane. Three are enough: one in the working
// block, one in the ready block, and one that is stuck or waiting.
const searchesPerLane = 3

func newLanes(c Config) Solver {
	k := kernels[max(0, slices.IndexFunc(kernels, func(k *kernel) bool { return k.name == c.Kernel }))] // by default, the best one
	width := 1 << k.shift
	n := searchesPerLane * width
	s := newOnOwnPages[lanes]()
	*s = lanes{
		Config:   c,
		kernel:   k,
		width:    width,
		states:   make([]state, 1+maxOpen*n+width),
		searches: newOnOwnPages[[searchesPerLane * maxWidth]laneSearch]()[:n],
		free:     newOnOwnPages[[searchesPerLane * maxWidth]uint16]()[:0:n],
		waiting:  newOnOwnPages[[searchesPerLane * maxWidth]uint16]()[:0:n],
	}
	for id := n - 1; id >= 0; id-- {
		s.free = append(s.free, uint16(id))
	}
	s.useMemory(wordsOnOwnPages(s.memory()))
	return s
}

// memory returns the size of the blocks and the scratch memory, in words.
func (s *lanes) memory() int { return ((3+searchesPerLane)*blockRows + scratchRows) << s.kernel.shift }

// useMemory divides words into the blocks and the scratch memory.
func (s *lanes) useMemory(words []uint16) {
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
	s.work.scratch = &words[0]
	for _, e := range []*exchange{&s.stuck.exchange, &s.ready.exchange, &s.found.exchange} {
		e.states, e.scratch = &s.states[0], s.work.scratch
	}
	s.stuck.ready = s.ready.block
}

// Solve implements Solver. It also finishes all batches started earlier. It panics if there are
// already MaxStarted unfinished batches.
func (s *lanes) Solve(puzzles []Grid, results []Result) {
	s.Start(puzzles, results)
	for s.done != s.started {
		s.Finish(nil)
	}
}

// Start implements Ahead.
func (s *lanes) Start(puzzles []Grid, results []Result) {
	if s.full() {
		panic("solver: Start called when MaxStarted batches are unfinished")
	}
	*s.batch(s.started) = laneBatch{puzzles: puzzles, results: results, left: len(puzzles)}
	s.started++
}

// Finish implements Ahead.
func (s *lanes) Finish(startNext func()) {
	if s.done == s.started {
		panic("solver: Finish called without an unfinished batch")
	}
	s.startNext = startNext
	batch := s.batch(s.done)
	for batch.left > 0 {
		s.step()
	}
	s.startNext = nil
	s.writeFound()
	*batch = laneBatch{}
	s.done++
	s.source = max(s.source, s.done)
}

// step fills the working block, makes a pass over it, and handles the lanes that leave it.
func (s *lanes) step() {
	s.fill()
	s.round++
	s.kernel.pass(&s.work)
	s.takeOut()
}

func (s *lanes) full() bool { return s.started-s.done == MaxStarted }

func (s *lanes) batch(number int64) *laneBatch { return &s.batches[number%MaxStarted] }

// maxOpen is the maximum number of open guesses of a puzzle: eight per row. All open guesses are in
// different cells, because a guess leaves its cell with only one candidate. The last unsolved cell
// of a row is never guessed, because a pass solves it.
const maxOpen = 8 * 9

// slot returns the index of the state to which a search returns when its guess at the given depth
// fails. These states are the stack of the search. States at the same depth are adjacent, so the
// part of the memory in use stays small. Slot 0 does not belong to any search.
func (s *lanes) slot(depth int32, id uint16) int {
	return 1 + int(depth)*len(s.searches) + int(id)
}

//go:generate go -C asm run . -out ../lanes_amd64.s lanes

package solver

import "unsafe"

// A block has a row for each cell. A row holds the same cell of several puzzles, one word per lane.
// The rows after the 81st are always zero, so that kernels can process eight cells at a time.
const blockRows = 88

// state holds the candidates of one puzzle, one word per cell. Bit d of a word represents digit
// d+1. The words after the 81st are zero and pad the state to whole cache lines.
type state [96]uint16

// maxWidth is the largest number of lanes in a block.
const maxWidth = 32

// passContext holds the input and output of a pass. The fields solved, dead and stuck are disjoint
// sets of lanes, with one bit per lane.
type passContext struct {
	cells   *uint16 // block to process
	scratch *uint16 // scratch memory for values that do not fit into registers
	solved  uint32  // lanes with a valid grid and one candidate in every cell
	dead    uint32  // lanes with a contradiction
	stuck   uint32  // lanes in which nothing more can be deduced
	quick   uint32  // if nonzero, kernels may omit deductions that take more time than they save
}

// merge describes which lanes to copy from one block to another.
type merge struct {
	to, from *uint16
	lanes    uint32           // lanes to write, with one bit per lane
	lane     [maxWidth]uint16 // lane[i] is the number of the lane to copy to lane i
}

func (m *merge) add(to, from int) {
	m.lanes |= 1 << to
	m.lane[to] = uint16(from)
}

// An exchange pairs states with lanes of a block. One call copies the states to the lanes, or the
// lanes to the states. Unused elements of slot are 0, because slot 0 does not belong to any search.
type exchange struct {
	states  *state  // the address of slot 0
	block   *uint16 // block to copy lanes from or to
	ready   *uint16 // block that receives the lanes with an assumed candidate
	scratch *uint16 // scratch memory for values that do not fit into registers
	slot    [maxWidth]uint32
	cell    [maxWidth]uint16 // cells in which candidates are assumed
	scored  [maxWidth]uint16 // all ones to choose by score, or zero to choose the first cell with the fewest candidates
	n       int
}

func (e *exchange) add(slot int) {
	e.slot[e.n] = uint32(slot)
	e.n++
}

func (e *exchange) clear() {
	e.n = 0
	e.slot = [maxWidth]uint32{}
}

// scratchRows is the size of the scratch memory, in rows of a block. Choosing cells requires all of
// it, but a pass requires only 39 rows.
const scratchRows = 3 * Cells

// wordAt returns a pointer to a lane's word in one row of a block.
func wordAt(block *uint16, shift uint8, row, lane int) *uint16 {
	return (*uint16)(unsafe.Add(unsafe.Pointer(block), 2*(row<<shift+lane)))
}

// kernel is the processor-specific part of the lane solver. In quick passes, kernels may make
// different deductions. Otherwise, they differ only in speed.
type kernel struct {
	name   string
	shift  uint8 // log2 of the number of lanes in a block
	pass   func(*passContext)
	merge  func(*merge)
	load   func(*exchange) // copies states to lanes
	choose func(*exchange) // chooses cells
	branch func(*exchange) // assumes a candidate in each lane, and saves a state that excludes it
	unload func(*exchange) // copies lanes to states
	// parse converts a grid to a state and reports whether the grid is a puzzle. It may prefetch
	// the Result, which will be written soon.
	parse  func(*state, *Grid, *Result) bool
	format func(*Grid, *state)
}

// kernels lists the kernels that this machine supports, best first.
var kernels = append(machineKernels(), portableKernel)

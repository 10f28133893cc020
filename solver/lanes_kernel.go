//go:generate go -C asm run . -out ../lanes_amd64.s lanes

package solver

import "unsafe"

// A block holds the same cell of several puzzles side by side in one row of words, one
// for each lane, and a row for each cell. The rows after the 81st stay zero, so that
// kernels can move cells eight at a time.
const blockRows = 88

// state is the candidates of one puzzle, cell after cell: bit d of a word stands
// for digit d+1. The words after the 81st are zero, and fill whole cache lines.
type state [96]uint16

// maxWidth bounds the lanes of a block.
const maxWidth = 32

// passContext is what a pass reads and writes. Its events have a bit for each
// lane; a lane has at most one of them.
type passContext struct {
	cells   *uint16 // the block
	scratch *uint16 // for values that find no register
	solved  uint32  // one candidate everywhere, and a valid grid
	dead    uint32  // contradiction
	stuck   uint32  // nothing more to deduce
}

// merge lists lanes of a block to be copied from another.
type merge struct {
	to, from *uint16
	lanes    uint32           // those to be written
	lane     [maxWidth]uint16 // for each of these, where it comes from
}

// add lists a lane.
func (m *merge) add(to, from int) {
	m.lanes |= 1 << to
	m.lane[to] = uint16(from)
}

// exchange lists states to be copied to or from the lanes of a block, all at once. Unused
// entries name slot 0, which no search uses.
type exchange struct {
	states  *state  // of slot 0
	block   *uint16 // the lanes
	ready   *uint16 // where the lanes go with a candidate assumed
	scratch *uint16 // for values that find no register
	slot    [maxWidth]uint32
	cell    [maxWidth]uint16 // where a candidate is assumed
	scored  [maxWidth]uint16 // every bit, or none where the first of the cells will do
	n       int
}

// add lists a state.
func (e *exchange) add(slot int) {
	e.slot[e.n] = uint32(slot)
	e.n++
}

// clear empties the list.
func (e *exchange) clear() {
	e.n = 0
	e.slot = [maxWidth]uint32{}
}

// scratchRows is how many rows of a block fit the scratch memory. A choice needs them all,
// and a pass 39.
const scratchRows = 3 * Cells

// wordAt returns the word of a lane in a row of a block.
func wordAt(block *uint16, shift uint8, row, lane int) *uint16 {
	return (*uint16)(unsafe.Add(unsafe.Pointer(block), 2*(row<<shift+lane)))
}

// stateAt returns the state of a slot.
func stateAt(states *state, slot uint32) *state {
	return (*state)(unsafe.Add(unsafe.Pointer(states), uintptr(slot)*unsafe.Sizeof(state{})))
}

// kernel is the part of the lane solver that is made for a kind of processor.
// Kernels differ in speed alone.
type kernel struct {
	name   string
	shift  uint8 // log2 of the lanes in a block
	pass   func(*passContext)
	merge  func(*merge)
	load   func(*exchange) // states to lanes
	choose func(*exchange) // names cells
	branch func(*exchange) // lanes to states, and to lanes with a candidate assumed
	unload func(*exchange) // lanes to states
	// parse reports whether the grid is a puzzle. The result is one that is soon written.
	parse  func(*state, *Grid, *Result) bool
	format func(*Grid, *state)
}

// kernels is what this machine can run, best first.
var kernels = append(machineKernels(), portableKernel)

// kernelNames returns the names of the kernels, best first.
func kernelNames() []string {
	var names []string
	for _, k := range kernels {
		names = append(names, k.name)
	}
	return names
}

// findKernel returns the kernel of that name, the best one for the empty name,
// and nil for a name that means nothing here.
func findKernel(name string) *kernel {
	for _, k := range kernels {
		if name == k.name || name == "" {
			return k
		}
	}
	return nil
}

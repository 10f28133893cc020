//go:generate go -C asm run . -out ../lanes_amd64.s lanes

package solver

import "unsafe"

// A lane group holds the same cell of several puzzles side by side in one row of
// words, one for each lane, and a row for each cell. The rows after the 81st stay
// zero, so that kernels can move cells in blocks of eight.
const groupRows = 88

// state is the candidates of one puzzle, cell after cell: bit d of a word stands
// for digit d+1. The words after the 81st are zero, and fill whole cache lines.
type state [96]uint16

// passContext is what a pass reads and writes. Its events have a bit for each
// lane; a lane has at most one of them.
type passContext struct {
	cells   *uint16 // the lane group
	scratch *uint16 // for values that find no register
	solved  uint32  // one candidate everywhere, and a valid grid
	dead    uint32  // contradiction
	stuck   uint32  // nothing more to deduce
}

// scratchRows is how many rows of a lane group fit the scratch memory of a pass.
const scratchRows = 42

// Limits of all kernels, which share arrays of these sizes.
const (
	maxTransfer = 32  // lanes that are copied at once
	maxGroups   = 4   // lane groups of a solver
	maxLanes    = 128 // lanes in all of them
)

// transfer lists lanes to be copied to or from states, all at once. Unused
// entries name slot 0 of states, which no search uses.
type transfer struct {
	cells   *uint16 // of the first lane group
	states  *state  // of slot 0
	n       int
	lane    [maxTransfer]uint16
	slot    [maxTransfer]uint32
	inverse [maxLanes]uint16  // for each lane listed, its entry
	touched [maxGroups]uint32 // for each group, the lanes listed
	shift   uint8             // log2 of the lanes in a group
}

// add lists a lane and reports whether the transfer is full.
func (t *transfer) add(lane, slot int) (full bool) {
	t.lane[t.n], t.slot[t.n] = uint16(lane), uint32(slot)
	t.inverse[lane] = uint16(t.n)
	t.touched[lane>>t.shift] |= 1 << (lane & (1<<t.shift - 1))
	t.n++
	return t.n == maxTransfer
}

// clear empties the list.
func (t *transfer) clear() {
	t.n = 0
	t.slot = [maxTransfer]uint32{}
	t.touched = [maxGroups]uint32{}
}

// word returns the candidates of a cell in a lane.
func (t *transfer) word(lane, cell int) *uint16 {
	row := lane>>t.shift*groupRows + cell
	at := row<<t.shift + lane&(1<<t.shift-1)
	return (*uint16)(unsafe.Add(unsafe.Pointer(t.cells), 2*at))
}

// stateAt returns the state of a slot.
func stateAt(states *state, slot uint32) *state {
	return (*state)(unsafe.Add(unsafe.Pointer(states), uintptr(slot)*unsafe.Sizeof(state{})))
}

// choice lists states that are stuck, and takes the cells where they branch. Unused
// entries name slot 0.
type choice struct {
	states  *state  // of slot 0
	scratch *uint16 // for the kernel
	slot    [maxTransfer]uint32
	cell    [maxTransfer]uint16
	lane    [maxTransfer]uint16
	n       int
}

// choiceRows is how many rows of a lane group fit the scratch memory of a choice.
const choiceRows = groupRows + 3*Cells

// add lists a state.
func (c *choice) add(lane int, slot uint32) {
	c.slot[c.n], c.lane[c.n] = slot, uint16(lane)
	c.n++
}

// clear empties the list.
func (c *choice) clear() {
	c.n = 0
	c.slot = [maxTransfer]uint32{}
}

// kernel is the part of the lane solver that is made for a kind of processor.
// Kernels differ in speed alone.
type kernel struct {
	name   string
	shift  uint8 // log2 of the lanes in a group
	groups int   // lane groups that take turns
	pass   func(*passContext)
	unload func(*transfer) // lanes to states
	load   func(*transfer) // states to lanes
	// parse reports whether the grid is a puzzle.
	parse  func(*state, *Grid) bool
	format func(*Grid, *state)
	choose func(*choice) // where to branch
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

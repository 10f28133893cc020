package solver

// A lane group is what one pass works on: the same cell of width puzzles side by
// side in one row, and a row for each cell. Rows after the 81st stay zero, so
// that kernels may move cells in blocks of eight.
const groupRows = 88

// state is the candidates of one puzzle, cell after cell. The words after the
// 81st are zero.
type state [96]uint16

// passEvents says which lanes of a group need attention after a pass, a bit
// each. A lane has at most one event.
type passEvents struct {
	solved uint32 // one candidate everywhere, and a valid grid
	dead   uint32 // contradiction
	stuck  uint32 // the stacks removed nothing
}

// maxTransfer is how many lanes are moved at once.
const maxTransfer = 32

// transfer lists lanes to be copied from or to states.
type transfer struct {
	cells  *uint16 // of the first group
	states *state  // the first of all states
	n      int
	lane   [maxTransfer]uint16
	state  [maxTransfer]uint32 // index
}

// kernel is the part of the solver that depends on the machine.
type kernel struct {
	name   string
	width  int // lanes in a group
	groups int
	pass   func(cells *uint16, e *passEvents)
	unload func(t *transfer)
	load   func(t *transfer)
	parse  func(s *state, g *Grid) bool
	format func(g *Grid, s *state)
	choose func(s *state) (cell int, bit uint16)
}

var kernels = []kernel{portableKernel}

var portableKernel = kernel{
	name: "portable", width: portableWidth, groups: 4, pass: passPortable,
	unload: unloadPortable, load: loadPortable, parse: parsePortable, format: formatPortable, choose: choosePortable,
}

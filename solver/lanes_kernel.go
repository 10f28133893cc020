package solver

// A lane group is what one pass works on: the same cell of width puzzles side by
// side in one row, and a row for each cell. Rows after the 81st stay zero, so
// that kernels may move cells in blocks of eight.
const groupRows = 88

// state is the candidates of one puzzle, cell after cell. The words after the
// 81st are zero.
type state [96]uint16

// passContext is what a pass reads and writes. The events are one bit a lane, and
// a lane has at most one.
type passContext struct {
	cells   *uint16 // the lane group
	scratch *uint16 // for values that find no register
	solved  uint32  // one candidate everywhere, and a valid grid
	dead    uint32  // contradiction
	stuck   uint32  // nothing more to deduce
}

// scratchRows is how many vectors a pass may keep in scratch memory.
const scratchRows = 42

// maxTransfer is how many lanes are moved at once.
const maxTransfer = 32

// transfer lists lanes to be copied from or to states.
type transfer struct {
	cells   *uint16 // of the first group
	states  *state  // the first of all states
	n       int
	lane    [maxTransfer]uint16
	state   [maxTransfer]uint32 // index
	inverse [128]uint16
	touched [4]uint32
}

// kernel is the part of the solver that depends on the machine.
type kernel struct {
	name   string
	width  int // lanes in a group
	groups int
	pass   func(c *passContext)
	unload func(t *transfer)
	load   func(t *transfer)
	parse  func(s *state, g *Grid) bool
	format func(g *Grid, s *state)
	choose func(s *state) (cell int, bit uint16)
}

var kernels = []kernel{
	{"avx512", 32, 4, passAVX512, unloadAVX512, loadAVX512, parseAVX512, formatAVX512, choose512},
	mk("avx2", 16, 4, passAVX2),
	mk("portable", 4, 4, passPortable),
}

func mk(name string, w, g int, pass func(*passContext)) kernel {
	return kernel{
		name: name, width: w, groups: g, pass: pass,
		unload: func(t *transfer) { unloadScalar(t, w) }, load: func(t *transfer) { loadScalar(t, w) }, parse: parsePortable, format: formatPortable, choose: choosePortable,
	}
}

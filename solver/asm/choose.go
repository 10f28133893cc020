package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Offsets in the Go type choice, and the size of what it notes of a state.
const (
	choiceStates = 0
	choicePeers  = 8
	choiceN      = 16
	choiceSlot   = 24
	choiceCell   = choiceSlot + 4*32
	choiceNotes  = choiceCell + 4*32
	noteBytes    = 32 // two sets of cells
)

// chooser scores the cells of states that have the fewest candidates.
type chooser struct {
	*machine
	choice, index, state reg.GPVirtual
	few, nine            Mem // the cells with the fewest candidates, and those that have a 9
}

// writeChoose writes the function that returns the best of these cells for each
// of several states; see chooseScalar.
//
// It first notes the sets of all states and then scores the cells of all. The
// number of cells to score cannot be predicted; when it is known early, a wrong
// guess at it costs least.
func writeChoose(m *machine) {
	TEXT(m.function("choose"), NOSPLIT, "func(c *byte)")
	c := chooser{machine: m, choice: GP64(), index: GP64(), state: GP64()}
	Load(Param("c"), c.choice)
	note := Mem{Base: c.choice, Disp: choiceNotes}
	noteAt := GP64()
	c.few, c.nine = note.Idx(noteAt, 1), note.Idx(noteAt, 1).Offset(16)
	for _, step := range []struct {
		label string
		write func()
	}{{c.function("note"), c.writeNote}, {c.function("score"), c.writeScores}} {
		XORQ(c.index, c.index)
		XORQ(noteAt, noteAt)
		Label(step.label)
		MOVL(Mem{Base: c.choice, Disp: choiceSlot, Index: c.index, Scale: 4}, c.state.As32())
		IMUL3Q(U32(stateBytes), c.state, c.state)
		ADDQ(Mem{Base: c.choice, Disp: choiceStates}, c.state)
		step.write()
		INCQ(c.index)
		ADDQ(Imm(noteBytes), noteAt)
		CMPQ(c.index, Mem{Base: c.choice, Disp: choiceN})
		JLT(LabelRef(step.label))
	}
	VZEROUPPER()
	RET()
}

// writeNote notes the sets of one state.
func (c *chooser) writeNote() {
	c.constants()
	n := 192 / c.bytes
	rest, ninth := make([]reg.VecVirtual, n), make([]reg.VecVirtual, n)
	nine := c.broadcast(0x100)
	for i := range rest {
		cells, less := c.loadUnaligned(Mem{Base: c.state, Disp: i * c.bytes}), c.vector()
		ninth[i] = c.and(nine, cells)
		VPADDW(c.ones, cells, less)
		rest[i] = c.and(cells, less)
	}
	storeSet(c.nonzeroCells(ninth), c.nine)
	// The rest is what a cell has beyond its lowest candidates. Taking one more
	// away in each round, the first cells to have nothing left have the fewest.
	Label(c.function("fewer"))
	some := c.nonzeroCells(rest)
	for i := range rest {
		less := c.vector()
		VPADDW(c.ones, rest[i], less)
		c.into(rest[i], rest[i], less, VPANDQ, VPAND)
	}
	few := c.nonzeroCells(rest)
	for half := range few {
		ANDNQ(some[half], few[half], few[half])
	}
	storeSet(few, c.few)
	// The next round is for states without a pair, which are rare, and only while
	// there are candidates left.
	ORQ(few[1], few[0])
	JNZ(LabelRef(c.function("noted")))
	ORQ(some[1], some[0])
	JNZ(LabelRef(c.function("fewer")))
	Label(c.function("noted"))
}

// writeScores scores the cells of one state and stores the best.
func (c *chooser) writeScores() {
	cells := c.lowBytes()
	low, high, best, bestCell := GP64(), GP64(), GP64(), GP64()
	MOVQ(c.few, low)
	MOVQ(c.few.Offset(8), high)
	MOVQ(I32(-1), best)
	XORQ(bestCell, bestCell)
	JMP(LabelRef(c.function("more")))
	// One loop takes the cells out of both words, so that its end is
	// mispredicted once and not twice.
	Label(c.function("cell"))
	at, other := GP64(), GP64()
	TZCNTQ(high, at)
	ADDQ(Imm(64), at)
	BLSRQ(high, other)
	TESTQ(low, low)
	CMOVQEQ(other, high)
	TZCNTQ(low, other)
	CMOVQCC(other, at)
	BLSRQ(low, low)
	score := c.score(at, cells)
	CMPQ(score, best)
	CMOVQGT(score, best)
	CMOVQGT(at, bestCell)
	Label(c.function("more"))
	left := GP64()
	MOVQ(low, left)
	ORQ(high, left)
	JNZ(LabelRef(c.function("cell")))
	MOVL(bestCell.As32(), Mem{Base: c.choice, Disp: choiceCell, Index: c.index, Scale: 4})
}

// score returns the number of peers that share a candidate with the cell, those
// with the fewest candidates counted four times.
func (c *chooser) score(at reg.GPVirtual, cells []reg.VecVirtual) reg.GPVirtual {
	low, hasNine := c.vector(), GP64()
	VPBROADCASTB(Mem{Base: c.state, Index: at, Scale: 2}, low)
	MOVBQZX(Mem{Base: c.state, Index: at, Scale: 2, Disp: 1}, hasNine)
	NEGQ(hasNine)
	peers, score, n := GP64(), GP64(), GP64()
	MOVQ(at, peers)
	SHLQ(Imm(4), peers)
	ADDQ(Mem{Base: c.choice, Disp: choicePeers}, peers)
	XORQ(score, score)
	for half := range 2 {
		set := c.sharing(low, cells, half)
		MOVQ(c.nine.Offset(8*half), n)
		ANDQ(hasNine, n)
		ORQ(n, set)
		ANDQ(Mem{Base: peers, Disp: 8 * half}, set)
		POPCNTQ(set, n)
		ADDQ(n, score)
		ANDQ(c.few.Offset(8*half), set)
		POPCNTQ(set, n)
		LEAQ(Mem{Base: n, Index: n, Scale: 2}, n)
		ADDQ(n, score)
	}
	return score
}

func storeSet(set [2]reg.GPVirtual, to Mem) {
	MOVQ(set[0], to)
	MOVQ(set[1], to.Offset(8))
}

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
	choice, index, state reg.GPVirtual
	few, nine            Mem // the cells with the fewest candidates, and those that have a 9
}

// writeChoose writes the function that returns the best of these cells for each
// of several states; see chooseScalar.
//
// It first notes the sets of all states and then scores the cells of all. The
// number of cells to score cannot be predicted; when it is known early, a wrong
// guess at it costs least.
func writeChoose() {
	TEXT("chooseAVX512", NOSPLIT, "func(c *byte)")
	c := chooser{choice: GP64(), index: GP64(), state: GP64()}
	Load(Param("c"), c.choice)
	note := Mem{Base: c.choice, Disp: choiceNotes}
	noteAt := GP64()
	c.few, c.nine = note.Idx(noteAt, 1), note.Idx(noteAt, 1).Offset(16)
	for _, step := range []struct {
		label string
		write func()
	}{{"note", c.writeNote}, {"score", c.writeScores}} {
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
	ones, ninth := ZMM(), ZMM()
	VPTERNLOGQ(U8(0xff), ones, ones, ones)
	VPSRLW(Imm(15), ones, ninth)
	VPSLLW(Imm(8), ninth, ninth)
	var nine [3]reg.OpmaskVirtual
	var rest [3]reg.VecVirtual
	for i := range rest {
		cells := ZMM()
		nine[i], rest[i] = K(), ZMM()
		VMOVDQU16(Mem{Base: c.state, Disp: 64 * i}, cells)
		VPTESTMW(ninth, cells, nine[i])
		VPADDW(ones, cells, rest[i])
		VPANDQ(cells, rest[i], rest[i])
	}
	storeSet(cellSet(nine), c.nine)
	// The rest is what a cell has beyond its lowest candidates. Taking one more
	// away in each round, the first cells to have nothing left have the fewest.
	Label("fewer")
	var some, last [3]reg.OpmaskVirtual
	for i := range rest {
		less := ZMM()
		some[i], last[i] = K(), K()
		VPADDW(ones, rest[i], less)
		VPTESTMW(rest[i], rest[i], some[i])
		VPTESTNMW(less, rest[i], some[i], last[i])
		VPANDQ(less, rest[i], rest[i])
	}
	few, more := cellSet(last), cellSet(some)
	storeSet(few, c.few)
	// The next round is for states without a pair, which are rare, and only while
	// there are candidates left.
	ORQ(few[1], few[0])
	JNZ(LabelRef("noted"))
	ORQ(more[1], more[0])
	JNZ(LabelRef("fewer"))
	Label("noted")
}

// writeScores scores the cells of one state and stores the best.
func (c *chooser) writeScores() {
	// Digits 1 to 8 fit bytes, so that two registers hold all cells.
	var thirds [3]reg.VecVirtual
	for i := range thirds {
		thirds[i] = ZMM()
		VMOVDQU16(Mem{Base: c.state, Disp: 64 * i}, thirds[i])
		VPMOVWB(thirds[i], thirds[i].AsY())
	}
	VINSERTI64X4(Imm(1), thirds[1].AsY(), thirds[0], thirds[0])
	low, high, best, bestCell := GP64(), GP64(), GP64(), GP64()
	MOVQ(c.few, low)
	MOVQ(c.few.Offset(8), high)
	MOVQ(I32(-1), best)
	XORQ(bestCell, bestCell)
	JMP(LabelRef("more"))
	// One loop takes the cells out of both words, so that its end is
	// mispredicted once and not twice.
	Label("cell")
	at, other := GP64(), GP64()
	TZCNTQ(high, at)
	ADDQ(Imm(64), at)
	BLSRQ(high, other)
	TESTQ(low, low)
	CMOVQEQ(other, high)
	TZCNTQ(low, other)
	CMOVQCC(other, at)
	BLSRQ(low, low)
	score := c.score(at, [2]reg.VecVirtual{thirds[0], thirds[2]})
	CMPQ(score, best)
	CMOVQGT(score, best)
	CMOVQGT(at, bestCell)
	Label("more")
	left := GP64()
	MOVQ(low, left)
	ORQ(high, left)
	JNZ(LabelRef("cell"))
	MOVL(bestCell.As32(), Mem{Base: c.choice, Disp: choiceCell, Index: c.index, Scale: 4})
}

// score returns the number of peers that share a candidate with the cell, those
// with the fewest candidates counted four times.
func (c *chooser) score(at reg.GPVirtual, cells [2]reg.VecVirtual) reg.GPVirtual {
	low, hasNine := ZMM(), GP64()
	VPBROADCASTB(Mem{Base: c.state, Index: at, Scale: 2}, low)
	MOVBQZX(Mem{Base: c.state, Index: at, Scale: 2, Disp: 1}, hasNine)
	NEGQ(hasNine)
	peers, score, n := GP64(), GP64(), GP64()
	MOVQ(at, peers)
	SHLQ(Imm(4), peers)
	ADDQ(Mem{Base: c.choice, Disp: choicePeers}, peers)
	XORQ(score, score)
	for half := range 2 {
		sharing, set := K(), GP64()
		VPTESTMB(low, cells[half], sharing)
		KMOVQ(sharing, set)
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

// cellSet gathers three masks of cells in two words.
func cellSet(masks [3]reg.OpmaskVirtual) [2]reg.GPVirtual {
	low, high, both := GP64(), GP64(), K()
	KUNPCKDQ(masks[0], masks[1], both)
	KMOVQ(both, low)
	KMOVQ(masks[2], high)
	return [2]reg.GPVirtual{low, high}
}

func storeSet(set [2]reg.GPVirtual, to Mem) {
	MOVQ(set[0], to)
	MOVQ(set[1], to.Offset(8))
}

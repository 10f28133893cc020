package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// chooser scores the cells of a state that have two candidates.
type chooser struct {
	state, peers reg.GPVirtual
	cells        [3]reg.VecVirtual
	pairs        [2]reg.GPVirtual // the cells that have two candidates
}

// writeChoose writes the function that returns the best of these cells, or -1
// where there is none; see chooseScalar.
func writeChoose() {
	TEXT("choosePairAVX512", NOSPLIT, "func(s *byte, peers *byte) int")
	c := chooser{state: GP64(), peers: GP64()}
	Load(Param("s"), c.state)
	Load(Param("peers"), c.peers)
	c.findPairs()
	left, base, best, bestCell := GP64(), GP64(), GP64(), GP64()
	MOVQ(c.pairs[0], left)
	XORQ(base, base)
	MOVQ(I32(-1), best)
	MOVQ(I32(-1), bestCell)
	// The second word of the set follows the first in one loop, whose end is
	// then mispredicted once, not twice.
	Label("chooseNext")
	TESTQ(left, left)
	JZ(LabelRef("chooseWordDone"))
	Label("chooseCell")
	at := GP64()
	TZCNTQ(left, at)
	ORQ(base, at)
	score := c.score(at)
	CMPQ(score, best)
	CMOVQGT(score, best)
	CMOVQGT(at, bestCell)
	BLSRQ(left, left)
	JNZ(LabelRef("chooseCell"))
	Label("chooseWordDone")
	MOVQ(c.pairs[1], left)
	BTSQ(Imm(6), base)
	JCC(LabelRef("chooseNext"))
	VZEROUPPER()
	Store(bestCell, ReturnIndex(0))
	RET()
}

// findPairs loads the state and finds the cells that have two candidates.
func (c *chooser) findPairs() {
	ones := ZMM()
	VPTERNLOGQ(U8(0xff), ones, ones, ones)
	var pairs [3]reg.OpmaskVirtual
	for i := range c.cells {
		c.cells[i], pairs[i] = ZMM(), K()
		VMOVDQU16(Mem{Base: c.state, Disp: 64 * i}, c.cells[i])
		rest, less, some := ZMM(), ZMM(), K()
		VPADDW(ones, c.cells[i], rest)
		VPANDQ(c.cells[i], rest, rest)
		VPADDW(ones, rest, less)
		VPTESTMW(rest, rest, some)
		VPTESTNMW(less, rest, some, pairs[i])
	}
	c.pairs = cellSet(pairs)
}

// cellSet gathers three masks of cells in two words.
func cellSet(masks [3]reg.OpmaskVirtual) [2]reg.GPVirtual {
	low, high, both := GP64(), GP64(), K()
	KUNPCKDQ(masks[0], masks[1], both)
	KMOVQ(both, low)
	KMOVQ(masks[2], high)
	return [2]reg.GPVirtual{low, high}
}

// score returns the number of peers that share a candidate with the cell, those
// with two candidates counted four times.
func (c *chooser) score(at reg.GPVirtual) reg.GPVirtual {
	cell := ZMM()
	VPBROADCASTW(Mem{Base: c.state, Index: at, Scale: 2}, cell)
	var sharing [3]reg.OpmaskVirtual
	for i := range sharing {
		sharing[i] = K()
		VPTESTMW(cell, c.cells[i], sharing[i])
	}
	peers, score, n := GP64(), GP64(), GP64()
	MOVQ(at, peers)
	SHLQ(Imm(4), peers)
	for half, set := range cellSet(sharing) {
		ANDQ(Mem{Base: c.peers, Index: peers, Scale: 1, Disp: 8 * half}, set)
		if half == 0 {
			POPCNTQ(set, score)
		} else {
			POPCNTQ(set, n)
			ADDQ(n, score)
		}
		ANDQ(c.pairs[half], set)
		POPCNTQ(set, n)
		LEAQ(Mem{Base: n, Index: n, Scale: 2}, n)
		ADDQ(n, score)
	}
	return score
}

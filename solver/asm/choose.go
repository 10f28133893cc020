package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// chooser scores the cells of a state that have two candidates. To compare them
// with all others in two registers rather than three, it keeps digits 1 to 8 as
// bytes, and 9 apart.
type chooser struct {
	state, peers reg.GPVirtual
	bytes        [2]reg.VecVirtual
	nine         Mem              // the cells that have a 9
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
	ones, ninth := ZMM(), ZMM()
	VPTERNLOGQ(U8(0xff), ones, ones, ones)
	VPSRLW(Imm(15), ones, ninth)
	VPSLLW(Imm(8), ninth, ninth)
	var pairs, nine [3]reg.OpmaskVirtual
	var low [3]reg.VecVirtual
	for i := range low {
		cells, rest, less, some := ZMM(), ZMM(), ZMM(), K()
		VMOVDQU16(Mem{Base: c.state, Disp: 64 * i}, cells)
		VPADDW(ones, cells, rest)
		VPANDQ(cells, rest, rest)
		VPADDW(ones, rest, less)
		pairs[i], nine[i], low[i] = K(), K(), ZMM()
		VPTESTMW(rest, rest, some)
		VPTESTNMW(less, rest, some, pairs[i])
		VPTESTMW(ninth, cells, nine[i])
		VPMOVWB(cells, low[i].AsY())
	}
	c.bytes = [2]reg.VecVirtual{ZMM(), low[2]}
	VINSERTI64X4(Imm(1), low[1].AsY(), low[0], c.bytes[0])
	c.pairs = cellSet(pairs)
	c.nine = AllocLocal(16)
	for half, set := range cellSet(nine) {
		MOVQ(set, c.nine.Offset(8*half))
	}
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
	low, hasNine := ZMM(), GP64()
	VPBROADCASTB(Mem{Base: c.state, Index: at, Scale: 2}, low)
	MOVBQZX(Mem{Base: c.state, Index: at, Scale: 2, Disp: 1}, hasNine)
	NEGQ(hasNine)
	peers, score, n := GP64(), GP64(), GP64()
	MOVQ(at, peers)
	SHLQ(Imm(4), peers)
	for half := range 2 {
		sharing, set, nine := K(), GP64(), GP64()
		VPTESTMB(low, c.bytes[half], sharing)
		KMOVQ(sharing, set)
		MOVQ(c.nine.Offset(8*half), nine)
		ANDQ(hasNine, nine)
		ORQ(nine, set)
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

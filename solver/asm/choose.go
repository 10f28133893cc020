package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// chooser scores the cells of a state that have the fewest candidates. To compare them
// with all others in two registers rather than three, it keeps digits 1 to 8 as
// bytes, and 9 apart.
type chooser struct {
	state, peers reg.GPVirtual
	bytes        [2]reg.VecVirtual
	nine         Mem // the cells that have a 9
	few          Mem // the cells that have the fewest candidates
}

// writeChoose writes the function that returns the best of these cells; see
// chooseScalar.
func writeChoose() {
	TEXT("chooseAVX512", NOSPLIT, "func(s *byte, peers *byte) int")
	c := chooser{state: GP64(), peers: GP64()}
	Load(Param("s"), c.state)
	Load(Param("peers"), c.peers)
	best, bestCell := GP64(), GP64()
	MOVQ(I32(-1), best)
	MOVQ(I32(-1), bestCell)
	low, high := c.findFew()
	JMP(LabelRef("chooseMore"))
	// One loop takes the cells out of both words, so that its end is
	// mispredicted once and not twice.
	Label("chooseCell")
	at, other, fewer := GP64(), GP64(), GP64()
	TZCNTQ(high, at)
	ADDQ(Imm(64), at)
	BLSRQ(high, fewer)
	TZCNTQ(low, other)
	TESTQ(low, low)
	CMOVQNE(other, at)
	CMOVQEQ(fewer, high)
	BLSRQ(low, fewer)
	MOVQ(fewer, low)
	score := c.score(at)
	CMPQ(score, best)
	CMOVQGT(score, best)
	CMOVQGT(at, bestCell)
	Label("chooseMore")
	left := GP64()
	MOVQ(low, left)
	ORQ(high, left)
	JNZ(LabelRef("chooseCell"))
	VZEROUPPER()
	Store(bestCell, ReturnIndex(0))
	RET()
}

// findFew loads the state and returns the cells that have the fewest candidates,
// not counting those that have one.
func (c *chooser) findFew() (low, high reg.GPVirtual) {
	ones, ninth := ZMM(), ZMM()
	VPTERNLOGQ(U8(0xff), ones, ones, ones)
	VPSRLW(Imm(15), ones, ninth)
	VPSLLW(Imm(8), ninth, ninth)
	var nine [3]reg.OpmaskVirtual
	var thirds, rest [3]reg.VecVirtual
	for i := range thirds {
		cells := ZMM()
		nine[i], thirds[i], rest[i] = K(), ZMM(), ZMM()
		VMOVDQU16(Mem{Base: c.state, Disp: 64 * i}, cells)
		VPTESTMW(ninth, cells, nine[i])
		VPMOVWB(cells, thirds[i].AsY())
		VPADDW(ones, cells, rest[i])
		VPANDQ(cells, rest[i], rest[i])
	}
	c.bytes = [2]reg.VecVirtual{ZMM(), thirds[2]}
	VINSERTI64X4(Imm(1), thirds[1].AsY(), thirds[0], c.bytes[0])
	c.nine, c.few = AllocLocal(16), AllocLocal(16)
	storeSet(cellSet(nine), c.nine)
	// The rest is what a cell has beyond its lowest candidates. Taking one more
	// away in each round, the first cells to have nothing left have the fewest.
	Label("chooseFewer")
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
	any := GP64()
	MOVQ(few[0], any)
	ORQ(few[1], any)
	JNZ(LabelRef("chooseMore"))
	ORQ(more[1], more[0])
	JNZ(LabelRef("chooseFewer"))
	return few[0], few[1]
}

func storeSet(set [2]reg.GPVirtual, to Mem) {
	MOVQ(set[0], to)
	MOVQ(set[1], to.Offset(8))
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
// with the fewest candidates counted four times.
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
		ANDQ(c.few.Offset(8*half), set)
		POPCNTQ(set, n)
		LEAQ(Mem{Base: n, Index: n, Scale: 2}, n)
		ADDQ(n, score)
	}
	return score
}

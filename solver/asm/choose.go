package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// writeChoose writes the function that scores the cells with two candidates and
// returns the best, or -1 where there is no such cell.
func writeChoose() {
	TEXT("chooseAVX512", NOSPLIT, "func(s *byte, peers *byte) int")
	s, peers := Load(Param("s"), GP64()).(reg.GPVirtual), Load(Param("peers"), GP64()).(reg.GPVirtual)
	ones := ZMM()
	VPTERNLOGQ(U8(0xff), ones, ones, ones)
	var cells [3]reg.VecVirtual
	var pairs [3]reg.OpmaskVirtual
	for i := range cells {
		cells[i], pairs[i] = ZMM(), K()
		VMOVDQU16(Mem{Base: s, Disp: 64 * i}, cells[i])
		rest, less := ZMM(), ZMM()
		VPADDW(ones, cells[i], rest)
		VPANDQ(cells[i], rest, rest)
		VPADDW(ones, rest, less)
		some := K()
		VPTESTMW(rest, rest, some)
		VPTESTNMW(less, rest, some, pairs[i])
	}
	boards, twos := AllocLocal(9*16), AllocLocal(16)
	cellSet(pairs, twos)
	bit, at := ZMM(), GP64()
	broadcastOne(bit)
	for d := range 9 {
		var has [3]reg.OpmaskVirtual
		for i := range has {
			has[i] = K()
			VPTESTMW(bit, cells[i], has[i])
		}
		cellSet(has, boards.Offset(16*d))
		VPADDW(bit, bit, bit)
	}
	VZEROUPPER()
	best, bestCell := GP64(), GP64()
	MOVQ(I32(-1), best)
	MOVQ(I32(-1), bestCell)
	left, from := GP64(), GP64()
	for half := range 2 {
		loop, done := "chooseLow", "chooseLowDone"
		if half == 1 {
			loop, done = "chooseHigh", "chooseHighDone"
		}
		MOVQ(twos.Offset(8*half), left)
		TESTQ(left, left)
		JZ(LabelRef(done))
		Label(loop)
		TZCNTQ(left, at)
		if half == 1 {
			ADDQ(Imm(64), at)
		}
		MOVQ(at, from)
		SHLQ(Imm(4), from)
		ADDQ(peers, from)
		score := scoreCell(s, at, from, boards, twos)
		CMPQ(score, best)
		CMOVQGT(score, best)
		CMOVQGT(at, bestCell)
		BLSRQ(left, left)
		JNZ(LabelRef(loop))
		Label(done)
	}
	Store(bestCell, ReturnIndex(0))
	RET()
}

// cellSet stores three masks of cells as the two words of a set.
func cellSet(masks [3]reg.OpmaskVirtual, to Mem) {
	k := K()
	KUNPCKDQ(masks[0], masks[1], k)
	KMOVQ(k, to)
	KMOVQ(masks[2], to.Offset(8))
}

// scoreCell returns the score of the cell at index at, which has two candidates:
// for each the number of peers that also have it, plus four times the number of
// peers with two candidates that share one.
func scoreCell(s, at, peers reg.GPVirtual, boards, twos Mem) reg.GPVirtual {
	first, second, score, n := GP64(), GP64(), GP64(), GP64()
	MOVWQZX(Mem{Base: s, Index: at, Scale: 2}, second)
	TZCNTQ(second, first)
	BLSRQ(second, second)
	TZCNTQ(second, second)
	SHLQ(Imm(4), first)
	SHLQ(Imm(4), second)
	XORQ(score, score)
	for half := range 2 {
		x, y := GP64(), GP64()
		MOVQ(Mem{Base: peers, Disp: 8 * half}, x)
		MOVQ(x, y)
		ANDQ(boards.Idx(first, 1).Offset(8*half), x)
		ANDQ(boards.Idx(second, 1).Offset(8*half), y)
		POPCNTQ(x, n)
		ADDQ(n, score)
		POPCNTQ(y, n)
		ADDQ(n, score)
		ORQ(x, y)
		ANDQ(twos.Offset(8*half), y)
		POPCNTQ(y, n)
		LEAQ(Mem{Base: score, Index: n, Scale: 4}, score)
	}
	return score
}

package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// writePlain writes the functions that put grids and numbers into pages of Parquet, in
// PLAIN encoding, and those that pack numbers.
func writePlain() {
	writePutGrids()
	writePutNumbers()
	writeFindDeltas()
	writePackMini()
}

// A grid is taken in three pieces, of which the last overlaps the one before.
var gridPieces = [3]int{0, 32, gridBytes - 32}

const (
	gridBytes   = 81
	lengthBytes = 4 // of the length before a text
	gridEntry   = lengthBytes + gridBytes
)

// writePutGrids writes the function that stores grids as texts, up to the first that is
// not there.
func writePutGrids() {
	TEXT("putGridsAVX2", NOSPLIT, "func(dst, grids *byte, present *uint32, mask uint32, stride, n int) int")
	param := func(name string) reg.GPVirtual { return Load(Param(name), GP64()).(reg.GPVirtual) }
	dst, grid, present := param("dst"), param("grids"), param("present")
	mask := Load(Param("mask"), GP32()).(reg.GPVirtual)
	stride, n := param("stride"), param("n")
	left := GP64()
	MOVQ(n, left)

	Label("grid")
	TESTL(mask, Mem{Base: present})
	JZ(LabelRef("gridsDone"))
	MOVL(U32(gridBytes), Mem{Base: dst})
	for _, at := range gridPieces {
		piece := YMM()
		VMOVDQU(Mem{Base: grid, Disp: at}, piece)
		VMOVDQU(piece, Mem{Base: dst, Disp: lengthBytes + at})
	}
	ADDQ(Imm(gridEntry), dst)
	ADDQ(stride, grid)
	ADDQ(stride, present)
	DECQ(left)
	JNZ(LabelRef("grid"))

	Label("gridsDone")
	VZEROUPPER()
	SUBQ(left, n)
	Store(n, ReturnIndex(0))
	RET()
}

// numbersStep is how many numbers the function below takes at once. The constant of the
// same name in package formats must not be less.
const numbersStep = 32

// writePutNumbers writes the function that copies numbers and finds the smallest and
// the largest of them, in as many registers as it copies at once, so that few wait for
// the ones before. The last step overlaps the one before.
func writePutNumbers() {
	TEXT("putNumbersAVX2", NOSPLIT, "func(dst *byte, numbers *int32, n int) (least, most int32)")
	param := func(name string) reg.GPVirtual { return Load(Param(name), GP64()).(reg.GPVirtual) }
	dst, numbers, last := param("dst"), param("numbers"), param("n")
	var least, most [numbersStep / 8]reg.VecVirtual
	for i := range least {
		least[i], most[i] = YMM(), YMM()
		VMOVDQU(Mem{Base: numbers, Disp: 32 * i}, least[i])
		VMOVDQA(least[i], most[i])
	}
	at := GP64()
	XORQ(at, at)
	SUBQ(Imm(numbersStep), last) // where the last step begins

	Label("numbers")
	for i := range least {
		some := YMM()
		VMOVDQU(Mem{Base: numbers, Index: at, Scale: 4, Disp: 32 * i}, some)
		VMOVDQU(some, Mem{Base: dst, Index: at, Scale: 4, Disp: 32 * i})
		VPMINSD(some, least[i], least[i])
		VPMAXSD(some, most[i], most[i])
	}
	CMPQ(at, last)
	JE(LabelRef("numbersDone"))
	ADDQ(Imm(numbersStep), at)
	CMPQ(at, last)
	CMOVQGT(last, at)
	JMP(LabelRef("numbers"))

	Label("numbersDone")
	Store(extreme(least[:], VPMINSD), Return("least"))
	Store(extreme(most[:], VPMAXSD), Return("most"))
	VZEROUPPER()
	RET()
}

// extreme returns the smallest or the largest number in some registers.
func extreme(in []reg.VecVirtual, of func(...Op)) reg.GPVirtual {
	all, other, to := in[0], YMM(), GP32()
	for _, v := range in[1:] {
		of(v, all, all)
	}
	VEXTRACTI128(Imm(1), all, other.AsX())
	of(other.AsX(), all.AsX(), all.AsX())
	for _, order := range []uint64{0x4e, 0xb1} { // halves, then neighbours
		VPSHUFD(Imm(order), all.AsX(), other.AsX())
		of(other.AsX(), all.AsX(), all.AsX())
	}
	VMOVD(all.AsX(), to)
	return to
}

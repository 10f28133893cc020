package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/gridmill/gridmill/solver/asm/grids"
)

// writeParseGrids writes the function that reads texts of 81 characters as grids, up
// to the first of which not all characters stand for cells, and returns how many it
// read. There must be one or more.
func writeParseGrids() {
	goodTable, cellTable := grids.Tables()
	TEXT("parseGridsAVX2", NOSPLIT, "func(grids, text *byte, stride, n int) int")
	grid, text := Load(Param("grids"), GP64()).(reg.GPVirtual), Load(Param("text"), GP64()).(reg.GPVirtual)
	stride, n := Load(Param("stride"), GP64()), Load(Param("n"), GP64())
	goods, cells, read := YMM(), YMM(), GP64()
	VMOVDQU(goodTable, goods)
	VMOVDQU(cellTable, cells)
	XORQ(read, read)
	Label("nextGrid")
	grids.ReadCells(goods, cells, Mem{Base: text}, Mem{Base: grid})
	JNE(LabelRef("done"))
	INCQ(read)
	ADDQ(stride, text)
	ADDQ(U8(81), grid)
	CMPQ(read, n)
	JNE(LabelRef("nextGrid"))
	Label("done")
	Store(read, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

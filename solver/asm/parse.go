package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// writeParseGrids writes the function that reads texts of 81 characters as grids until one is
// not a grid, and returns the number of grids. There must be at least one text.
func writeParseGrids() {
	TEXT("parseGridsAVX2", NOSPLIT, "func(grids, text *byte, stride, n int) int")
	grid, text := Load(Param("grids"), GP64()).(reg.GPVirtual), Load(Param("text"), GP64()).(reg.GPVirtual)
	stride, n, read := Load(Param("stride"), GP64()), Load(Param("n"), GP64()), GP64()
	cells := newGridReader()
	XORQ(read, read)
	Label("nextGrid")
	cells.read(Mem{Base: text}, Mem{Base: grid}, "done")
	INCQ(read)
	ADDQ(stride, text)
	ADDQ(U8(81), grid)
	CMPQ(read, n)
	JNE(LabelRef("nextGrid"))
	Label("done")
	Store(read, ReturnIndex(0))
	VZEROUPPER()
	RET()
	cells.finish()
}

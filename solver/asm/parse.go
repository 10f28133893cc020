package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// writeParseGrid writes the function that reads 81 characters and reports whether they form a grid.
func writeParseGrid() {
	TEXT("parseGridAVX2", NOSPLIT, "func(grid, text *byte) bool")
	grid, text := Load(Param("grid"), GP64()).(reg.GPVirtual), Load(Param("text"), GP64()).(reg.GPVirtual)
	good := GP8()
	cells := newGridReader()
	XORB(good, good)
	cells.read(Mem{Base: text}, Mem{Base: grid}, "done")
	MOVB(U8(1), good)
	Label("done")
	Store(good, ReturnIndex(0))
	VZEROUPPER()
	RET()
	cells.finish()
}

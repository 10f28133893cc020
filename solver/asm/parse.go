package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// cellTables makes the tables that tell cells from other characters, and what a grid
// holds for each.
//
// No two characters of cells have the same low half, so a table of sixteen bytes
// tells which character alone is good for each half, and another what the grid
// holds for it. Characters beyond ASCII shuffle to zero, and equal it never.
func cellTables() (goods, cells Mem) {
	good, cell := map[int]uint8{}, map[int]uint8{}
	for _, c := range []uint8("123456789.0*_-") {
		good[int(c&15)], cell[int(c&15)] = c, c
		if c < '1' || c > '9' {
			cell[int(c&15)] = '.'
		}
	}
	return shuffleTable("goodCharacters", good), shuffleTable("cellCharacters", cell)
}

// readCells reads 81 characters as a grid, and leaves ZF set where all of them
// stand for cells.
func readCells(goods, cells reg.VecVirtual, text, grid Mem) {
	var known reg.VecVirtual
	// The last 32 cells overlap those before. All are read before the first is
	// written, in case a grid is parsed in place.
	places := [3]int{0, 32, 81 - 32}
	var read [3]reg.VecVirtual
	for i, at := range places {
		characters, wanted := YMM(), YMM()
		VMOVDQU(text.Offset(at), characters)
		VPSHUFB(characters, goods, wanted)
		VPCMPEQB(characters, wanted, wanted)
		VPSHUFB(characters, cells, characters)
		read[i] = characters
		if i == 0 {
			known = wanted
			continue
		}
		VPAND(wanted, known, known)
	}
	for i, at := range places {
		VMOVDQU(read[i], grid.Offset(at))
	}
	mask := GP32()
	VPMOVMSKB(known, mask)
	CMPL(mask, U32(0xffffffff))
}

// writeParseGrids writes the function that reads texts of 81 characters as grids, up
// to the first of which not all characters stand for cells, and returns how many it
// read. There must be one or more.
func writeParseGrids() {
	goodTable, cellTable := cellTables()
	TEXT("parseGridsAVX2", NOSPLIT, "func(grids, text *byte, stride, n int) int")
	grid, text := Load(Param("grids"), GP64()).(reg.GPVirtual), Load(Param("text"), GP64()).(reg.GPVirtual)
	stride, n := Load(Param("stride"), GP64()), Load(Param("n"), GP64())
	goods, cells, read := YMM(), YMM(), GP64()
	VMOVDQU(goodTable, goods)
	VMOVDQU(cellTable, cells)
	XORQ(read, read)
	Label("nextGrid")
	readCells(goods, cells, Mem{Base: text}, Mem{Base: grid})
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

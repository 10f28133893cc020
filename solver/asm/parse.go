package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const gridBytes = 81

// places holds the offsets of three 32-byte reads. The last read overlaps the second.
var places = [3]int{0, 32, gridBytes - 32}

// writeParseGrid writes the function that reads 81 characters and reports whether they form a grid.
// All characters are read before any cell is written, because a grid may be parsed in place.
//
// The digits and blanks in "123456789.0*_-" differ in their low four bits. One table maps these
// bits to the character, and another maps them to the cell. If the first table yields a different
// character, the function fails. The rare blanks ?, x and X also fail, because they share their low
// bits with other characters.
func writeParseGrid() {
	good, cell := map[int]uint8{}, map[int]uint8{}
	for _, c := range []uint8("123456789.0*_-") {
		good[int(c&15)], cell[int(c&15)] = c, c
		if c < '1' || c > '9' {
			cell[int(c&15)] = '.'
		}
	}
	TEXT("parseGridAVX2", NOSPLIT, "func(grid, text *byte) bool")
	grid, text := Load(Param("grid"), GP64()).(reg.GPVirtual), Load(Param("text"), GP64()).(reg.GPVirtual)
	result, known, goods, cells := GP8(), YMM(), YMM(), YMM()
	VMOVDQU(shuffleTable("goodCharacters", good), goods)
	VMOVDQU(shuffleTable("cellCharacters", cell), cells)
	XORB(result, result)
	var read [3]reg.VecVirtual
	for i, at := range places {
		characters, good := YMM(), YMM()
		VMOVDQU(Mem{Base: text, Disp: at}, characters)
		VPSHUFB(characters, goods, good)
		VPCMPEQB(characters, good, good)
		VPSHUFB(characters, cells, characters)
		read[i] = characters
		if i == 0 {
			known = good
			continue
		}
		VPAND(good, known, known)
	}
	mask := GP32()
	VPMOVMSKB(known, mask)
	CMPL(mask, U32(0xffffffff))
	JNE(LabelRef("done"))
	for i, at := range places {
		VMOVDQU(read[i], Mem{Base: grid, Disp: at})
	}
	MOVB(U8(1), result)
	Label("done")
	Store(result, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

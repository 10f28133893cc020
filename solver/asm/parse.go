package main

import (
	"fmt"

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
// The digits 1 to 9 and the blanks . 0 * _ - all differ in their low four bits. Therefore, one
// 16-byte table maps these bits to the character, and another maps them to the cell. For characters
// beyond ASCII, the lookup yields zero, which never equals the character. The rare blanks ?, x and
// X share their low bits with other characters. The function looks for them only if it finds a
// character that is not in the first table.
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
	jumpUnlessAll(known, "addRare0")
	Label("write0")
	for i, at := range places {
		VMOVDQU(read[i], Mem{Base: grid, Disp: at})
	}
	MOVB(U8(1), result)
	Label("done")
	Store(result, ReturnIndex(0))
	VZEROUPPER()
	RET()
	Label("addRare0")
	addRare(Mem{Base: text}, read, goods)
	JMP(LabelRef("write0"))
}

// addRare writes code that replaces rare blanks with the usual blank. If invalid characters remain,
// the code jumps to the label done.
func addRare(text Mem, read [3]reg.VecVirtual, goods reg.VecVirtual) {
	var memory [2]Mem
	for i, blanks := range []string{"x?", "X"} {
		rare := map[int]uint8{0: 'x'} // for characters with low bits 0000: 'x' matches none of them, but 0 would match NUL
		for _, c := range []uint8(blanks) {
			rare[int(c&15)] = c
		}
		memory[i] = shuffleTable(fmt.Sprintf("rareBlanks%d", i), rare)
	}
	known, blank, tables := YMM(), YMM(), [2]reg.VecVirtual{YMM(), YMM()}
	VPCMPEQB(known, known, known)
	VMOVDQU(table("blankCells", 32, func(int) Constant { return U8('.') }), blank)
	for i := range tables {
		VMOVDQU(memory[i], tables[i])
	}
	for i, at := range places {
		characters, good, rare := YMM(), YMM(), YMM()
		VMOVDQU(text.Offset(at), characters)
		equal := func(table, to reg.VecVirtual) {
			VPSHUFB(characters, table, to)
			VPCMPEQB(characters, to, to)
		}
		equal(tables[0], rare)
		equal(tables[1], good)
		VPOR(good, rare, rare)
		equal(goods, good)
		VPOR(rare, good, good)
		VPAND(good, known, known)
		VPBLENDVB(rare, blank, read[i], read[i])
	}
	jumpUnlessAll(known, "done")
}

// jumpUnlessAll writes code that jumps to a label unless all bits are set.
func jumpUnlessAll(bits reg.VecVirtual, label string) {
	mask := GP32()
	VPMOVMSKB(bits, mask)
	CMPL(mask, U32(0xffffffff))
	JNE(LabelRef(label))
}

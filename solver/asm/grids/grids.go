package grids

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Tables makes the tables that set cells apart from other characters, and what a grid
// holds for each.
//
// No two characters of cells have the same low half, so a table of sixteen bytes
// says which character alone is good for each half, and another what the grid
// holds for it. Characters beyond ASCII shuffle to zero, and equal it never.
func Tables() (goods, cells Mem) {
	good, cell := map[int]uint8{}, map[int]uint8{}
	for _, c := range []uint8("123456789.0*_-") {
		good[int(c&15)], cell[int(c&15)] = c, c
		if c < '1' || c > '9' {
			cell[int(c&15)] = '.'
		}
	}
	return ShuffleTable("goodCharacters", good), ShuffleTable("cellCharacters", cell)
}

// ReadCells reads 81 characters as a grid, and leaves ZF set where all of them
// stand for cells.
func ReadCells(goods, cells reg.VecVirtual, text, grid Mem) {
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

// ShuffleTable writes a table of 16 bytes for VPSHUFB, twice.
func ShuffleTable(name string, bytes map[int]uint8) Mem {
	table := GLOBL(name, RODATA|NOPTR)
	for i := range 32 {
		DATA(i, U8(bytes[i%16]))
	}
	return table
}

package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A gridReader writes the instructions that read 81 characters as a grid.
//
// The digits and common blanks all differ in their low four bits. Therefore, one table of sixteen
// bytes maps these bits to the only valid character, and another table maps them to the cell that
// the character represents. For characters beyond ASCII, the lookup yields zero, which never equals
// the character. The rare blanks share their low bits with other valid characters, so they are
// looked up only if the first lookup fails. Rare blanks take no time if they do not occur.
type gridReader struct {
	goods, cells reg.VecVirtual
	rare         [2]Mem // tables of the rare blanks
	blank        Mem
	later        []func()
}

// newGridReader returns a gridReader, and loads the tables that stay in registers.
func newGridReader() *gridReader {
	good, cell := map[int]uint8{}, map[int]uint8{}
	for _, c := range []uint8("123456789.0*_-") {
		good[int(c&15)], cell[int(c&15)] = c, c
		if c < '1' || c > '9' {
			cell[int(c&15)] = '.'
		}
	}
	goods, cells := shuffleTable("goodCharacters", good), shuffleTable("cellCharacters", cell)
	r := &gridReader{goods: YMM(), cells: YMM()}
	for i, blanks := range []string{"x?", "X"} {
		table := map[int]uint8{0: 'x'} // any value except zero, the value of missing entries
		for _, c := range []uint8(blanks) {
			table[int(c&15)] = c
		}
		r.rare[i] = shuffleTable(fmt.Sprintf("rareBlanks%d", i), table)
	}
	everywhere := map[int]uint8{}
	for i := range 16 {
		everywhere[i] = '.'
	}
	r.blank = shuffleTable("blankCells", everywhere)
	VMOVDQU(goods, r.goods)
	VMOVDQU(cells, r.cells)
	return r
}

// The offsets of the three reads of 32 cells. The last read overlaps the second read.
var places = [3]int{0, 32, 81 - 32}

// read reads a grid, or jumps to the label failed if text has characters that do not represent
// cells. It reads all characters before it writes any cell, because a grid may be parsed in place.
func (r *gridReader) read(text, grid Mem, failed string) {
	known := YMM()
	var read [3]reg.VecVirtual
	for i, at := range places {
		characters, good := YMM(), YMM()
		VMOVDQU(text.Offset(at), characters)
		VPSHUFB(characters, r.goods, good)
		VPCMPEQB(characters, good, good)
		VPSHUFB(characters, r.cells, characters)
		read[i] = characters
		if i == 0 {
			known = good
			continue
		}
		VPAND(good, known, known)
	}
	rare, write := fmt.Sprintf("addRare%d", len(r.later)), fmt.Sprintf("write%d", len(r.later))
	jumpUnlessAll(known, rare)
	Label(write)
	for i, at := range places {
		VMOVDQU(read[i], grid.Offset(at))
	}
	r.later = append(r.later, func() {
		Label(rare)
		r.addRare(text, read, failed)
		JMP(LabelRef(write))
	})
}

// finish writes the code that read postponed to the end of the function.
func (r *gridReader) finish() {
	for _, write := range r.later {
		write()
	}
}

// addRare replaces rare blanks with the usual blank, and jumps to the label failed if invalid
// characters remain.
func (r *gridReader) addRare(text Mem, read [3]reg.VecVirtual, failed string) {
	known, blank := YMM(), YMM()
	VPCMPEQB(known, known, known)
	VMOVDQU(r.blank, blank)
	var tables [2]reg.VecVirtual
	for i := range tables {
		tables[i] = YMM()
		VMOVDQU(r.rare[i], tables[i])
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
		equal(r.goods, good)
		VPOR(rare, good, good)
		VPAND(good, known, known)
		VPBLENDVB(rare, blank, read[i], read[i])
	}
	jumpUnlessAll(known, failed)
}

// jumpUnlessAll jumps to a label unless all bits are set.
func jumpUnlessAll(bits reg.VecVirtual, label string) {
	mask := GP32()
	VPMOVMSKB(bits, mask)
	CMPL(mask, U32(0xffffffff))
	JNE(LabelRef(label))
}

// shuffleTable writes a table of 16 bytes for VPSHUFB, once for each half of a register.
func shuffleTable(name string, bytes map[int]uint8) Mem {
	table := GLOBL(name, RODATA|NOPTR)
	for i := range 32 {
		DATA(i, U8(bytes[i%16]))
	}
	return table
}

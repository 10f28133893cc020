package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const tailCells = 81 - 64 // number of cells after the first 64

// tailMask returns the mask of the cells after the first 64.
func tailMask() reg.OpmaskVirtual {
	g, k := GP64(), K()
	MOVQ(U32(1<<tailCells-1), g)
	KMOVQ(g, k)
	return k
}

// fetchAhead prefetches result, and also the grid that is 16 places after grid, because a large
// batch does not fit in the fastest caches. Prefetching past the end of the batch is harmless.
func fetchAhead(grid, result reg.GPVirtual) {
	const distance = 16 * 81
	PREFETCHT0(Mem{Base: grid, Disp: distance})
	PREFETCHT0(Mem{Base: grid, Disp: distance + 64})
	PREFETCHT0(Mem{Base: result})
	PREFETCHT0(Mem{Base: result, Disp: 64})
}

// writeParseAVX512 writes the function that converts a grid to a state and reports whether the grid
// is a puzzle.
func writeParseAVX512(m *machine) {
	words := map[int]uint16{'.' & 31: 0x1ff}
	for d := range 9 {
		words[('1'+d)&31] = 1 << d
	}
	masks := wordTable("candidatesOf", words)
	TEXT("parseAVX512", NOSPLIT, "func(s, grid, ahead *byte) bool")
	s, g := Load(Param("s"), GP64()).(reg.GPVirtual), Load(Param("grid"), GP64()).(reg.GPVirtual)
	table, tail := ZMM(), tailMask()
	VMOVDQU16(masks, table)
	fetchAhead(g, Load(Param("ahead"), GP64()).(reg.GPVirtual))
	head, rest := ZMM(), ZMM()
	VMOVDQU8(Mem{Base: g}, head)
	VMOVDQU8_Z(Mem{Base: g, Disp: 64}, tail, rest)
	one, nine, dot := m.broadcastByte('1'), m.broadcastByte(9), m.broadcastByte('.')
	known := func(text reg.VecVirtual) reg.OpmaskVirtual {
		digit, isDigit, isBlank := ZMM(), K(), K()
		VPSUBB(one, text, digit)
		VPCMPUB(Imm(1), nine, digit, isDigit)
		VPCMPEQB(dot, text, isBlank)
		KORQ(isBlank, isDigit, isDigit)
		return isDigit
	}
	inHead, inRest, all := known(head), known(rest), K()
	KXNORQ(all, all, all)
	KANDNQ(tail, inRest, inRest)
	KXORQ(all, inHead, inHead)
	KORQ(inRest, inHead, inHead)
	ok := GP8()
	KORTESTQ(inHead, inHead)
	SETEQ(ok)
	Store(ok, ReturnIndex(0))
	third := func(text reg.VecVirtual, i int) {
		w := ZMM()
		VPMOVZXBW(text.AsY(), w)
		VPERMW(table, w, w)
		VMOVDQU16(w, Mem{Base: s, Disp: 64 * i})
	}
	third(head, 0)
	VEXTRACTI64X4(Imm(1), head, head.AsY())
	third(head, 1)
	third(rest, 2)
	VZEROUPPER()
	RET()
}

// The top four bits of the product of deBruijn and a power of two identify the exponent.
const deBruijn = 0x09af

// writeFormatAVX512 writes the function that converts a solved state to its grid.
func writeFormatAVX512(m *machine) {
	words := map[int]uint16{}
	for d := range 9 {
		words[(deBruijn<<d&0xffff)>>12] = uint16('1' + d)
	}
	digits := wordTable("digitOf", words)
	TEXT("formatAVX512", NOSPLIT, "func(grid, s *byte)")
	g, s := Load(Param("grid"), GP64()).(reg.GPVirtual), Load(Param("s"), GP64()).(reg.GPVirtual)
	table, factor := ZMM(), m.broadcast(deBruijn)
	VMOVDQU16(digits, table)
	for i := range 3 {
		w := ZMM()
		VPMULLW(Mem{Base: s, Disp: 64 * i}, factor, w)
		VPSRLW(Imm(12), w, w)
		VPERMW(table, w, w)
		if i < 2 {
			VPMOVWB(w, Mem{Base: g, Disp: 32 * i})
			continue
		}
		VPMOVWB(w, w.AsY())
		VMOVDQU8(w, tailMask(), Mem{Base: g, Disp: 64})
	}
	VZEROUPPER()
	RET()
}

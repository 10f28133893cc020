package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// AVX2 has no masked loads of bytes, so the cells of a grid are read in groups of sixteen. The last
// group overlaps the group before it.
var sixteens = [6]int{0, 16, 32, 48, 64, 65}

// writeParseAVX2 writes the function that converts a grid to a state and reports whether the grid
// is a puzzle.
func writeParseAVX2(m *machine) {
	low, high := map[int]uint8{'.' & 15: 0xff}, map[int]uint8{'.' & 15: 1, '9' & 15: 1}
	for d := range 8 {
		low[('1'+d)&15] = 1 << d
	}
	lowTable, highTable := shuffleTable("lowCandidates", low), shuffleTable("highCandidates", high)
	TEXT("parseAVX2", NOSPLIT, "func(s, grid, ahead *byte) bool")
	s, grid := Load(Param("s"), GP64()).(reg.GPVirtual), Load(Param("grid"), GP64()).(reg.GPVirtual)
	fetchAhead(grid, Load(Param("ahead"), GP64()).(reg.GPVirtual))
	lows, highs := YMM(), YMM()
	VMOVDQU(lowTable, lows)
	VMOVDQU(highTable, highs)
	one, eight, dot, known := m.broadcastByte('1').AsX(), m.broadcastByte(8).AsX(), m.broadcastByte('.').AsX(), XMM()
	VPCMPEQB(known, known, known)
	for _, at := range sixteens {
		text, digit, least, blank := XMM(), XMM(), XMM(), XMM()
		VMOVDQU(Mem{Base: grid, Disp: at}, text)
		VPSUBB(one, text, digit)
		VPMINUB(eight, digit, least)
		VPCMPEQB(digit, least, least)
		VPCMPEQB(dot, text, blank)
		VPOR(blank, least, least)
		VPAND(least, known, known)
		word, upper := YMM(), YMM()
		VPMOVZXBW(text, word)
		VPSLLW(Imm(8), word, upper)
		VPSHUFB(word, lows, word)
		VPSHUFB(upper, highs, upper)
		VPOR(upper, word, word)
		VMOVDQU(word, Mem{Base: s, Disp: 2 * at})
	}
	mask, ok := GP32(), GP8()
	VPMOVMSKB(known, mask)
	CMPL(mask, U32(0xffff))
	SETEQ(ok)
	Store(ok, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// writeFormatAVX2 writes the function that converts a solved state to its grid.
func writeFormatAVX2(m *machine) {
	characters := map[int]uint8{}
	for d := range 9 {
		characters[(deBruijn<<d&0xffff)>>12] = uint8('1' + d)
	}
	table := shuffleTable("characterOf", characters)
	TEXT("formatAVX2", NOSPLIT, "func(grid, s *byte)")
	grid, s := Load(Param("grid"), GP64()).(reg.GPVirtual), Load(Param("s"), GP64()).(reg.GPVirtual)
	digits, factor, low := YMM(), m.broadcast(deBruijn), m.broadcast(0xff)
	VMOVDQU(table, digits)
	for _, at := range sixteens {
		w := YMM()
		VPMULLW(Mem{Base: s, Disp: 2 * at}, factor, w)
		VPSRLW(Imm(12), w, w)
		VPSHUFB(w, digits, w)
		VPAND(low, w, w)
		VPACKUSWB(w, w, w)
		VPERMQ(Imm(0xd8), w, w)
		VMOVDQU(w.AsX(), Mem{Base: grid, Disp: at})
	}
	VZEROUPPER()
	RET()
}

package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// writeLineEnds writes the function that notes where lines end. It looks at 64
// bytes at a time, as long as there are as many, and stops where the room is used
// up or, where quotes count, at the first quote. It returns how many it noted and
// up to where it looked.
//
// Most rows are longer than 64 bytes, so that there is one line end or none, which
// nobody can foresee. So a place is noted in any case, and counts or not: no branch
// depends on it but the one to a second line end.
func writeLineEnds() {
	TEXT("lineEndsAVX2", NOSPLIT, "func(ends *uint32, room int, text *byte, from, length int, quotes uint32) (n, next int)")
	param := func(name string) reg.GPVirtual { return Load(Param(name), GP64()).(reg.GPVirtual) }
	ends, room, text, at, last := param("ends"), param("room"), param("text"), param("from"), param("length")
	quotes := Load(Param("quotes"), GP32()).(reg.GPVirtual)
	newline, quote := broadcastCharacter('\n'), broadcastCharacter('"')
	n, found, stops := GP64(), GP64(), GP64()
	XORQ(n, n)
	SUBQ(Imm(64), last) // where the last 64 bytes begin

	noteEnd := func() { noteLineEnd(ends, n, at, found) }

	Label("look")
	CMPQ(at, last)
	JG(LabelRef("done"))
	CMPQ(n, room)
	JE(LabelRef("done"))
	var bytes, isQuote [2]reg.VecVirtual
	for i := range bytes {
		bytes[i], isQuote[i] = YMM(), YMM()
		VMOVDQU(Mem{Base: text, Index: at, Scale: 1, Disp: 32 * i}, bytes[i])
		VPCMPEQB(bytes[i], quote, isQuote[i])
		VPCMPEQB(bytes[i], newline, bytes[i])
	}
	either := YMM()
	VPOR(isQuote[0], isQuote[1], either)
	VPMOVMSKB(either, stops.As32())
	joinPlaces(bytes[0], bytes[1], found)
	TESTL(quotes, stops.As32())
	JNZ(LabelRef("quote"))

	Label("note")
	noteEnd()
	JNZ(LabelRef("more"))
	ADDQ(Imm(64), at)
	JMP(LabelRef("look"))

	Label("more")
	CMPQ(n, room)
	JNE(LabelRef("note"))
	JMP(LabelRef("done"))

	Label("quote")
	// Line ends before the quote count still.
	joinPlaces(isQuote[0], isQuote[1], stops)
	before := GP64()
	BLSMSKQ(stops, before)
	ANDQ(before, found)
	TZCNTQ(stops, stops)
	ADDQ(at, stops)

	Label("noteBefore")
	CMPQ(n, room)
	JE(LabelRef("done"))
	noteEnd()
	JNZ(LabelRef("noteBefore"))
	MOVQ(stops, at)

	Label("done")
	VZEROUPPER()
	Store(n, Return("n"))
	Store(at, Return("next"))
	RET()
}

// broadcastCharacter returns a character in all bytes of a register.
func broadcastCharacter(c byte) reg.VecVirtual {
	g, to := GP32(), YMM()
	MOVL(U32(uint32(c)), g)
	VMOVD(g, to.AsX())
	VPBROADCASTB(to.AsX(), to)
	return to
}

// joinPlaces makes one set of places of two.
func joinPlaces(low, high reg.VecVirtual, to reg.GPVirtual) {
	upper := GP64()
	VPMOVMSKB(low, to.As32())
	VPMOVMSKB(high, upper.As32())
	SHLQ(Imm(32), upper)
	ORQ(upper, to)
}

// noteLineEnd stores the place of the first line end that was found, if there is one,
// takes it away, and tells by ZF whether it was the last.
func noteLineEnd(ends, n, at, found reg.GPVirtual) {
	bit := GP64()
	TZCNTQ(found, bit)
	ADDL(at.As32(), bit.As32())
	MOVL(bit.As32(), Mem{Base: ends, Index: n, Scale: 4})
	CMPQ(found, Imm(1))
	SBBQ(I8(-1), n)
	BLSRQ(found, found)
}

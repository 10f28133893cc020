package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// writeLineEnds writes the function that notes where lines end. It looks at 32
// bytes at a time, as long as there are as many, and stops where the room is used
// up or, where quotes count, at the first quote. It returns how many it noted and
// up to where it looked.
func writeLineEnds() {
	TEXT("lineEndsAVX2", NOSPLIT, "func(ends *uint32, room int, text *byte, from, length int, quotes uint32) (n, next int)")
	param := func(name string) reg.GPVirtual { return Load(Param(name), GP64()).(reg.GPVirtual) }
	ends, room, text, at, last := param("ends"), param("room"), param("text"), param("from"), param("length")
	quotes := Load(Param("quotes"), GP32()).(reg.GPVirtual)
	broadcast := func(c byte) reg.VecVirtual {
		g, to := GP32(), YMM()
		MOVL(U32(uint32(c)), g)
		VMOVD(g, to.AsX())
		VPBROADCASTB(to.AsX(), to)
		return to
	}
	newline, quote := broadcast('\n'), broadcast('"')
	n, found, stops := GP64(), GP32(), GP32()
	XORQ(n, n)
	SUBQ(Imm(32), last) // where the last 32 bytes begin

	bit := GP32()
	// noteEnd stores the place of the first line end that was found, takes it away,
	// and leaves where the room is used up.
	noteEnd := func(full string) {
		TZCNTL(found, bit)
		ADDL(at.As32(), bit)
		MOVL(bit, Mem{Base: ends, Index: n, Scale: 4})
		INCQ(n)
		CMPQ(n, room)
		JE(LabelRef(full))
		BLSRL(found, found)
	}

	Label("look")
	CMPQ(at, last)
	JG(LabelRef("done"))
	bytes, isQuote := YMM(), YMM()
	VMOVDQU(Mem{Base: text, Index: at, Scale: 1}, bytes)
	VPCMPEQB(bytes, quote, isQuote)
	VPCMPEQB(bytes, newline, bytes)
	VPMOVMSKB(isQuote, stops)
	VPMOVMSKB(bytes, found)
	ANDL(quotes, stops)
	JNZ(LabelRef("quote"))
	TESTL(found, found)
	JZ(LabelRef("on"))

	Label("note")
	noteEnd("done")
	JNZ(LabelRef("note"))

	Label("on")
	ADDQ(Imm(32), at)
	JMP(LabelRef("look"))

	Label("quote")
	// Line ends before the quote count still. The quote's own chunk is the last.
	before := GP32()
	BLSMSKL(stops, before)
	ANDL(before, found)
	TZCNTL(stops, stops)
	ADDQ(at, stops.As64())
	MOVQ(stops.As64(), last)
	JMP(LabelRef("noteBefore"))

	Label("noteMore")
	noteEnd("stopped")

	Label("noteBefore")
	TESTL(found, found)
	JNZ(LabelRef("noteMore"))

	Label("stopped")
	MOVQ(last, at)

	Label("done")
	VZEROUPPER()
	Store(n, Return("n"))
	Store(at, Return("next"))
	RET()
}

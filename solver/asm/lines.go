package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// linesKernel is the state of the generator while it writes a kernel that finds line ends.
type linesKernel struct {
	wide            bool // for AVX-512, which has masks
	ends, room, n   reg.GPVirtual
	text, at, last  reg.GPVirtual // last is where the last 64 bytes begin
	found           reg.GPVirtual // line ends among the bytes at hand
	quotesCount     reg.GPVirtual // all bits where they do
	newlines, quote reg.VecVirtual
}

// writeLineEnds writes the functions that note where lines end. They look at 64
// bytes at a time, as long as there are as many, and stop where the room is used
// up or, where quotes count, at the first fault of quotes. Without a delimiter quotes do not
// count.
// They return how many they noted and up to where they looked.
//
// Most rows are longer than 64 bytes, so that there is one line end or none, which
// nobody can foresee. So a place is noted in any case, and counts or not: no branch
// depends on it but the one to a second line end.
func writeLineEnds() {
	const signature = "func(ends *uint32, room int, text *byte, from, length int, delimiter byte) (n, next int)"
	TEXT("lineEndsAVX2", NOSPLIT, signature)
	newLines(false).noteAll()
	TEXT("lineEndsAVX512", NOSPLIT, signature)
	newLines(true).noteAll()
}

// newLines loads what stays in registers.
func newLines(wide bool) *linesKernel {
	param := func(name string) reg.GPVirtual { return Load(Param(name), GP64()).(reg.GPVirtual) }
	k := &linesKernel{
		wide: wide, ends: param("ends"), room: param("room"), n: GP64(),
		text: param("text"), at: param("from"), last: param("length"), found: GP64(), quotesCount: GP64(),
	}
	k.newlines, k.quote = broadcastCharacter('\n', k.register()), broadcastCharacter('"', k.register())
	Load(Param("delimiter"), k.quotesCount)
	NEGQ(k.quotesCount)
	SBBQ(k.quotesCount, k.quotesCount)
	XORQ(k.n, k.n)
	SUBQ(Imm(64), k.last)
	return k
}

// noteAll writes the rest of the function.
func (k *linesKernel) noteAll() {
	stops := GP64()
	Label("look")
	CMPQ(k.at, k.last)
	JG(LabelRef("done"))
	CMPQ(k.n, k.room)
	JE(LabelRef("done"))
	bytes := k.load()
	k.findAny(bytes, k.quote, stops)
	k.findAll(bytes, k.newlines, k.found)
	TESTQ(k.quotesCount, stops)
	JNZ(LabelRef("quote"))
	k.noteEnds("Ends")
	ADDQ(Imm(64), k.at)
	JMP(LabelRef("look"))

	k.lookAtQuotes()
	k.moreEnds("Ends")
	k.moreEnds("EndsBefore")

	Label("done")
	VZEROUPPER()
	Store(k.n, Return("n"))
	Store(k.at, Return("next"))
	RET()
}

// load returns the bytes at hand.
func (k *linesKernel) load() (bytes []reg.VecVirtual) {
	if k.wide {
		bytes = []reg.VecVirtual{ZMM()}
		VMOVDQU64(Mem{Base: k.text, Index: k.at, Scale: 1}, bytes[0])
		return bytes
	}
	bytes = []reg.VecVirtual{YMM(), YMM()}
	for i := range bytes {
		VMOVDQU(Mem{Base: k.text, Index: k.at, Scale: 1, Disp: 32 * i}, bytes[i])
	}
	return bytes
}

// findAll sets a bit for each of the bytes that equals those of a register.
func (k *linesKernel) findAll(bytes []reg.VecVirtual, wanted reg.VecVirtual, to reg.GPVirtual) {
	if k.wide {
		equal := K()
		VPCMPEQB(bytes[0], wanted, equal)
		KMOVQ(equal, to)
		return
	}
	upper, low, high := GP64(), YMM(), YMM()
	VPCMPEQB(bytes[0], wanted, low)
	VPCMPEQB(bytes[1], wanted, high)
	VPMOVMSKB(low, to.As32())
	VPMOVMSKB(high, upper.As32())
	SHLQ(Imm(32), upper)
	ORQ(upper, to)
}

// findAny sets a bit if one of the bytes equals those of a register.
func (k *linesKernel) findAny(bytes []reg.VecVirtual, wanted reg.VecVirtual, to reg.GPVirtual) {
	if k.wide {
		k.findAll(bytes, wanted, to)
		return
	}
	low, high := YMM(), YMM()
	VPCMPEQB(bytes[0], wanted, low)
	VPCMPEQB(bytes[1], wanted, high)
	VPOR(low, high, low)
	VPMOVMSKB(low, to.As32())
}

// register returns one for bytes.
func (k *linesKernel) register() reg.VecVirtual {
	if k.wide {
		return ZMM()
	}
	return YMM()
}

// noteEnds notes the line ends that were found.
func (k *linesKernel) noteEnds(label string) {
	Label(label)
	noteLineEnd(k.ends, k.n, k.at, k.found)
	JNZ(LabelRef("more" + label))
}

// moreEnds goes back to noteEnds as long as there is room.
func (k *linesKernel) moreEnds(label string) {
	Label("more" + label)
	CMPQ(k.n, k.room)
	JNE(LabelRef(label))
	JMP(LabelRef("done"))
}

// broadcastCharacter puts a character in all bytes of a register, and returns that.
func broadcastCharacter(c byte, to reg.VecVirtual) reg.VecVirtual {
	g := GP32()
	MOVL(U32(uint32(c)), g)
	return fillWith(g, to)
}

// fillWith does so with the lowest byte of another register.
func fillWith(c reg.GPVirtual, to reg.VecVirtual) reg.VecVirtual {
	VMOVD(c, to.AsX())
	VPBROADCASTB(to.AsX(), to)
	return to
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

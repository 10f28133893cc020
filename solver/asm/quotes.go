package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// quotedStep is how many bytes lookAtQuotes goes on: two less than it sees, so that it
// sees what follows a quote and a carriage return.
const quotedStep = 62

// quotedRows is how many rows lookAtQuotes cuts, or a few more that end in one look, before
// it goes back to where quotes are only looked for, if it is not inside quotes then.
const quotedRows = 16

// quotesKernel is the state while lookAtQuotes is written.
type quotesKernel struct {
	inside                    reg.GPVirtual // all bits where the bytes at hand begin inside quotes
	before                    reg.GPVirtual // one where a quote may open a field right there
	delimiters, returns, ones reg.VecVirtual
}

// lookAtQuotes goes on from the bytes with the first quote, so that what knows nothing
// of quotes stays as fast as it is. Its room is a part of what there is.
func (k *linesKernel) lookAtQuotes() {
	Label("quote")
	q := k.newQuotes()
	k.limitRoom()

	Label("quoted")
	faults := GP64()
	k.findFaults(q, faults)
	JNZ(LabelRef("fault"))
	SHLQ(Imm(64-quotedStep), q.inside)
	SARQ(Imm(63), q.inside)
	SHLQ(Imm(64-quotedStep), k.found)
	SHRQ(Imm(64-quotedStep), k.found)
	k.noteEnds("QuotedEnds")
	ADDQ(Imm(quotedStep), k.at)
	CMPQ(k.at, k.last)
	JG(LabelRef("done"))
	CMPQ(k.n, k.room)
	JLT(LabelRef("quoted"))

	Load(Param("room"), k.room)
	CMPQ(k.n, k.room)
	JE(LabelRef("done"))
	MOVQ(I32(-1), k.quotesCount) // which they do, or nobody came here; it need not be kept
	TESTQ(q.inside, q.inside)
	JZ(LabelRef("look"))
	k.limitRoom()
	JMP(LabelRef("quoted"))

	Label("moreQuotedEnds")
	room, err := Param("room").Resolve()
	if err != nil {
		panic(err)
	}
	CMPQ(k.n, room.Addr)
	JNE(LabelRef("QuotedEnds"))
	JMP(LabelRef("done"))

	Label("fault")
	// Line ends before it count still.
	before := GP64()
	Load(Param("room"), k.room)
	SHRQ(Imm(64-quotedStep), faults)
	LEAQ(Mem{Base: faults, Disp: -1}, before)
	ANDNQ(before, faults, before)
	ANDQ(before, k.found)
	TZCNTQ(faults, faults)
	ADDQ(k.at, faults)
	k.noteEnds("EndsBefore")
	MOVQ(faults, k.at)
	JMP(LabelRef("done"))
}

// limitRoom lets lookAtQuotes note so many ends more, if there is room for them.
func (k *linesKernel) limitRoom() {
	limit := GP64()
	LEAQ(Mem{Base: k.n, Disp: quotedRows}, limit)
	CMPQ(limit, k.room)
	CMOVQLT(limit, k.room)
}

// newQuotes loads what stays in registers. A field may begin at once at the start of a
// row or behind a delimiter, and one may go on behind a quote.
func (k *linesKernel) newQuotes() *quotesKernel {
	q := &quotesKernel{
		inside: GP64(), before: GP64(), returns: broadcastCharacter('\r', k.register()), ones: XMM(),
	}
	delimiter, previous, from := GP32(), GP32(), GP64()
	Load(Param("delimiter"), delimiter)
	q.delimiters = fillWith(delimiter, k.register())
	Load(Param("from"), from)
	VPCMPEQB(q.ones, q.ones, q.ones)
	XORL(q.inside.As32(), q.inside.As32())
	MOVL(U32(1), q.before.As32())
	CMPQ(k.at, from)
	JE(LabelRef("opened"))
	MOVBLZX(Mem{Base: k.text, Index: k.at, Scale: 1, Disp: -1}, previous)
	CMPL(previous, delimiter)
	JE(LabelRef("opened"))
	CMPL(previous, Imm('\n'))
	JE(LabelRef("opened"))
	CMPL(previous, Imm('"'))
	JE(LabelRef("opened"))
	XORL(q.before.As32(), q.before.As32())
	Label("opened")
	return q
}

// findFaults finds line ends, and faults in the upper bits of a register: quotes that do
// not do what quotes are for, and line ends inside quotes. A quote is no fault where it
// opens a field, closes one before a delimiter or the row's end, or is one of two that
// stand for one. It tells by ZF whether there is none.
//
// Whether a place is inside quotes is the parity of the quotes up to it, which is their
// product with ones, without carries. Of two quotes for one, the first closes and the
// second opens by that, so that both may stand beside another quote.
func (k *linesKernel) findFaults(q *quotesKernel, faults reg.GPVirtual) {
	quotes, borders, follows, some, parity := GP64(), GP64(), GP64(), GP64(), XMM()
	bytes := k.load()
	k.findAll(bytes, k.newlines, k.found)
	k.findAll(bytes, q.delimiters, borders)
	k.findAll(bytes, k.quote, quotes)
	k.findAll(bytes, q.returns, follows)
	ORQ(k.found, borders)
	MOVQ(k.found, some)
	SHRQ(Imm(1), some)
	ANDQ(some, follows)
	ORQ(quotes, borders)
	ORQ(borders, follows)
	SHRQ(Imm(1), follows)                                       // where a quote may close
	LEAQ(Mem{Base: q.before, Index: borders, Scale: 2}, faults) // where one may open
	SHRQ(Imm(quotedStep-1), borders)
	ANDL(Imm(1), borders.As32())
	MOVQ(borders, q.before)

	VMOVQ(quotes, parity)
	VPCLMULQDQ(Imm(0), q.ones, parity, parity)
	VMOVQ(parity, some)
	XORQ(some, q.inside)
	XORQ(follows, faults)
	ANDQ(q.inside, faults)
	XORQ(follows, faults) // where one may open or close, whichever it would
	ANDNQ(quotes, faults, faults)
	MOVQ(k.found, some)
	ANDQ(q.inside, some)
	ORQ(some, faults)
	SHLQ(Imm(64-quotedStep), faults)
}

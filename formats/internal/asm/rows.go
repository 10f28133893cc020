package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/gridmill/gridmill/solver/asm/grids"
)

// lookBytes is how many bytes are looked at together. The constant of the same name in
// package formats must not be less, or its tests between guarded pages fail.
const lookBytes = 32

// Offsets in the Go types simpleRows, row, span and fieldUse. A test of package
// formats holds them together.
const (
	rowsBlock, rowsLastLook, rowsLongest   = 0, 8, 16
	rowsRows, rowsCount                    = 24, 32
	rowsUses, rowsColumns                  = 40, 48
	rowsPuzzles, rowsAnswers               = 56, 64
	rowsFields, rowsFieldBytes             = 72, 80
	rowsDelimiter, rowsOpen                = 88, 89
	rowSize, spanSize, spanEnd             = 12, 8, 4
	useKept, usePuzzle, useAnswer, useSize = 0, 8, 9, 16
)

// rowsKernel is the state of the generator while it writes parseRowsAVX2. Places are
// counted from the start of the block. Methods jump to labels of writeParseRows, like
// "done" and "ended", and some set labels of their own, so that findEnd,
// findQuotedEnd and keep can be called only once.
type rowsKernel struct {
	context, block         reg.GPVirtual
	row, rows              reg.GPVirtual // the current one, and how many are left with it
	use, columns           reg.GPVirtual // the same of columns
	start, stop            reg.GPVirtual // of the current field
	end                    reg.GPVirtual // of the row
	puzzle, answer, fields reg.GPVirtual // of the row
	ahead                  reg.GPVirtual // delimiters in the bytes from start on, as far as they were looked at
	delimiter              reg.Register
	delimiters, quotes     reg.VecVirtual
	cells                  *grids.Reader
}

// writeParseRows writes the function that parses rows of text as long as they are
// simple: a field for each column, in quotes that match or in none, and grids of 81
// characters, with anything but a cell behind them where rows are open, which know no quotes.
// It returns how many are. The fields and
// grids of the first that is not are void. A row is not simple either where the
// bytes to look for a delimiter in would leave the block.
func writeParseRows() {
	TEXT("parseRowsAVX2", NOSPLIT, "func(r *byte) int")
	p := newRowsKernel()

	Label("row")
	MOVL(Mem{Base: p.row}, p.start.As32())
	MOVL(Mem{Base: p.row, Disp: spanEnd}, p.end.As32())
	MOVQ(p.end, p.stop)
	SUBQ(p.start, p.stop)
	CMPQ(p.stop, p.field(rowsLongest))
	JG(LabelRef("done"))
	MOVQ(p.field(rowsUses), p.use)
	MOVQ(p.field(rowsColumns), p.columns)
	XORL(p.ahead.As32(), p.ahead.As32())

	Label("column")
	CMPB(Mem{Base: p.use, Disp: usePuzzle}, Imm(0))
	JNE(LabelRef("puzzle"))
	CMPB(Mem{Base: p.use, Disp: useAnswer}, Imm(0))
	JNE(LabelRef("answer"))
	p.findEnd()
	p.findQuotedEnd()

	Label("ended")
	p.keep()
	DECQ(p.columns)
	JZ(LabelRef("last"))
	CMPQ(p.stop, p.end)
	JE(LabelRef("done")) // fields are missing
	LEAQ(Mem{Base: p.stop, Disp: 1}, p.start)
	ADDQ(Imm(useSize), p.use)
	JMP(LabelRef("column"))

	Label("last")
	CMPQ(p.stop, p.end)
	JNE(LabelRef("more"))

	Label("next")
	ADDQ(Imm(rowSize), p.row)
	ADDQ(Imm(81), p.puzzle)
	ADDQ(Imm(81), p.answer)
	ADDQ(p.field(rowsFieldBytes), p.fields)
	DECQ(p.rows)
	JNZ(LabelRef("row"))

	Label("done")
	VZEROUPPER()
	MOVQ(p.field(rowsCount), p.row)
	SUBQ(p.rows, p.row)
	Store(p.row, ReturnIndex(0))
	RET()

	Label("more") // follows the last field
	CMPB(p.field(rowsOpen), Imm(0))
	JNE(LabelRef("next"))
	JMP(LabelRef("done"))

	Label("puzzle")
	p.readGrid(p.puzzle, "quotedPuzzle")

	Label("answer")
	p.readGrid(p.answer, "quotedAnswer")
	p.cells.Finish()
}

// newRowsKernel loads what stays in registers.
func newRowsKernel() *rowsKernel {
	p := &rowsKernel{context: Load(Param("r"), GP64()).(reg.GPVirtual)}
	load := func(at int) reg.GPVirtual {
		to := GP64()
		MOVQ(p.field(at), to)
		return to
	}
	p.block, p.row, p.rows = load(rowsBlock), load(rowsRows), load(rowsCount)
	p.puzzle, p.answer, p.fields = load(rowsPuzzles), load(rowsAnswers), load(rowsFields)
	p.use, p.columns, p.start, p.stop, p.end, p.ahead = GP64(), GP64(), GP64(), GP64(), GP64(), GP64()
	p.quotes, p.cells = broadcastCharacter('"', YMM()), grids.NewReader()
	delimiter := GP32()
	MOVBLZX(p.field(rowsDelimiter), delimiter)
	p.delimiters = fillWith(delimiter, YMM())
	p.delimiter = delimiter.As8()
	return p
}

// field returns a field of simpleRows.
func (p *rowsKernel) field(at int) Mem { return Mem{Base: p.context, Disp: at} }

// text returns the bytes of the block from a place on.
func (p *rowsKernel) text(from reg.Register) Mem { return Mem{Base: p.block, Index: from, Scale: 1} }

// findEnd looks for the end of a field: the next delimiter or the row's end. It
// looks no further than the block's end, and leaves quotes to findQuotedEnd. Of the bytes
// that it looks at it keeps in mind where further delimiters are, since fields are often
// shorter.
func (p *rowsKernel) findEnd() {
	MOVQ(p.start, p.stop)
	TESTL(p.ahead.As32(), p.ahead.As32())
	JZ(LabelRef("lookAhead"))
	CMPB(p.text(p.start), Imm('"'))
	JE(LabelRef("quoted"))

	Label("found")
	length := GP64()
	TZCNTL(p.ahead.As32(), length.As32())
	ADDQ(length, p.stop)
	SHRXL(length.As32(), p.ahead.As32(), p.ahead.As32())
	SHRL(Imm(1), p.ahead.As32())
	CMPQ(p.stop, p.end)
	CMOVQGT(p.end, p.stop)
	JMP(LabelRef("ended"))

	Label("lookAhead")
	CMPQ(p.start, p.field(rowsLastLook))
	JG(LabelRef("done"))
	CMPB(p.text(p.start), Imm('"'))
	JE(LabelRef("quoted"))

	Label("look")
	p.look(p.delimiters, p.ahead)
	JNZ(LabelRef("found"))
	ADDQ(Imm(lookBytes), p.stop)
	CMPQ(p.stop, p.end)
	CMOVQGT(p.end, p.stop)
	JGE(LabelRef("ended"))
	CMPQ(p.stop, p.field(rowsLastLook))
	JLE(LabelRef("look"))
	JMP(LabelRef("done"))
}

// findQuotedEnd looks for the end of a field in quotes: behind the next quote that is
// not one of two for one. It leaves fields whose quotes do not match to others.
func (p *rowsKernel) findQuotedEnd() {
	Label("quoted")
	XORL(p.ahead.As32(), p.ahead.As32()) // it may have seen delimiters in the quotes
	INCQ(p.stop)

	Label("lookForQuote")
	CMPQ(p.stop, p.field(rowsLastLook))
	JG(LabelRef("done"))
	quotes := GP64()
	p.look(p.quotes, quotes)
	JZ(LabelRef("noQuote"))
	TZCNTL(quotes.As32(), quotes.As32())
	ADDQ(quotes, p.stop)
	CMPQ(p.stop, p.end)
	JGE(LabelRef("done"))
	INCQ(p.stop)
	CMPQ(p.stop, p.end)
	JE(LabelRef("ended"))
	CMPB(p.text(p.stop), p.delimiter)
	JE(LabelRef("ended"))
	CMPB(p.text(p.stop), Imm('"'))
	JE(LabelRef("quoted"))
	JMP(LabelRef("done"))

	Label("noQuote")
	ADDQ(Imm(lookBytes), p.stop)
	CMPQ(p.stop, p.end)
	JL(LabelRef("lookForQuote"))
	JMP(LabelRef("done"))
}

// look sets a bit for each of the next lookBytes that equals those of a register.
func (p *rowsKernel) look(wanted reg.VecVirtual, found reg.GPVirtual) {
	bytes := YMM()
	VPCMPEQB(p.text(p.stop), wanted, bytes)
	VPMOVMSKB(bytes, found.As32())
	TESTL(found.As32(), found.As32())
}

// readGrid reads a field of 81 cells, in quotes or not. It goes to a label for quotes.
func (p *rowsKernel) readGrid(grid reg.GPVirtual, quoted string) {
	cells := GP64()
	MOVQ(p.start, cells)
	LEAQ(Mem{Base: p.start, Disp: 81}, p.stop)
	CMPQ(p.stop, p.end)
	JG(LabelRef("done"))
	CMPB(p.text(p.start), Imm('"'))
	JE(LabelRef(quoted))

	Label(quoted + "Cells")
	p.cells.Read(p.text(cells), Mem{Base: grid}, "done")
	XORL(p.ahead.As32(), p.ahead.As32())
	CMPQ(p.stop, p.end)
	JE(LabelRef("ended"))
	CMPB(p.text(p.stop), p.delimiter)
	JE(LabelRef("ended"))
	CMPB(p.field(rowsOpen), Imm(0))
	JE(LabelRef("done"))
	p.refuseCell()
	JMP(LabelRef("ended"))

	Label(quoted)
	CMPB(p.field(rowsOpen), Imm(0))
	JNE(LabelRef("done"))
	INCQ(cells)
	ADDQ(Imm(2), p.stop)
	CMPQ(p.stop, p.end)
	JG(LabelRef("done"))
	CMPB(p.text(p.stop).Offset(-1), Imm('"'))
	JE(LabelRef(quoted + "Cells"))
	JMP(LabelRef("done"))
}

// refuseCell ends parsing where a cell follows a grid: a character that is the good one of
// its lower four bits. Spaces and tabs, which usually follow, come before all cells. What comes
// after the usual separators, such as letters and question marks, is left to the caller.
func (p *rowsKernel) refuseCell() {
	CMPB(p.text(p.stop), Imm(' '))
	JLS(LabelRef("ended"))
	CMPB(p.text(p.stop), Imm(';'))
	JHI(LabelRef("done"))
	next := GP32()
	character, good := XMM(), XMM()
	MOVBLZX(p.text(p.stop), next)
	VMOVD(next, character)
	VPSHUFB(character, p.cells.Goods.AsX(), good)
	VPCMPEQB(character, good, good)
	VPMOVMSKB(good, next)
	TESTL(U32(1), next)
	JNZ(LabelRef("done"))
}

// keep notes where a field stands that passes through.
func (p *rowsKernel) keep() {
	kept := GP64()
	MOVQ(Mem{Base: p.use, Disp: useKept}, kept)
	TESTQ(kept, kept)
	JS(LabelRef("kept"))
	span := Mem{Base: p.fields, Index: kept, Scale: spanSize}
	MOVL(p.start.As32(), span)
	MOVL(p.stop.As32(), span.Offset(spanEnd))
	Label("kept")
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

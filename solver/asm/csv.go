package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// stripRows is how many rows are formatted together, as in package formats.
const stripRows = 64

// copyBytes is how many bytes of text are copied together, as there too.
const copyBytes = 32

// Offsets in the Go types simpleCSV, gridColumn, shortColumn, short and Reason; those of
// spans stand in rows.go. A test of package formats holds them together, and stripRows.
const (
	csvDst, csvLast                         = 0, 8
	csvBlock, csvLastEnd                    = 16, 24
	csvPieces, csvPiecesOf, csvPiecesStep   = 32, 40, 48
	csvReasons, csvRows                     = 56, 64
	csvNumbers, csvShorts, csvShortsOf      = 72, 80, 88
	csvGridsOf, csvDelimiter, csvGrids      = 96, 104, 112
	gridFirst, gridMark, gridStep, gridSize = 0, 8, 16, 24
	columnFields, columnCount, columnSize   = 8, 16, 32
	shortSize, reasonSize                   = 16, 12
)

// csvKernel is the state of the generator while it writes appendCSVAVX2. Methods jump
// to "done", and set labels of their own, so that each can be called only once.
type csvKernel struct {
	context, row, delimiter reg.GPVirtual
	to, begin               reg.GPVirtual // where the next byte and the row at hand go
	at, left                reg.GPVirtual // a piece, grid or column of the row, and how many are left with it
}

// writeAppendCSV writes the function that formats rows of CSV as long as they are
// simple: without a reason, and with short fields that are in the tables. It returns how
// many are and where the next one goes. A row is not simple either where the bytes that
// are copied with its text would leave the block, or dst has too little room.
func writeAppendCSV() {
	TEXT("appendCSVAVX2", NOSPLIT, "func(r *byte) (rows, length int)")
	k := &csvKernel{
		context: Load(Param("r"), GP64()).(reg.GPVirtual), row: GP64(), delimiter: GP64(),
		to: GP64(), begin: GP64(), at: GP64(), left: GP64(),
	}
	MOVQ(k.field(csvDst), k.to)
	MOVBLZX(k.field(csvDelimiter), k.delimiter.As32())
	XORL(k.row.As32(), k.row.As32())

	Label("row")
	MOVQ(k.to, k.begin)
	CMPQ(k.to, k.field(csvLast))
	JA(LabelRef("done"))
	LEAQ(Mem{Base: k.row, Index: k.row, Scale: 2}, k.at)
	MOVQ(k.field(csvReasons), k.left)
	CMPB(Mem{Base: k.left, Index: k.at, Scale: reasonSize / 3}, Imm(0))
	JNE(LabelRef("done"))
	k.copyPieces()
	k.copyGrids()
	k.copyShorts()
	MOVB(Imm('\n'), Mem{Base: k.to})
	INCQ(k.to)
	INCQ(k.row)
	CMPQ(k.row, k.field(csvRows))
	JNE(LabelRef("row"))
	MOVQ(k.to, k.begin)

	Label("done")
	VZEROUPPER()
	SUBQ(k.field(csvDst), k.begin)
	Store(k.row, ReturnIndex(0))
	Store(k.begin, ReturnIndex(1))
	RET()
}

// field returns a field of simpleCSV.
func (k *csvKernel) field(at int) Mem { return Mem{Base: k.context, Disp: at} }

// endField stores a delimiter.
func (k *csvKernel) endField() {
	MOVB(k.delimiter.As8(), Mem{Base: k.to})
	INCQ(k.to)
}

// copyPieces copies pieces of the row's text, copyBytes at a time whatever their length.
func (k *csvKernel) copyPieces() {
	from, end, bytes := GP64(), GP64(), YMM()
	MOVQ(k.field(csvPiecesOf), k.left)
	TESTQ(k.left, k.left)
	JZ(LabelRef("copied"))
	MOVQ(k.field(csvPiecesStep), k.at)
	IMULQ(k.row, k.at)
	ADDQ(k.field(csvPieces), k.at)

	Label("piece")
	MOVL(Mem{Base: k.at}, from.As32())
	MOVL(Mem{Base: k.at, Disp: spanEnd}, end.As32())
	CMPQ(end, k.field(csvLastEnd))
	JG(LabelRef("done"))
	SUBQ(from, end)
	JB(LabelRef("done")) // which no parser leaves behind
	ADDQ(k.to, end)
	CMPQ(end, k.field(csvLast))
	JA(LabelRef("done"))
	ADDQ(k.field(csvBlock), from)

	Label("copy")
	VMOVDQU(Mem{Base: from}, bytes)
	VMOVDQU(bytes, Mem{Base: k.to})
	ADDQ(Imm(copyBytes), from)
	ADDQ(Imm(copyBytes), k.to)
	CMPQ(k.to, end)
	JB(LabelRef("copy"))

	MOVQ(end, k.to)
	k.endField()
	ADDQ(Imm(spanSize), k.at)
	DECQ(k.left)
	JNZ(LabelRef("piece"))
	Label("copied")
}

// copyGrids copies the row's grids, as far as it has them.
func (k *csvKernel) copyGrids() {
	place, mark := GP64(), GP64()
	MOVQ(k.field(csvGridsOf), k.left)
	TESTQ(k.left, k.left)
	JZ(LabelRef("columns"))
	LEAQ(k.field(csvGrids), k.at)

	Label("grid")
	grid := func(at int) Mem { return Mem{Base: k.at, Disp: at} }
	MOVQ(grid(gridStep), place)
	IMULQ(k.row, place)
	MOVQ(grid(gridMark), mark)
	CMPL(Mem{Base: mark, Index: place, Scale: 1}, Imm(0))
	JE(LabelRef("absent"))
	ADDQ(grid(gridFirst), place)
	for _, at := range gridPieces {
		bytes := YMM()
		VMOVDQU(Mem{Base: place, Disp: at}, bytes)
		VMOVDQU(bytes, Mem{Base: k.to, Disp: at})
	}
	ADDQ(Imm(gridBytes), k.to)

	Label("absent")
	k.endField()
	ADDQ(Imm(gridSize), k.at)
	DECQ(k.left)
	JNZ(LabelRef("grid"))
	Label("columns")
}

// copyShorts copies the row's short fields, with the delimiters that they have.
func (k *csvKernel) copyShorts() {
	number, n, place, fields, bytes := GP64(), GP64(), GP64(), GP64(), XMM()
	MOVQ(k.field(csvShortsOf), k.left)
	MOVQ(k.field(csvShorts), k.at)
	MOVQ(k.field(csvNumbers), number)
	LEAQ(Mem{Base: number, Index: k.row, Scale: 4}, number)

	Label("short")
	MOVL(Mem{Base: number}, n.As32())
	CMPQ(n, Mem{Base: k.at, Disp: columnCount})
	JAE(LabelRef("done"))
	LEAQ(Mem{Base: n, Index: n, Scale: 2}, place)
	MOVQ(Mem{Base: k.at, Disp: columnFields}, fields)
	VMOVDQU(Mem{Base: fields, Index: place, Scale: 8}, bytes)
	VMOVDQU(bytes, Mem{Base: k.to})
	ADDQ(Mem{Base: fields, Index: place, Scale: 8, Disp: shortSize}, k.to)
	ADDQ(Imm(columnSize), k.at)
	ADDQ(U32(4*stripRows), number)
	DECQ(k.left)
	JNZ(LabelRef("short"))
}

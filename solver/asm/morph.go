package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Offsets of the fields of a Morph; see ../morph/morph.go.
const (
	morphRows    = 0
	morphColumns = 9
	morphNames   = 18
)

// writeApplyMorph writes the function that transforms a grid. The function moves cell Morph.Rows[r]
// + Morph.Columns[c] to row r and column c, and renames its digit.
func writeApplyMorph() {
	// Each table has one byte per cell, and is padded to fill two vectors.
	rowOf := table("rowOf", 128, func(i int) Constant { return U8(i % gridBytes / 9) })
	columnOf := table("columnOf", 128, func(i int) Constant { return U8(i % gridBytes % 9) })
	TEXT("applyAVX512", NOSPLIT, "func(m, morphed, grid *byte)")
	param := func(name string) reg.GPVirtual { return Load(Param(name), GP64()).(reg.GPVirtual) }
	m, morphed, grid := param("m"), param("morphed"), param("grid")
	rows, columns, names, tail := ZMM(), ZMM(), ZMM(), tailMask()
	VMOVDQU(Mem{Base: m, Disp: morphRows}, rows.AsX())
	VMOVDQU(Mem{Base: m, Disp: morphColumns}, columns.AsX())
	VBROADCASTI32X4(Mem{Base: m, Disp: morphNames}, names)
	head, rest := ZMM(), ZMM()
	VMOVDQU8(Mem{Base: grid}, head)
	VMOVDQU8_Z(Mem{Base: grid, Disp: 64}, tail, rest)
	for at := 0; at < gridBytes; at += 64 {
		from, column := ZMM(), ZMM()
		VMOVDQU8(rowOf.Offset(at), from)
		VMOVDQU8(columnOf.Offset(at), column)
		VPERMB(rows, from, from)
		VPERMB(columns, column, column)
		VPADDB(column, from, from)
		VPERMI2B(rest, head, from)
		VPSHUFB(from, names, from)
		if at == 0 {
			VMOVDQU8(from, Mem{Base: morphed})
		} else {
			VMOVDQU8(from, tail, Mem{Base: morphed, Disp: at})
		}
	}
	VZEROUPPER()
	RET()
}

package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const gridBytes = 81

// A grid is read in three pieces. The last piece overlaps the second piece.
var gridPieces = [3]int{0, 32, gridBytes - 32}

// writeCountClues writes the function that counts the digits of each of n grids, where n is at
// least one. In a Grid, only digits have the fifth bit set. The function shifts this bit to the
// position that VPMOVMSKB reads.
func writeCountClues() {
	TEXT("countCluesAVX2", NOSPLIT, "func(dst *int32, grids *byte, n int)")
	dst, grid := Load(Param("dst"), GP64()).(reg.GPVirtual), Load(Param("grids"), GP64()).(reg.GPVirtual)
	n, sum := Load(Param("n"), GP64()), GP32()
	Label("grid")
	for i, at := range gridPieces {
		cells, digits := YMM(), GP32()
		VMOVDQU(Mem{Base: grid, Disp: at}, cells)
		VPSLLW(Imm(3), cells, cells)
		VPMOVMSKB(cells, digits)
		if i == 0 {
			POPCNTL(digits, sum)
			continue
		}
		if counted := gridPieces[i-1] + 32 - at; counted > 0 {
			SHRL(Imm(uint64(counted)), digits)
		}
		POPCNTL(digits, digits)
		ADDL(digits, sum)
	}
	MOVL(sum, Mem{Base: dst})
	ADDQ(Imm(4), dst)
	ADDQ(Imm(gridBytes), grid)
	DECQ(n)
	JNZ(LabelRef("grid"))
	VZEROUPPER()
	RET()
}

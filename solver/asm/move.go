package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Offsets in the Go type transfer.
const (
	transferCells, transferStates = 0, 8
	transferN                     = 16
	transferLane                  = 24
	transferState                 = transferLane + 2*32
	transferInverse               = transferState + 4*32
	transferTouched               = transferInverse + 2*128
)

const (
	moveGroups = 3       // lane groups, of 32 lanes
	rowBytes   = 64      // of a cell's row
	groupBytes = 88 * 64 // of a lane group
	stateBytes = 2 * 96  // of a state
	blocks     = 88 / 8  // of eight cells
	blockBytes = 8 * 2   // of a state's block
)

// A move transposes between rows of lanes and states in blocks of eight cells.
// An 8 x 8 transpose works within each quarter of a register, so one register
// holds eight cells of four states on one side, and one cell of 32 states, in
// order, on the other.

// statePointers fills a table on the stack with the addresses of n states, given where
// the address of the first state is and where their slots are.
func statePointers(n int, states, slots Mem) Mem {
	table := AllocLocal(8 * n)
	base, p := GP64(), GP64()
	MOVQ(states, base)
	for i := range n {
		MOVL(slots.Offset(4*i), p.As32())
		IMUL3Q(U32(stateBytes), p, p)
		ADDQ(base, p)
		MOVQ(p, table.Offset(8*i))
	}
	return table
}

// transferPointers is statePointers for all states of a transfer.
func transferPointers(transfer reg.GPVirtual) Mem {
	return statePointers(32, Mem{Base: transfer, Disp: transferStates}, Mem{Base: transfer, Disp: transferState})
}

// skipQuarter jumps where a transfer of n states leaves quarter q empty.
func skipQuarter(n reg.GPVirtual, q int, label string) {
	if q > 0 {
		CMPQ(n, Imm(uint64(8*q)))
		JLE(LabelRef(label))
	}
}

// transpose8 transposes the 8 x 8 words in each quarter of eight registers.
func (m *machine) transpose8(r [8]reg.VecVirtual) [8]reg.VecVirtual {
	pairs := func(in [8]reg.VecVirtual, low, high func(...Op), order [8]int) (out [8]reg.VecVirtual) {
		for i := 0; i < 8; i += 2 {
			out[i], out[i+1] = m.vector(), m.vector()
			low(in[order[i+1]], in[order[i]], out[i])
			high(in[order[i+1]], in[order[i]], out[i+1])
		}
		return out
	}
	// words of rows 01 low, 01 high, 23 low, 23 high, ...
	w := pairs(r, VPUNPCKLWD, VPUNPCKHWD, [8]int{0, 1, 2, 3, 4, 5, 6, 7})
	// columns 01 of rows 0-3, columns 23 of rows 0-3, then 45, 67, then rows 4-7
	d := pairs(w, VPUNPCKLDQ, VPUNPCKHDQ, [8]int{0, 2, 1, 3, 4, 6, 5, 7})
	return pairs(d, VPUNPCKLQDQ, VPUNPCKHQDQ, [8]int{0, 4, 1, 5, 2, 6, 3, 7})
}

// wide is the machine of the moves.
var wide = &machine{bytes: 64}

// writeUnload writes the function that copies lanes out to states.
func writeUnload() {
	TEXT("unloadAVX512", NOSPLIT, "func(t *byte)")
	t := Load(Param("t"), GP64()).(reg.GPVirtual)
	table, n := transferPointers(t), GP64()
	MOVQ(Mem{Base: t, Disp: transferN}, n)
	lane, group := ZMM(), ZMM()
	VMOVDQU16(Mem{Base: t, Disp: transferLane}, lane)
	VPSRLW(Imm(5), lane, group)
	var from [moveGroups]reg.OpmaskVirtual
	one, number := ZMM(), ZMM()
	broadcastOne(one)
	VPXORQ(number, number, number)
	for g := range from {
		from[g] = K()
		VPCMPEQW(number, group, from[g])
		if g+1 < moveGroups {
			VPADDW(one, number, number)
		}
	}
	cells, at, p := GP64(), GP64(), GP64()
	MOVQ(Mem{Base: t, Disp: transferCells}, cells)
	XORQ(at, at)
	Label("unloadBlock")
	var rows [8]reg.VecVirtual
	for i := range rows {
		rows[i] = ZMM()
		for g := range from {
			row := Mem{Base: cells, Disp: g*groupBytes + i*rowBytes}
			if g == 0 {
				VPERMW_Z(row, lane, from[g], rows[i])
			} else {
				VPERMW(row, lane, from[g], rows[i])
			}
		}
	}
	columns := wide.transpose8(rows)
	for q := range 4 {
		skipQuarter(n, q, "unloadStored")
		for i, z := range columns {
			MOVQ(table.Offset(8*(8*q+i)), p)
			to := Mem{Base: p, Index: at, Scale: 1}
			if q == 0 {
				VMOVDQU(z.AsX(), to)
			} else {
				VEXTRACTI32X4(Imm(uint64(q)), z, to)
			}
		}
	}
	Label("unloadStored")
	ADDQ(U32(8*rowBytes), cells)
	ADDQ(Imm(blockBytes), at)
	CMPQ(at, U32(blocks*blockBytes))
	JNE(LabelRef("unloadBlock"))
	VZEROUPPER()
	RET()
}

// broadcastOne sets each word to 1.
func broadcastOne(to reg.VecVirtual) {
	VPTERNLOGQ(U8(0xff), to, to, to)
	VPSRLW(Imm(15), to, to)
}

// writeLoad writes the function that copies states into lanes.
func writeLoad() {
	TEXT("loadAVX512", NOSPLIT, "func(t *byte)")
	t := Load(Param("t"), GP64()).(reg.GPVirtual)
	table, n := transferPointers(t), GP64()
	MOVQ(Mem{Base: t, Disp: transferN}, n)
	var inverse [moveGroups]reg.VecVirtual
	var into [moveGroups]reg.OpmaskVirtual
	var touched [moveGroups]reg.GPVirtual
	for g := range inverse {
		inverse[g], into[g], touched[g] = ZMM(), K(), GP32()
		VMOVDQU16(Mem{Base: t, Disp: transferInverse + 64*g}, inverse[g])
		MOVL(Mem{Base: t, Disp: transferTouched + 4*g}, touched[g])
		KMOVD(touched[g], into[g])
	}
	cells, at, p := GP64(), GP64(), GP64()
	MOVQ(Mem{Base: t, Disp: transferCells}, cells)
	XORQ(at, at)
	Label("loadBlock")
	var rows [8]reg.VecVirtual
	for q := range 4 {
		skipQuarter(n, q, "loadGathered")
		for i := range rows {
			MOVQ(table.Offset(8*(8*q+i)), p)
			from := Mem{Base: p, Index: at, Scale: 1}
			if q == 0 {
				rows[i] = ZMM()
				VMOVDQU(from, rows[i].AsX())
			} else {
				VINSERTI32X4(Imm(uint64(q)), from, rows[i], rows[i])
			}
		}
	}
	Label("loadGathered")
	columns := wide.transpose8(rows)
	for g := range inverse {
		skip := "loadSkip" + string(rune('0'+g))
		TESTL(touched[g], touched[g])
		JZ(LabelRef(skip))
		for i, z := range columns {
			row := Mem{Base: cells, Disp: g*groupBytes + i*rowBytes}
			merged := ZMM()
			VMOVDQA64(row, merged)
			VPERMW(z, inverse[g], into[g], merged)
			VMOVDQA64(merged, row)
		}
		Label(skip)
	}
	ADDQ(U32(8*rowBytes), cells)
	ADDQ(Imm(blockBytes), at)
	CMPQ(at, U32(blocks*blockBytes))
	JNE(LabelRef("loadBlock"))
	VZEROUPPER()
	RET()
}

package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Offsets of the fields of the Go type solver.merge.
const (
	mergeTo, mergeFrom    = 0, 8
	mergeLanes, mergeLane = 16, 20
)

// Offsets of the fields of the Go type solver.exchange.
const (
	exchangeStates  = 0
	exchangeBlock   = 8
	exchangeReady   = 16
	exchangeScratch = 24
	exchangeSlot    = 32
	exchangeCell    = exchangeSlot + 4*32
	exchangeScored  = exchangeCell + 2*32
)

const (
	stateBytes = 2 * 96 // size of a state
	eights     = 88 / 8 // number of groups of eight cells in a block
	eightBytes = 8 * 2  // size of eight cells of a state
)

// writeMerge writes the function that copies lanes of one block to lanes of another.
func writeMerge(m *machine) {
	TEXT(m.function("merge"), NOSPLIT, "func(e *byte)")
	e, to, from, n := Load(Param("e"), GP64()).(reg.GPVirtual), GP64(), GP64(), GP64()
	MOVQ(Mem{Base: e, Disp: mergeTo}, to)
	MOVQ(Mem{Base: e, Disp: mergeFrom}, from)
	move := m.prepareMerge(e)
	const unrolled = 9
	MOVQ(U32(81/unrolled), n)
	Label(m.function("merge"))
	for i := range unrolled {
		row := Mem{Base: to, Disp: i * m.bytes}
		m.store(move(m.load(row), Mem{Base: from, Disp: i * m.bytes}), row)
	}
	ADDQ(U32(unrolled*m.bytes), to)
	ADDQ(U32(unrolled*m.bytes), from)
	DECQ(n)
	JNZ(LabelRef(m.function("merge")))
	VZEROUPPER()
	RET()
}

// prepareMerge returns a function that replaces selected words of a register with words of a row.
func (m *machine) prepareMerge(e reg.GPVirtual) func(old reg.VecVirtual, row Mem) reg.VecVirtual {
	lane := m.loadUnaligned(Mem{Base: e, Disp: mergeLane})
	if m.avx512() {
		lanes := K()
		KMOVD(Mem{Base: e, Disp: mergeLanes}, lanes)
		return func(old reg.VecVirtual, row Mem) reg.VecVirtual {
			VPERMW(row, lane, lanes, old)
			return old
		}
	}
	// VPSHUFB moves bytes only within each half of a register. Therefore, a row is shuffled twice:
	// as it is, and with its halves exchanged. Each lane takes its word from one of the results.
	lanes, bits := YMM(), YMM()
	VPBROADCASTW(Mem{Base: e, Disp: mergeLanes}, lanes)
	VMOVDQU(table("laneBits", 16, func(i int) Constant { return U16(1 << i) }), bits)
	VPAND(bits, lanes, lanes)
	VPCMPEQW(bits, lanes, lanes)
	same, other, half := YMM(), YMM(), m.broadcast(8)
	VPXOR(table("laneHalves", 16, func(i int) Constant { return U16(i & 8) }), lane, same)
	VPAND(half, same, same)
	VPCMPEQW(m.broadcast(0), same, same)
	VPSLLW(Imm(1), lane, lane) // word i starts at byte 2*i
	VPAND(m.broadcast(14), lane, lane)
	VPMULLW(m.broadcast(0x0101), lane, lane)
	VPADDW(m.broadcast(0x0100), lane, lane)
	VPOR(lane, same, other) // VPSHUFB yields zero if an index has its top bit set
	ones := YMM()
	VPCMPEQW(ones, ones, ones)
	VPXOR(ones, same, same)
	VPOR(lane, same, same)
	return func(old reg.VecVirtual, row Mem) reg.VecVirtual {
		x, y := m.load(row), YMM()
		VPERMQ(Imm(0x4e), x, y)
		VPSHUFB(same, x, x)
		VPSHUFB(other, y, y)
		VPOR(y, x, x)
		VPBLENDVB(lanes, x, old, old)
		return old
	}
}

// A row of a block holds the same cell of many states. To copy cells between states and rows, the
// generated functions transpose the 8 x 8 words in each 128-bit part of eight registers.

// statePointers fills a table on the stack with the addresses of the states in the exchange e.
func (m *machine) statePointers(e reg.GPVirtual) Mem {
	n := m.bytes / 2
	table := AllocLocal(8 * n)
	base, p := GP64(), GP64()
	MOVQ(Mem{Base: e, Disp: exchangeStates}, base)
	for i := range n {
		MOVL(Mem{Base: e, Disp: exchangeSlot + 4*i}, p.As32())
		IMUL3Q(U32(stateBytes), p, p)
		ADDQ(base, p)
		MOVQ(p, table.Offset(8*i))
	}
	return table
}

// transpose8 transposes the 8 x 8 words in each 128-bit part of eight registers.
func (m *machine) transpose8(r [8]reg.VecVirtual) [8]reg.VecVirtual {
	pairs := func(in [8]reg.VecVirtual, low, high func(...Op), order [8]int) (out [8]reg.VecVirtual) {
		for i := 0; i < 8; i += 2 {
			out[i], out[i+1] = m.vector(), m.vector()
			low(in[order[i+1]], in[order[i]], out[i])
			high(in[order[i+1]], in[order[i]], out[i+1])
		}
		return out
	}
	// w[0] has the low words of rows 0 and 1, w[1] has the high words of rows 0 and 1, and so on.
	w := pairs(r, VPUNPCKLWD, VPUNPCKHWD, [8]int{0, 1, 2, 3, 4, 5, 6, 7})
	// Each of d[0:4] has two columns of rows 0 to 3. Each of d[4:8] has two columns of rows 4 to 7.
	d := pairs(w, VPUNPCKLDQ, VPUNPCKHDQ, [8]int{0, 2, 1, 3, 4, 6, 5, 7})
	return pairs(d, VPUNPCKLQDQ, VPUNPCKHQDQ, [8]int{0, 4, 1, 5, 2, 6, 3, 7})
}

// writeUnload writes the function that copies the lanes of a block to states.
func writeUnload(m *machine) {
	m.writeUnloadWith("unload", func(reg.GPVirtual) func(reg.VecVirtual) {
		return func(reg.VecVirtual) {}
	})
}

// writeBranch writes the function that copies each lane of a block to a state and to the ready
// block. The state lacks the lowest candidate of the chosen cell. The ready block has only this
// candidate in the chosen cell.
func writeBranch(m *machine) {
	m.writeUnloadWith("branch", func(e reg.GPVirtual) func(reg.VecVirtual) {
		m.constants()
		chosen, number, ready := m.loadUnaligned(Mem{Base: e, Disp: exchangeCell}), m.load(m.zero), GP64()
		MOVQ(Mem{Base: e, Disp: exchangeReady}, ready)
		return func(row reg.VecVirtual) {
			m.store(m.split(row, chosen, number), Mem{Base: ready})
			VPSUBW(m.ones, number, number) // adds 1, because each word of ones is -1
			ADDQ(Imm(uint64(m.bytes)), ready)
		}
	})
}

// writeUnloadWith is like writeUnload, but the function returned by prepare can change each row
// before it is copied.
func (m *machine) writeUnloadWith(name string, prepare func(e reg.GPVirtual) func(row reg.VecVirtual)) {
	TEXT(m.function(name), NOSPLIT, "func(e *byte)")
	e := Load(Param("e"), GP64()).(reg.GPVirtual)
	table := m.statePointers(e)
	change := prepare(e)
	block, at, p := GP64(), GP64(), GP64()
	MOVQ(Mem{Base: e, Disp: exchangeBlock}, block)
	XORQ(at, at)
	Label(m.function(name))
	var rows [8]reg.VecVirtual
	for i := range rows {
		rows[i] = m.load(Mem{Base: block, Disp: i * m.bytes})
		change(rows[i])
	}
	for i, column := range m.transpose8(rows) {
		for q := range m.bytes / 16 {
			MOVQ(table.Offset(8*(8*q+i)), p)
			to := Mem{Base: p, Index: at, Scale: 1}
			switch {
			case q == 0:
				VMOVDQU(column.AsX(), to)
			case m.avx512():
				VEXTRACTI32X4(Imm(uint64(q)), column, to)
			default:
				VEXTRACTI128(Imm(uint64(q)), column, to)
			}
		}
	}
	ADDQ(U32(8*m.bytes), block)
	ADDQ(Imm(eightBytes), at)
	CMPQ(at, U32(eights*eightBytes))
	JNE(LabelRef(m.function(name)))
	VZEROUPPER()
	RET()
}

// split removes the lowest candidate of row in the lanes where chosen equals number, and returns
// this candidate. In the other lanes, it returns a copy of row.
func (m *machine) split(row, chosen, number reg.VecVirtual) reg.VecVirtual {
	lowest := m.vector()
	VPSUBW(row, m.zero, lowest)
	m.into(lowest, lowest, row, VPANDQ, VPAND)
	if m.avx512() {
		here, ready := K(), m.load(row)
		VPCMPEQW(number, chosen, here)
		VMOVDQU16(lowest, here, ready)
		VPSUBW(lowest, row, here, row)
		return ready
	}
	here, ready := YMM(), YMM()
	VPCMPEQW(number, chosen, here)
	VPAND(here, lowest, lowest)
	VPANDN(row, here, ready)
	VPOR(lowest, ready, ready)
	VPXOR(lowest, row, row)
	return ready
}

// writeLoad writes the function that copies states to the lanes of a block.
func writeLoad(m *machine) {
	TEXT(m.function("load"), NOSPLIT, "func(e *byte)")
	e := Load(Param("e"), GP64()).(reg.GPVirtual)
	table := m.statePointers(e)
	block, at, p := GP64(), GP64(), GP64()
	MOVQ(Mem{Base: e, Disp: exchangeBlock}, block)
	XORQ(at, at)
	Label(m.function("load"))
	var rows [8]reg.VecVirtual
	for i := range rows {
		rows[i] = m.vector()
		for q := range m.bytes / 16 {
			MOVQ(table.Offset(8*(8*q+i)), p)
			from := Mem{Base: p, Index: at, Scale: 1}
			switch {
			case q == 0 && m.avx512():
				VBROADCASTI32X4(from, rows[i])
			case q == 0:
				VBROADCASTI128(from, rows[i])
			case m.avx512():
				VINSERTI32X4(Imm(uint64(q)), from, rows[i], rows[i])
			default:
				VINSERTI128(Imm(uint64(q)), from, rows[i], rows[i])
			}
		}
	}
	for i, row := range m.transpose8(rows) {
		m.store(row, Mem{Base: block, Disp: i * m.bytes})
	}
	ADDQ(U32(8*m.bytes), block)
	ADDQ(Imm(eightBytes), at)
	CMPQ(at, U32(eights*eightBytes))
	JNE(LabelRef(m.function("load")))
	VZEROUPPER()
	RET()
}

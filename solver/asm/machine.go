package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// machine is a vector instruction set. All machines share the code that writes a pass. This code
// uses the operations below, which write the instructions of each machine.
//
// Operands are registers or memory. An operation copies each operand that its instructions would
// overwrite. Copying a register takes no execution time.
type machine struct {
	name   string
	bytes  int            // size of a vector
	bitalg bool           // whether VPOPCNTW is available
	ones   reg.VecVirtual // every bit set
	zero   reg.VecVirtual // no bit set
	three  reg.VecVirtual // 3 in each word
	slots  Mem            // scratch memory, one vector for each stored value
}

// avx512 reports whether three-input logic, mask registers and 32 vector registers are available.
func (m *machine) avx512() bool { return m.bytes == 64 }

func (m *machine) vector() reg.VecVirtual {
	if m.avx512() {
		return ZMM()
	}
	return YMM()
}

func (m *machine) constants() {
	m.ones, m.zero = m.vector(), m.vector()
	if m.avx512() {
		VPTERNLOGQ(U8(0xff), m.ones, m.ones, m.ones)
		VPXORQ(m.zero, m.zero, m.zero)
		return
	}
	VPCMPEQW(m.ones, m.ones, m.ones)
	VPXOR(m.zero, m.zero, m.zero)
}

// load copies a register or memory operand into a new register.
func (m *machine) load(from Op) reg.VecVirtual {
	to := m.vector()
	m.store(from, to)
	return to
}

func (m *machine) loadUnaligned(from Mem) reg.VecVirtual {
	to := m.vector()
	m.storeUnaligned(from, to)
	return to
}

func (m *machine) store(from, to Op)          { m.move(from, to, VMOVDQA64, VMOVDQA) }
func (m *machine) storeUnaligned(from, to Op) { m.move(from, to, VMOVDQU64, VMOVDQU) }

func (m *machine) move(from, to Op, wide func(...Op), narrow func(_, _ Op)) {
	if m.avx512() {
		wide(from, to)
	} else {
		narrow(from, to)
	}
}

// hold saves a value for later and returns its place: a register (AVX-512) or a slot (AVX2).
func (m *machine) hold(slot int, v reg.VecVirtual) Op {
	if m.avx512() {
		return v
	}
	return m.spill(slot, v)
}

// spill stores a value in a slot of the scratch memory, and returns the address of the slot.
func (m *machine) spill(slot int, v reg.VecVirtual) Op {
	at := m.slots.Offset(slot * m.bytes)
	m.store(v, at)
	return at
}

// inRegister returns v in a register.
func (m *machine) inRegister(v Op) reg.VecVirtual {
	if r, ok := v.(reg.VecVirtual); ok {
		return r
	}
	return m.load(v)
}

// lastOperand returns an operand for memory that a few instructions read as their last operand.
// With AVX-512, the value stays in memory to save registers. With AVX2, a register is faster.
func (m *machine) lastOperand(at Mem) Op {
	if m.avx512() {
		return at
	}
	return m.load(at)
}

// readOften returns an operand for memory that is read often. With AVX-512, it loads the value into
// a register, because a core can load only one full register per cycle. With AVX2, it leaves the
// value in memory, because no register is free.
func (m *machine) readOften(at Mem) Op {
	if m.avx512() {
		return m.load(at)
	}
	return at
}

// second returns v as the second operand of a logical operation with three inputs. With AVX-512,
// this operand must be in a register.
func (m *machine) second(v Op) Op {
	if m.avx512() {
		return m.inRegister(v)
	}
	return v
}

// Operations with two inputs. The second input may be in memory.

func (m *machine) or(b, c Op) reg.VecVirtual  { return m.into(m.vector(), b, c, VPORQ, VPOR) }
func (m *machine) and(b, c Op) reg.VecVirtual { return m.into(m.vector(), b, c, VPANDQ, VPAND) }

func (m *machine) orInto(to reg.VecVirtual, c Op)  { m.into(to, to, c, VPORQ, VPOR) }
func (m *machine) xorInto(to reg.VecVirtual, c Op) { m.into(to, to, c, VPXORQ, VPXOR) }

// into sets a register to the result of an instruction, and returns the register.
func (m *machine) into(to reg.VecVirtual, b, c Op, wide func(...Op), narrow func(_, _, _ Op)) reg.VecVirtual {
	if m.avx512() {
		wide(c, b, to)
	} else {
		narrow(c, b, to)
	}
	return to
}

// minInto stores the minimum of its operands, lane by lane, in the first operand.
func (m *machine) minInto(to reg.VecVirtual, c Op) { VPMINUW(c, to, to) }

// single returns v in the lanes that hold exactly one candidate, and zero in the other lanes.
func (m *machine) single(v reg.VecVirtual) reg.VecVirtual {
	less := m.vector()
	VPADDW(m.ones, v, less)
	if m.avx512() {
		one, to := K(), ZMM()
		VPTESTNMW(less, v, one)
		VMOVDQU16_Z(v, one, to)
		return to
	}
	VPAND(v, less, less)
	VPCMPEQW(m.zero, less, less)
	VPAND(v, less, less)
	return less
}

// addSingle sets sum to sum + v in the lanes where v holds exactly one candidate.
func (m *machine) addSingle(sum, v reg.VecVirtual) {
	if !m.avx512() {
		VPADDW(m.single(v), sum, sum)
		return
	}
	less, one := ZMM(), K()
	VPADDW(m.ones, v, less)
	VPTESTNMW(less, v, one)
	VPADDW(v, sum, one, sum)
}

// whereThree returns, in each lane, either own (if own has exactly three digits) or keep.
func (m *machine) whereThree(own reg.VecVirtual, keep Op) reg.VecVirtual {
	if m.bitalg {
		count, three, to := ZMM(), K(), m.load(keep)
		populationCount(own, count)
		VPCMPEQW(m.three, count, three)
		VMOVDQU16(own, three, to)
		return to
	}
	third, mask := m.withoutLowest(m.withoutLowest(own)), m.vector()
	// For each x in third, mask is x ^ (x - 1): the lowest set bit of x and all lower bits, or -1
	// if x is 0. Therefore, x <= mask (as signed numbers) if and only if x has exactly one bit set.
	VPADDW(m.ones, third, mask)
	m.xorInto(mask, third)
	if m.avx512() {
		three, to := K(), m.load(keep)
		VPCMPW(Imm(2), mask, third, three)
		VMOVDQU16(own, three, to)
		return to
	}
	VPCMPGTW(mask, third, third)
	VPAND(keep, third, third)
	VPOR(own, third, third) // own is a subset of keep
	return third
}

// withoutLowest returns v without the lowest digit of each lane.
func (m *machine) withoutLowest(v reg.VecVirtual) reg.VecVirtual {
	less := m.vector()
	VPADDW(m.ones, v, less)
	return m.into(less, less, v, VPANDQ, VPAND)
}

// populationCount counts the set bits of each word. The avo library does not support VPOPCNTW.
func populationCount(from, to reg.VecVirtual) {
	Instruction(&ir.Instruction{
		Opcode:   "VPOPCNTW",
		Operands: []Op{from, to},
		Inputs:   []Op{from},
		Outputs:  []Op{to},
	})
}

// restrict returns v&must in each lane, or v&all in the lanes where v&must is zero.
func (m *machine) restrict(v Op, all, must Op) reg.VecVirtual {
	to := m.vector()
	if m.avx512() {
		forced := K()
		VPTESTMW(v, must, forced)
		blend(forced, must, all, to)
		VPANDQ(v, to, to)
		return to
	}
	VPAND(v, must, to)
	VPCMPEQW(m.zero, to, to)
	VPAND(all, to, to)
	VPOR(must, to, to)
	VPAND(v, to, to)
	return to
}

// blend takes the lanes in mask from x, and all other lanes from y. It replaces avo's VPBLENDMW,
// which treats the destination as an input.
func blend(mask, x, y, to Op) {
	Instruction(&ir.Instruction{
		Opcode:   "VPBLENDMW",
		Operands: []Op{x, y, mask, to},
		Inputs:   []Op{x, y, mask},
		Outputs:  []Op{to},
	})
}

// zeroLanes returns the set of lanes of v that are zero.
func (m *machine) zeroLanes(v reg.VecVirtual) reg.GPVirtual {
	lanes := GP32()
	if m.avx512() {
		k := K()
		VPTESTNMW(v, v, k)
		KMOVD(k, lanes)
		return lanes
	}
	t := YMM()
	VPCMPEQW(m.zero, v, t)
	VPMOVMSKB(t, lanes)
	even := GP32()
	MOVL(U32(0x55555555), even)
	PEXTL(even, lanes, lanes)
	return lanes
}

// testZero sets the zero flag if v is zero in all lanes.
func (m *machine) testZero(v reg.VecVirtual) {
	if m.avx512() {
		some := K()
		VPTESTMW(v, v, some)
		KTESTD(some, some)
		return
	}
	VPTEST(v, v)
}

// broadcast returns a vector with value in each lane.
func (m *machine) broadcast(value uint16) reg.VecVirtual {
	return m.repeat(uint32(value), VPBROADCASTW)
}

// repeat uses the given instruction to fill a vector with copies of the low 16 or 32 bits of value.
func (m *machine) repeat(value uint32, broadcast func(...Op)) reg.VecVirtual {
	g, x, to := GP32(), XMM(), m.vector()
	MOVL(U32(value), g)
	VMOVD(g, x)
	broadcast(x, to)
	return to
}

func (m *machine) broadcastByte(value byte) reg.VecVirtual {
	return m.broadcast(0x0101 * uint16(value))
}

func (m *machine) function(what string) string { return what + m.name }

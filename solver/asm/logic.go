package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Truth tables of the three inputs of a logical operation. Applying an operation to these tables
// yields the truth table of the operation.
const first, second, third = 0xf0, 0xcc, 0xaa

// or3Into sets x to x | y | z.
func (m *machine) or3Into(x reg.VecVirtual, y, z Op) { m.into3(x, y, z, first|second|third, VPOR) }

// and3 returns x & y & z.
func (m *machine) and3(x, y, z Op) reg.VecVirtual {
	to := m.load(x)
	m.into3(to, y, z, first&second&third, VPAND)
	return to
}

// into3 sets x to (x op y) op z. With AVX2, it writes the instruction op twice. With AVX-512, it
// writes one instruction, which takes the truth table of the whole expression.
func (m *machine) into3(x reg.VecVirtual, y, z Op, table uint8, op func(_, _, _ Op)) {
	if m.avx512() {
		VPTERNLOGQ(U8(table), z, y, x)
		return
	}
	op(y, x, x)
	op(z, x, x)
}

// orDifference sets x to x | (y ^ z).
func (m *machine) orDifference(x, y reg.VecVirtual, z Op) {
	if m.avx512() {
		VPTERNLOGQ(U8(first|(second^third)), z, y, x)
		return
	}
	t := YMM()
	VPXOR(z, y, t)
	VPOR(t, x, x)
}

// withoutEither returns x &^ (y | z). It may overwrite y.
func (m *machine) withoutEither(x Op, y reg.VecVirtual, z Op) reg.VecVirtual {
	if m.avx512() {
		to := m.load(x)
		VPTERNLOGQ(U8(first&^(second|third)&0xff), z, y, to)
		return to
	}
	VPOR(z, y, y)
	VPANDN(x, y, y)
	return y
}

// orBoth sets x to x | (y & z).
func (m *machine) orBoth(x reg.VecVirtual, y, z Op) {
	if m.avx512() {
		VPTERNLOGQ(U8(first|(second&third)), z, y, x)
		return
	}
	t := m.load(y)
	VPAND(z, t, t)
	VPOR(t, x, x)
}

// several returns the bits that are set in at least two of three operands.
func (m *machine) several(x, y, z Op) reg.VecVirtual {
	to := m.load(x)
	if m.avx512() {
		VPTERNLOGQ(U8(two3), z, y, to)
		return to
	}
	either := YMM()
	VPOR(y, to, either)
	VPAND(y, to, to)
	VPAND(z, either, either)
	VPOR(either, to, to)
	return to
}

// zeroUnlessEmpty returns a vector in which all bits are set in the lanes where x is zero and y is
// not. The other lanes are zero.
func (m *machine) zeroUnlessEmpty(x, y reg.VecVirtual) reg.VecVirtual {
	to := m.vector()
	if m.avx512() {
		some, both := K(), K()
		VPTESTMW(y, y, some)
		VPTESTNMW(x, x, some, both)
		VPMOVM2W(both, to)
		return to
	}
	none := YMM()
	VPCMPEQW(m.zero, y, none)
	VPCMPEQW(m.zero, x, to)
	VPANDN(to, none, to)
	return to
}

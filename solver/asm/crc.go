package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// crcStep is how many bytes one turn of the function below takes: four registers.
// stepBytes in package crc must be the same, or its tests fail.
const crcStep = 256

// writeCRC writes the function that folds steps of bytes, one or more, to 64 bytes
// with the same remainder, as if those stood at their end. Its first four bytes are
// inverted, with which the checksum begins.
//
// Text is a polynomial over bits, and a block that stands d bits before another may be
// added to it, times the remainder of x to the d. A factor of 64 bits takes 33 of the
// product, so each block of 128 bits is multiplied by halves, 64 bits apart.
func writeCRC() {
	// The remainders of x to the d+32 and d-32, with their bits reversed, for
	// registers of four blocks that are four or one apart.
	far, near := crcFactors("crcFar", 0x11542778a, 0x1322d1430), crcFactors("crcNear", 0x154442bd4, 0x1c6e41596)
	TEXT("foldAVX512", NOSPLIT, "func(folded *[64]byte, src *byte, steps int)")
	param := func(name string) reg.GPVirtual { return Load(Param(name), GP64()).(reg.GPVirtual) }
	folded, src, steps := param("folded"), param("src"), param("steps")
	factors, low := ZMM(), ZMM()
	// fold adds a register to another, and both to what it is given.
	fold := func(from reg.VecVirtual, others ...Op) {
		multiplyHalves(0x00, factors, from, low)
		multiplyHalves(0x11, factors, from, from)
		VPTERNLOGQ(Imm(0x96), others[0], low, from)
	}
	var part [4]reg.VecVirtual
	for i := range part {
		part[i] = ZMM()
		VMOVDQU64(Mem{Base: src, Disp: 64 * i}, part[i])
	}
	ones, first := GP32(), XMM()
	MOVL(U32(0xffffffff), ones)
	VMOVD(ones, first)
	VPXORQ(first.AsZ(), part[0], part[0])
	VBROADCASTI32X4(far, factors)

	Label("step")
	ADDQ(U32(crcStep), src)
	DECQ(steps)
	JZ(LabelRef("end"))
	for i, p := range part {
		fold(p, Mem{Base: src, Disp: 64 * i})
	}
	JMP(LabelRef("step"))

	Label("end")
	VBROADCASTI32X4(near, factors)
	for i, p := range part[:3] {
		fold(p, part[i+1])
		part[i+1] = p
	}
	VMOVDQU64(part[2], Mem{Base: folded})
	VZEROUPPER()
	RET()
}

// multiplyHalves writes VPCLMULQDQ for whole registers, which the library knows for XMM
// registers alone.
func multiplyHalves(which uint8, a, b, product Op) {
	Instruction(&ir.Instruction{
		Opcode: "VPCLMULQDQ", Operands: []Op{U8(which), a, b, product}, Inputs: []Op{a, b}, Outputs: []Op{product},
		ISA: []string{"AVX512F", "VPCLMULQDQ"},
	})
}

// crcFactors writes a pair of factors.
func crcFactors(name string, a, b uint64) Mem {
	m := GLOBL(name, RODATA|NOPTR)
	DATA(0, U64(a))
	DATA(8, U64(b))
	return m
}

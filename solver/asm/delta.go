package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The shape of a block of deltas, see ../../formats/parquet_write_delta.go.
const (
	deltaMinis   = 4
	deltaVectors = 4 // of a miniblock
)

// writeFindDeltas writes the function that finds the deltas of a whole block of numbers,
// less the smallest, which it returns, and the bits that are set in each miniblock.
func writeFindDeltas() {
	TEXT("findDeltasAVX2", NOSPLIT, "func(deltas *[128]uint32, all *[4]uint32, numbers *byte) (least int32)")
	param := func(name string) reg.GPVirtual { return Load(Param(name), GP64()).(reg.GPVirtual) }
	deltas, all, numbers := param("deltas"), param("all"), param("numbers")
	var least [deltaVectors]reg.VecVirtual
	for i := range deltaMinis * deltaVectors {
		delta := YMM()
		VMOVDQU(Mem{Base: numbers, Disp: 32*i + 4}, delta)
		VPSUBD(Mem{Base: numbers, Disp: 32 * i}, delta, delta)
		VMOVDQU(delta, Mem{Base: deltas, Disp: 32 * i})
		if i < len(least) {
			least[i] = delta
			continue
		}
		VPMINSD(delta, least[i%len(least)], least[i%len(least)])
	}
	smallest := extreme(least[:], VPMINSD)
	Store(smallest, ReturnIndex(0))
	every := YMM()
	VMOVD(smallest, every.AsX())
	VPBROADCASTD(every.AsX(), every)
	for mini := range deltaMinis {
		var bits [deltaVectors]reg.VecVirtual
		for i := range bits {
			at := Mem{Base: deltas, Disp: 32 * (mini*deltaVectors + i)}
			bits[i] = YMM()
			VMOVDQU(at, bits[i])
			VPSUBD(every, bits[i], bits[i])
			VMOVDQU(bits[i], at)
		}
		MOVL(extreme(bits[:], either), Mem{Base: all, Disp: 4 * mini})
	}
	VZEROUPPER()
	RET()
}

// either joins the bits of two registers.
func either(o ...Op) { VPOR(o[0], o[1], o[2]) }

// writePackMini writes the function that packs the numbers of a miniblock, seven bits or
// fewer of each. Numbers become bytes, and then neighbours are joined, the later in the
// upper bits, until there are four words of eight numbers. To move it there, it is
// multiplied, which adds the other one at once.
func writePackMini() {
	order := GLOBL("packOrder", RODATA|NOPTR)
	for i, lane := range []uint32{0, 4, 1, 5, 2, 6, 3, 7} {
		DATA(4*i, U32(lane))
	}
	TEXT("packMiniAVX2", NOSPLIT, "func(dst *byte, numbers *[32]uint32, width int)")
	param := func(name string) reg.GPVirtual { return Load(Param(name), GP64()).(reg.GPVirtual) }
	dst, numbers, width := param("dst"), param("numbers"), param("width")
	var v [deltaVectors]reg.VecVirtual
	for i := range v {
		v[i] = YMM()
		VMOVDQU(Mem{Base: numbers, Disp: 32 * i}, v[i])
	}
	// This works within halves of registers, so that fours of numbers end up in another
	// order.
	VPACKUSDW(v[1], v[0], v[0])
	VPACKUSDW(v[3], v[2], v[2])
	VPACKUSWB(v[2], v[0], v[0])
	joined, factors, ones, places := YMM(), YMM(), YMM(), GP64()
	VMOVDQU(order, joined)
	VPERMD(v[0], joined, joined)

	shift := func(by reg.Register) reg.VecVirtual {
		x := XMM()
		VMOVQ(by, x)
		return x
	}
	VPCMPEQD(ones, ones, ones)
	VPSRLW(Imm(15), ones, ones)
	LEAQ(Mem{Base: width, Disp: 8}, places)
	VPSLLW(shift(places), ones, factors)
	VPOR(ones, factors, factors)
	VPMADDUBSW(joined, factors, joined)

	VPSRLD(Imm(16), ones, ones)
	LEAQ(Mem{Base: width, Index: width, Scale: 1, Disp: 16}, places)
	VPSLLD(shift(places), ones, factors)
	VPOR(ones, factors, factors)
	VPMADDWD(factors, joined, joined)

	later := YMM()
	VPSRLQ(Imm(32), joined, later)
	VPSLLQ(Imm(32), joined, joined)
	VPSRLQ(Imm(32), joined, joined)
	MOVQ(width, places)
	SHLQ(Imm(2), places)
	VPSLLQ(shift(places), later, later)
	VPOR(later, joined, joined)

	upper := XMM()
	VEXTRACTI128(Imm(1), joined, upper)
	for i, two := range []Op{joined.AsX(), upper} {
		if i > 0 {
			ADDQ(width, dst)
		}
		VMOVQ(two, Mem{Base: dst})
		ADDQ(width, dst)
		VPEXTRQ(Imm(1), two, Mem{Base: dst})
	}
	VZEROUPPER()
	RET()
}

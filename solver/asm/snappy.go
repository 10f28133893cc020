package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Where tables of package snappy has its fields, which a test there holds together.
const (
	snappyPatterns = 256 * 8
	snappySteps    = snappyPatterns + 17*16
)

// snappyKernel unpacks elements of a Snappy block. Next to nothing in it is a jump that
// a processor could guess wrong: what a tag means is looked up, 16 bytes are copied
// whatever the length, from a place that is chosen without a jump, and what overlaps is
// repeated in a pattern. The next tag is loaded from both places where it may stand, so
// that this load is all that one element waits for another.
type snappyKernel struct {
	dst, src         Mem           // where the slices begin; there are too few registers
	to, from         reg.GPVirtual // where the element is unpacked and stands
	lastTo, lastFrom reg.GPVirtual
	tables           reg.GPVirtual
	tag, next        reg.GPVirtual // of this element, then of the next; where that stands
	length, offset   reg.GPVirtual
	source           reg.GPVirtual // of the bytes to copy
	meaning, other   reg.GPVirtual // temporary
	sixteen          reg.GPVirtual
	bytes            reg.VecVirtual
}

// writeSnappy writes the function that unpacks elements as long as both slices have
// room for what is copied and not needed.
func writeSnappy() {
	TEXT("elementsAVX", NOSPLIT, "func(dst *byte, filled, lastFilled int, src *byte, taken, lastTaken int, tables *byte) (nowFilled, nowTaken int)")
	param := func(name string) reg.GPVirtual { return Load(Param(name), GP64()).(reg.GPVirtual) }
	k := &snappyKernel{
		dst: NewParamAddr("dst", 0), src: NewParamAddr("src", 24),
		to: param("filled"), lastTo: param("lastFilled"), from: param("taken"), lastFrom: param("lastTaken"),
		tables: param("tables"), tag: GP64(), next: GP64(), length: GP64(), offset: GP64(),
		source: GP64(), meaning: GP64(), other: GP64(), sixteen: GP64(), bytes: XMM(),
	}
	ADDQ(k.dst, k.to)
	ADDQ(k.dst, k.lastTo)
	ADDQ(k.src, k.from)
	ADDQ(k.src, k.lastFrom)
	MOVQ(U32(16), k.sixteen)
	MOVBQZX(Mem{Base: k.from}, k.tag)

	Label("element")
	k.readTag()

	Label("copy")
	k.copyShort()

	Label("next")
	MOVQ(k.next, k.from)
	CMPQ(k.from, k.lastFrom)
	JA(LabelRef("stop"))
	CMPQ(k.to, k.lastTo)
	JBE(LabelRef("element"))

	Label("stop")
	SUBQ(k.dst, k.to)
	SUBQ(k.src, k.from)
	Store(k.to, ReturnIndex(0))
	Store(k.from, ReturnIndex(1))
	RET()

	Label("long")
	k.copyLong()
	Label("special")
	k.readFarCopy()
}

// readTag finds out what the tag stands for and loads the next. That may look 66 bytes
// far, as the next tag is loaded from behind the longest literal whatever the tag is. A
// literal has an offset of 16, which overlaps nothing, but another source.
func (k *snappyKernel) readTag() {
	kind, literal, literalNext, literalTag := GP64(), GP64(), GP64(), GP64()
	MOVQ(Mem{Base: k.tables, Index: k.tag, Scale: 8}, k.meaning)
	MOVL(k.tag.As32(), literal.As32())
	SHRL(Imm(2), literal.As32())
	MOVL(k.tag.As32(), kind.As32())
	ANDL(Imm(3), kind.As32())
	LEAQ(Mem{Base: k.from, Index: kind, Scale: 1, Disp: 1}, k.next)
	MOVBQZX(Mem{Base: k.from, Index: kind, Scale: 1, Disp: 1}, k.tag)
	LEAQ(Mem{Base: k.from, Index: literal, Scale: 1, Disp: 2}, literalNext)
	MOVBQZX(Mem{Base: k.from, Index: literal, Scale: 1, Disp: 2}, literalTag)
	TESTL(kind.As32(), kind.As32())
	CMOVQEQ(literalTag, k.tag)
	CMOVQEQ(literalNext, k.next)

	MOVWLZX(Mem{Base: k.from, Disp: 1}, k.offset.As32())
	ANDL(k.meaning.As32(), k.offset.As32())
	SHRQ(Imm(32), k.meaning)
	MOVBLZX(k.meaning.As8(), k.length.As32())
	SHRL(Imm(8), k.meaning.As32())
	ADDL(k.meaning.As32(), k.offset.As32())

	MOVQ(k.to, k.source)
	SUBQ(k.offset, k.source)
	LEAQ(Mem{Base: k.from, Disp: 1}, k.other)
	TESTL(kind.As32(), kind.As32())
	CMOVQEQ(k.other, k.source)
	TESTL(k.length.As32(), k.length.As32())
	JZ(LabelRef("special"))
}

// copyShort copies 16 bytes, if the offset is not zero and not before the beginning.
// That check stops literals too while fewer than 16 bytes are filled: the first elements
// of a block are left to the caller, which is cheaper than to tell literals apart. Of bytes that overlap, those that were unpacked are repeated.
func (k *snappyKernel) copyShort() {
	MOVQ(k.to, k.other)
	SUBQ(k.dst, k.other)
	LEAQ(Mem{Base: k.offset, Disp: -1}, k.meaning)
	CMPQ(k.meaning, k.other)
	JAE(LabelRef("stop"))
	VMOVDQU(Mem{Base: k.source}, k.bytes)
	MOVQ(k.offset, k.meaning)
	CMPQ(k.offset, k.sixteen)
	CMOVQGT(k.sixteen, k.meaning)
	SHLL(Imm(4), k.meaning.As32())
	VPSHUFB(Mem{Base: k.tables, Index: k.meaning, Scale: 1, Disp: snappyPatterns}, k.bytes, k.bytes)
	VMOVDQU(k.bytes, Mem{Base: k.to})
	CMPL(k.length.As32(), Imm(16))
	JA(LabelRef("long"))
	ADDQ(k.length, k.to)
}

// copyLong copies the rest of up to 64 bytes. Where they overlap, the pattern is
// written again and again, each time a multiple of the offset further on.
func (k *snappyKernel) copyLong() {
	CMPQ(k.offset, k.sixteen)
	JL(LabelRef("repeat"))
	for at := 16; at < 64; at += 16 {
		VMOVDQU(Mem{Base: k.source, Disp: at}, k.bytes)
		VMOVDQU(k.bytes, Mem{Base: k.to, Disp: at})
	}
	ADDQ(k.length, k.to)
	JMP(LabelRef("next"))

	Label("repeat")
	step, place := k.offset, k.source // which nobody needs any more, and there are too few registers
	MOVBQZX(Mem{Base: k.tables, Index: k.offset, Scale: 1, Disp: snappySteps}, step)
	MOVQ(k.to, place)
	ADDQ(k.length, k.to)
	Label("again")
	ADDQ(step, place)
	VMOVDQU(k.bytes, Mem{Base: place})
	CMPQ(place, k.to)
	JB(LabelRef("again"))
	JMP(LabelRef("next"))
}

// readFarCopy reads a copy with four bytes of offset. What else is special, long
// literals, is left to the caller.
func (k *snappyKernel) readFarCopy() {
	MOVBLZX(Mem{Base: k.from}, k.length.As32())
	MOVL(k.length.As32(), k.other.As32())
	ANDL(Imm(3), k.other.As32())
	CMPL(k.other.As32(), Imm(3))
	JNE(LabelRef("stop"))
	SHRL(Imm(2), k.length.As32())
	INCL(k.length.As32())
	MOVL(Mem{Base: k.from, Disp: 1}, k.offset.As32())
	LEAQ(Mem{Base: k.from, Disp: 5}, k.next)
	MOVBQZX(Mem{Base: k.from, Disp: 5}, k.tag)
	MOVQ(k.to, k.source)
	SUBQ(k.offset, k.source)
	JMP(LabelRef("copy"))
}

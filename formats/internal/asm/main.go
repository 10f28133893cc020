// Command asm writes the assembly code that counts and encodes bytes in package huffman. Run it
// with "go generate" in the directory of that package.
package main

import (
	"flag"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func main() {
	flag.Parse()
	ConstraintExpr("!purego")
	writeCountBytes()
	writeAddVectors()
	Generate()
}

const (
	// countedSymbols is the number of symbols that countVectorsAVX512 counts. Package huffman has
	// the same constant.
	countedSymbols = 12
	// countedVectors is the maximum number of vectors counted before counters are added to sums. A
	// counter is a byte, which would overflow after more vectors.
	countedVectors = 255
)

// writeCountBytes writes the function that counts how often a few symbols occur, 64 bytes at a time.
// Each symbol has a vector of 64 one-byte counters. Before the counters can overflow, they are added
// to eight sums in memory.
func writeCountBytes() {
	TEXT("countVectorsAVX512", NOSPLIT, "func(sums *[12][8]uint64, symbols *[12]byte, src *byte, vectors int)")
	param := func(name string) reg.GPVirtual { return Load(Param(name), GP64()).(reg.GPVirtual) }
	sums, symbols, src, vectors := param("sums"), param("symbols"), param("src"), param("vectors")
	one, zero, bytes := broadcastByte(1), ZMM(), ZMM()
	VPXORD(zero, zero, zero)
	var symbol, counters [countedSymbols]reg.VecVirtual
	for i := range symbol {
		symbol[i], counters[i] = ZMM(), ZMM()
		VPBROADCASTB(Mem{Base: symbols, Disp: i}, symbol[i])
	}

	Label("some")
	turn, most := GP64(), GP64()
	MOVQ(U32(countedVectors), most)
	MOVQ(vectors, turn)
	CMPQ(turn, most)
	CMOVQGT(most, turn)
	SUBQ(turn, vectors)
	for _, c := range counters {
		VPXORD(c, c, c)
	}

	Label("count")
	VMOVDQU64(Mem{Base: src}, bytes)
	for i, c := range counters {
		is := K()
		VPCMPEQB(symbol[i], bytes, is)
		VPADDB(one, c, is, c)
	}
	ADDQ(Imm(64), src)
	DECQ(turn)
	JNZ(LabelRef("count"))

	for i, c := range counters {
		sum := Mem{Base: sums, Disp: 64 * i}
		VPSADBW(zero, c, c)
		VPADDQ(sum, c, c)
		VMOVDQU64(c, sum)
	}
	TESTQ(vectors, vectors)
	JNZ(LabelRef("some"))
	VZEROUPPER()
	RET()
}

// writeAddVectors writes the function that encodes vectors of 64 symbols and adds the codes to a
// stream, starting with the last symbol. The function looks up the codes and lengths of 64 symbols
// in parallel. It then joins adjacent codes until each of eight words holds the codes of eight
// symbols. In a word, the codes of later symbols are in lower bits.
//
// A word that starts in the middle of a byte is shifted accordingly. It has at least 8 bits, so it
// completes the byte in which it starts. Its incomplete last byte therefore holds only its own
// bits, and all words can pass their last bytes to the next words at the same time. Finally, the
// function stores the complete bytes of all words without gaps.
func writeAddVectors() {
	reversed := wordsTable("reversedWords", func(i int) uint64 { return uint64(7 - i) })
	TEXT("addVectorsAVX512", NOSPLIT, "func(space, src *byte, vectors int, codes, lengths *[64]uint8, open uint64, held uint) (n int, stillOpen uint64, stillHeld uint)")
	param := func(name string) reg.GPVirtual { return Load(Param(name), GP64()).(reg.GPVirtual) }
	space, end, vectors := param("space"), param("src"), param("vectors")
	codes, lengths, backwards := ZMM(), ZMM(), ZMM()
	VMOVDQU64(Mem{Base: param("codes")}, codes)
	VMOVDQU64(Mem{Base: param("lengths")}, lengths)
	VMOVDQU64(reversed, backwards)
	// The last word of open is the incomplete last byte of the previous vector. Every word of held
	// is the number of bits in this byte.
	open, held := ZMM(), ZMM()
	VPBROADCASTQ(param("open"), open)
	VPBROADCASTQ(param("held"), held)
	zero, seven, wholeBytes := ZMM(), ZMM(), ZMM()
	VPXORD(zero, zero, zero)
	broadcastWord(7, seven)
	broadcastWord(56, wholeBytes)
	join, pack := newJoiner(), newBytePacker()
	offset, start := GP64(), GP64()
	MOVQ(vectors, offset)
	SHLQ(Imm(6), offset)
	ADDQ(offset, end)
	MOVQ(space, start)

	Label("vector")
	SUBQ(Imm(64), end)
	code, length, total := ZMM(), ZMM(), ZMM()
	VPERMQ(Mem{Base: end}, backwards, code) // the last symbols are in the first word
	VPERMB(lengths, code, length)
	VPERMB(codes, code, code)
	VPSADBW(zero, length, total)
	join.words(code, length)

	ends := ZMM() // bit position after each word
	shifts, before := ZMM(), ZMM()
	VMOVDQA64(total, ends)
	for _, n := range []uint8{1, 2, 4} {
		VALIGNQ(Imm(uint64(8-n)), zero, ends, before)
		VPADDQ(before, ends, ends)
	}
	VPADDQ(held, ends, ends)
	VPSUBQ(total, ends, shifts)
	VPANDQ(seven, shifts, shifts)
	VPSLLVQ(shifts, code, code)
	VPADDQ(shifts, total, total)
	VPANDQ(wholeBytes, total, total)
	stillOpen := ZMM()
	VPSRLVQ(total, code, stillOpen)
	VALIGNQ(Imm(7), open, stillOpen, before)
	VPORQ(before, code, code)
	VMOVDQA64(stillOpen, open)
	pack.store(code, total, Mem{Base: space})

	lastEnd := ZMM()
	VPERMQ(ends, seven, lastEnd)
	VPANDQ(seven, lastEnd, held)
	VMOVQ(lastEnd.AsX(), offset)
	SHRQ(Imm(3), offset)
	ADDQ(offset, space)
	DECQ(vectors)
	JNZ(LabelRef("vector"))

	SUBQ(start, space)
	Store(space, ReturnIndex(0))
	VPERMQ(open, seven, open)
	Store(open.AsX(), ReturnIndex(1))
	Store(held.AsX(), ReturnIndex(2))
	VZEROUPPER()
	RET()
}

// wordsTable writes a table of eight 64-bit words.
func wordsTable(name string, word func(i int) uint64) Mem {
	table := GLOBL(name, RODATA|NOPTR)
	for i := range 8 {
		DATA(8*i, U64(word(i)))
	}
	return table
}

// bytePacker stores only the complete bytes of each word, without gaps. For example, a word of 20
// bits has two complete bytes.
type bytePacker struct{ first, places reg.VecVirtual }

func newBytePacker() *bytePacker {
	p := &bytePacker{ZMM(), ZMM()}
	VMOVDQU64(wordsTable("firstBytes", func(i int) uint64 { return uint64(i%2) * 8 * 0x01010101_01010101 }), p.first)
	VMOVDQU64(wordsTable("bytePlaces", func(int) uint64 { return 0x38302820_18100800 }), p.places)
	return p
}

// store stores the complete bytes of words without gaps. bits holds the number of bits in each
// word. store always writes 64 bytes, and overwrites words and bits.
func (p *bytePacker) store(words, bits reg.VecVirtual, to Mem) {
	const less = 1
	wanted := K()
	VPSHUFB(p.first, bits, bits)
	VPCMPUB(Imm(less), bits, p.places, wanted)
	// The library that writes assembly does not have a function for this instruction.
	Instruction(&ir.Instruction{
		Opcode: "VPCOMPRESSB", Suffixes: []string{"Z"}, Operands: []Op{words, wanted, words},
		Inputs: []Op{words, wanted}, Outputs: []Op{words}, ISA: []string{"AVX512_VBMI2"},
	})
	VMOVDQU64(words, to)
}

// broadcastByte returns a register with b in every byte.
func broadcastByte(b byte) reg.VecVirtual {
	g, to := GP32(), ZMM()
	MOVL(U32(uint32(b)), g)
	VPBROADCASTB(g, to)
	return to
}

// broadcastWord sets every word of a register to n.
func broadcastWord(n uint32, to reg.VecVirtual) {
	g := GP64()
	MOVQ(U32(n), g)
	VPBROADCASTQ(g, to)
}

// joiner joins the two codes in each element of a vector. The later code is in the upper half. The
// earlier code is shifted up by the length of the later code.
type joiner struct{ ones8, ones16, low8, low16, low32 reg.VecVirtual }

func newJoiner() *joiner {
	j := &joiner{broadcastByte(1), ZMM(), ZMM(), ZMM(), ZMM()}
	VPTERNLOGD(Imm(0xff), j.low32, j.low32, j.low32)
	VPSRLW(Imm(15), j.low32, j.ones16)
	VPSRLW(Imm(8), j.low32, j.low8)
	VPSRLD(Imm(16), j.low32, j.low16)
	VPSRLQ(Imm(32), j.low32, j.low32)
	return j
}

// words joins one-byte codes into words of eight codes. It overwrites length.
func (j *joiner) words(code, length reg.VecVirtual) {
	later, shift := ZMM(), ZMM()
	VPSRLW(Imm(8), code, later)
	VPSRLW(Imm(8), length, shift)
	VPANDD(j.low8, code, code)
	VPSLLVW(shift, code, code)
	VPORD(later, code, code)
	VPMADDUBSW(j.ones8, length, length)

	VPSRLD(Imm(16), code, later)
	VPSRLD(Imm(16), length, shift)
	VPANDD(j.low16, code, code)
	VPSLLVD(shift, code, code)
	VPORD(later, code, code)
	VPMADDWD(j.ones16, length, length)

	VPSRLQ(Imm(32), code, later)
	VPSRLQ(Imm(32), length, shift)
	VPANDD(j.low32, code, code)
	VPSLLVQ(shift, code, code)
	VPORD(later, code, code)
}

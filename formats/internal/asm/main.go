// Asm writes the assembly code that package huffman uses to count and encode bytes. Run it with "go
// generate" in the directory of that package.
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
	// countedVectors is the maximum number of vectors that one-byte counters can count.
	countedVectors = 255
)

// writeCountBytes writes the function that counts the occurrences of a few symbols. Each symbol has
// a vector of 64 one-byte counters, and eight sums in memory. Before a counter can overflow, the
// counters are added to the sums.
func writeCountBytes() {
	TEXT("countVectorsAVX512", NOSPLIT, "func(sums *[12][8]uint64, symbols *[12]byte, src *byte, vectors int)")
	param := func(name string) reg.GPVirtual { return Load(Param(name), GP64()).(reg.GPVirtual) }
	sums, symbols, src, vectors := param("sums"), param("symbols"), param("src"), param("vectors")
	one, zero, bytes := broadcast(0x01010101_01010101), broadcast(0), ZMM()
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

// writeAddVectors writes the function that appends the codes of vectors of 64 symbols to a stream,
// starting with the last symbol. The function looks up the codes and lengths of 64 symbols in
// parallel. It then joins adjacent codes until each of eight words holds the codes of eight
// symbols. Within a word, the codes of later symbols are in lower bits.
//
// Each word is shifted to its place in the stream. This place can start in the middle of a byte.
// The eight codes of a word have at least 8 bits in total. Each word therefore completes its first
// byte, and shares its last byte only with the next word. In one step, all words pass their
// incomplete last bytes to the next words. Finally, the function stores the complete bytes of all
// words without gaps.
func writeAddVectors() {
	TEXT("addVectorsAVX512", NOSPLIT, "func(space, src *byte, vectors int, codes, lengths *[64]uint8, open uint64, held uint) (n int, stillOpen uint64, stillHeld uint)")
	param := func(name string) reg.GPVirtual { return Load(Param(name), GP64()).(reg.GPVirtual) }
	space, end, vectors := param("space"), param("src"), param("vectors")
	codes, lengths := ZMM(), ZMM()
	VMOVDQU64(Mem{Base: param("codes")}, codes)
	VMOVDQU64(Mem{Base: param("lengths")}, lengths)
	backwards := wordsTable("reversedWords", func(i int) uint64 { return uint64(7 - i) })
	// Word 7 of open is the incomplete byte at the end of the stream. Each word of held is the
	// number of bits in that byte.
	open, held := ZMM(), ZMM()
	VPBROADCASTQ(param("open"), open)
	VPBROADCASTQ(param("held"), held)
	zero, seven, wholeBytes := broadcast(0), broadcast(7), broadcast(56)
	steps := newJoinSteps()
	firstBytes := wordsTable("firstBytes", func(i int) uint64 { return uint64(i%2) * 8 * 0x01010101_01010101 })
	bytePlaces := broadcast(0x38302820_18100800)
	offset, start := GP64(), GP64()
	MOVQ(vectors, offset)
	SHLQ(Imm(6), offset)
	ADDQ(offset, end)
	MOVQ(space, start)

	Label("vector")
	SUBQ(Imm(64), end)
	code, length, total := ZMM(), ZMM(), ZMM()
	VPERMQ(Mem{Base: end}, backwards, code) // word 0 of code gets the last eight symbols
	VPERMB(lengths, code, length)
	VPERMB(codes, code, code)
	VPSADBW(zero, length, total)
	for _, s := range steps {
		s.join(code, length)
	}

	ends, shifts, before := ZMM(), ZMM(), ZMM() // ends: number of bits from the output address to the end of each word
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
	storeBytes(code, total, firstBytes, bytePlaces, Mem{Base: space})

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

// wordsTable writes a table of eight 64-bit words and returns a register that holds them.
func wordsTable(name string, word func(i int) uint64) reg.VecVirtual {
	table, to := GLOBL(name, RODATA|NOPTR), ZMM()
	for i := range 8 {
		DATA(8*i, U64(word(i)))
	}
	VMOVDQU64(table, to)
	return to
}

// storeBytes stores the complete bytes of all words without gaps. For each word, bits holds the
// number of bits in its complete bytes, such as 16 for a word of 20 bits. For firstBytes
// and bytePlaces, see writeAddVectors. storeBytes writes 64 bytes. It overwrites words and bits.
func storeBytes(words, bits, firstBytes, bytePlaces reg.VecVirtual, to Mem) {
	const less = 1
	wanted := K()
	VPSHUFB(firstBytes, bits, bits)
	VPCMPUB(Imm(less), bits, bytePlaces, wanted)
	// The avo library has no function for this instruction.
	Instruction(&ir.Instruction{
		Opcode: "VPCOMPRESSB", Suffixes: []string{"Z"}, Operands: []Op{words, wanted, words},
		Inputs: []Op{words, wanted}, Outputs: []Op{words}, ISA: []string{"AVX512_VBMI2"},
	})
	VMOVDQU64(words, to)
}

// broadcast returns a register with the given value in every word.
func broadcast(word uint64) reg.VecVirtual {
	g, to := GP64(), ZMM()
	MOVQ(U64(word), g)
	VPBROADCASTQ(g, to)
	return to
}

// A joinStep joins the two codes in each element of a vector. Three steps, for elements of 16, 32
// and 64 bits, join one-byte codes into words of eight codes.
type joinStep struct {
	half        uint64          // number of bits in half an element
	right, left func(ops ...Op) // shift each element
	low         reg.VecVirtual  // selects the lower half of each element
	sum         func(ops ...Op) // adds the lengths of the two codes in each element; nil in the last step
	ones        reg.VecVirtual  // 1 in each half of an element, because sum multiplies the lengths by ones before it adds them
}

func newJoinSteps() []joinStep {
	return []joinStep{
		{8, VPSRLW, VPSLLVW, broadcast(0x00ff_00ff_00ff_00ff), VPMADDUBSW, broadcast(0x01010101_01010101)},
		{16, VPSRLD, VPSLLVD, broadcast(0x0000ffff_0000ffff), VPMADDWD, broadcast(0x0001_0001_0001_0001)},
		{32, VPSRLQ, VPSLLVQ, broadcast(0xffffffff), nil, nil},
	}
}

// join joins the codes in each element of code and updates length. The later code moves from the
// upper half to the lowest bits. The earlier code is shifted up by the length of the later code.
func (s *joinStep) join(code, length reg.VecVirtual) {
	later, shift := ZMM(), ZMM()
	s.right(Imm(s.half), code, later)
	s.right(Imm(s.half), length, shift)
	VPANDD(s.low, code, code)
	s.left(shift, code, code)
	VPORD(later, code, code)
	if s.sum != nil {
		s.sum(s.ones, length, length)
	}
}

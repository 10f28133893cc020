package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Offsets of the fields of ladder.state, and the size of a set of cells. A test in package ladder
// checks them.
const (
	stateMay, stateOpen = 0, 144
	setBytes            = 16
)

// The truth tables of "at least one of three" and "at least two of three".
const (
	either3 = first | second | third
	two3    = first&second | first&third | second&third
)

// singles is the state of the generator while it writes the code that places singles. Each band has
// a register with nine 32-bit lanes, one per digit. As in ladder.Cells, a row has ten bits.
type singles struct {
	may, open             [3]reg.VecVirtual
	nine, tenth           reg.VecVirtual    // bits of each row: the first nine, and the tenth
	row, firsts           reg.VecVirtual    // bits of one row: all nine columns, and columns 0, 3 and 6
	naked, alone, at, all [3]reg.VecVirtual // naked singles, hidden singles, cells to fill with each digit, and all cells to fill
	wrong                 reg.VecVirtual    // nonzero if there is a contradiction
}

// writeSingles writes the AVX-512 version of propagatePlain (see ../ladder/propagate.go). This
// version may find a contradiction one wave later than propagatePlain.
func writeSingles() {
	TEXT("propagateAVX512", NOSPLIT, "func(s *byte, most int) (waves int)")
	at := Load(Param("s"), GP64()).(reg.GPVirtual)
	var s singles
	s.nine, s.tenth = constant(0x1ff*(1|1<<10|1<<20)), constant(0x200*(1|1<<10|1<<20))
	s.row, s.firsts = constant(0x1ff), constant(0o111)
	s.load(at)
	waves, most := GP64(), Load(Param("most"), GP64())
	XORQ(waves, waves)
	Label("wave")
	s.findNaked()
	s.findAlone()
	s.collect()
	s.place()
	INCQ(waves)
	CMPQ(waves, most)
	JLT(LabelRef("wave"))
	JMP(LabelRef("stuck"))

	Label("contradiction")
	VZEROUPPER()
	minusOne := GP64()
	MOVQ(I32(-1), minusOne)
	Store(minusOne, ReturnIndex(0))
	RET()

	Label("stuck")
	s.store(at)
	VZEROUPPER()
	Store(waves, ReturnIndex(0))
	RET()
}

// constant returns a register with n in each lane.
func constant(n uint32) reg.VecVirtual {
	general, v := GP32(), ZMM()
	MOVL(U32(n), general)
	VPBROADCASTD(general, v)
	return v
}

// logic returns f(a, b, c) in a register. table is the truth table of f, a bitwise function.
func logic(table uint8, a, b, c Op) reg.VecVirtual {
	v := ZMM()
	VMOVDQA64(a, v)
	VPTERNLOGD(U8(table), c, b, v)
	return v
}

// into sets a to f(a, b, c). table is the truth table of f, a bitwise function.
func into(a reg.VecVirtual, table uint8, b, c Op) { VPTERNLOGD(U8(table), c, b, a) }

func and(a, b Op) reg.VecVirtual          { v := ZMM(); VPANDD(a, b, v); return v }
func or(a, b Op) reg.VecVirtual           { v := ZMM(); VPORD(a, b, v); return v }
func sum(a, b Op) reg.VecVirtual          { v := ZMM(); VPADDD(a, b, v); return v }
func less(a, b Op) reg.VecVirtual         { v := ZMM(); VPSUBD(b, a, v); return v }
func right(a Op, n uint64) reg.VecVirtual { v := ZMM(); VPSRLD(Imm(n), a, v); return v }
func left(a Op, n uint64) reg.VecVirtual  { v := ZMM(); VPSLLD(Imm(n), a, v); return v }
func rows(columns Op) reg.VecVirtual {
	return logic(either3, columns, left(columns, 10), left(columns, 20))
}
func eitherOf(a [3]reg.VecVirtual) reg.VecVirtual { return logic(either3, a[0], a[1], a[2]) }

// exchanges lists four functions. They exchange lanes that are 8, 4, 2 and 1 apart. To combine all
// sixteen lanes, apply each function in turn, and combine its result with its argument.
var exchanges = [4]func(from, to reg.VecVirtual){
	func(from, to reg.VecVirtual) { VSHUFI64X2(U8(0x4e), from, from, to) },
	func(from, to reg.VecVirtual) { VSHUFI64X2(U8(0xb1), from, from, to) },
	func(from, to reg.VecVirtual) { VPSHUFD(U8(0x4e), from, to) },
	func(from, to reg.VecVirtual) { VPSHUFD(U8(0xb1), from, to) },
}

// findNaked finds the open cells that have only one candidate. It also finds contradictions: open
// cells without candidates, and solved cells with two digits.
func (s *singles) findNaked() {
	s.wrong = nil
	for b, may := range s.may {
		var one, two reg.VecVirtual
		for i, exchange := range exchanges {
			other := ZMM()
			if i == 0 {
				exchange(may, other)
				two, one = and(may, other), or(may, other)
				continue
			}
			exchange(one, other)
			otherTwo := ZMM()
			exchange(two, otherTwo)
			into(two, first|second&third, one, other)
			two, one = or(two, otherTwo), or(one, other)
		}
		s.naked[b] = logic(first&^second, s.open[b], two, two)
		empty := logic(first&^second|third&^first, s.open[b], one, two)
		s.addWrong(empty)
	}
}

func (s *singles) addWrong(v reg.VecVirtual) {
	if s.wrong == nil {
		s.wrong = v
	} else {
		s.wrong = or(s.wrong, v)
	}
}

// findAlone finds the cells that are the only place for a digit in a house. It also finds
// contradictions: houses without a place for a digit, and solved cells whose digit has another
// place in the same house.
func (s *singles) findAlone() {
	var inRow, any, two, inBox, anyBox, less1 [3]reg.VecVirtual
	for b, may := range s.may {
		// Adding 511 decrements the nine bits of a row, and sets the tenth bit if the row was not
		// empty.
		less1[b] = sum(may, s.nine)
		again := sum(and(may, less1[b]), s.nine)
		one := logic(first&^second&third, less1[b], again, s.tenth)
		inRow[b] = less(one, right(one, 9))
		x, y := right(may, 10), right(may, 20)
		any[b] = and(logic(either3, may, x, y), s.row)
		two[b] = and(logic(two3, may, x, y), s.row)
	}
	column := eitherOf(any)
	several := or(logic(two3, any[0], any[1], any[2]), eitherOf(two))
	inColumn := rows(logic(first&^second, column, several, several))
	for b := range s.may {
		x, y := right(any[b], 1), right(any[b], 2)
		anyBox[b] = and(logic(either3, any[b], x, y), s.firsts)
		severalInBox := or(logic(two3, any[b], x, y), logic(either3, two[b], right(two[b], 1), right(two[b], 2)))
		one := logic(first&^second, anyBox[b], severalInBox, severalInBox)
		inBox[b] = rows(less(left(one, 3), one))
		s.alone[b] = logic(either3, inRow[b], inColumn, inBox[b])
		inAll := logic(first&second&third, inRow[b], inColumn, inBox[b])
		s.addWrong(logic(first&^second&^third, s.may[b], s.open[b], inAll))
	}
	missing := logic(0xff&^(first&second&third), less1[0], less1[1], less1[2])
	missing = and(missing, s.tenth)
	into(missing, first|(second^third), column, s.row)
	into(missing, first|(second^third), logic(first&second&third, anyBox[0], anyBox[1], anyBox[2]), s.firsts)
	wrong, missed := lanes(s.wrong), lanes(missing)
	ANDL(U32(0x1ff), missed)
	ORL(wrong, missed)
	JNZ(LabelRef("contradiction"))
}

// lanes returns the set of lanes of v that are not zero.
func lanes(v reg.VecVirtual) reg.GPVirtual {
	k, bits := K(), GP32()
	VPTESTMD(v, v, k)
	KMOVW(k, bits)
	return bits
}

// collect determines which digits to place in which cells.
func (s *singles) collect() {
	for b := range s.may {
		at := logic(first&second|third, s.alone[b], s.open[b], s.naked[b])
		s.at[b] = and(at, s.may[b])
		s.all[b] = s.at[b]
		for _, exchange := range exchanges {
			other := ZMM()
			exchange(s.all[b], other)
			s.all[b] = or(s.all[b], other)
		}
	}
	some := lanes(eitherOf(s.all))
	TESTL(some, some)
	JZ(LabelRef("stuck"))
}

// place removes each placed digit from the peers of its cell, and all other digits from the cell
// itself.
func (s *singles) place() {
	var any, rest [3]reg.VecVirtual
	for b, at := range s.at {
		some := and(sum(at, s.nine), s.tenth)
		rest[b] = or(less(some, right(some, 9)), s.all[b])
		any[b] = and(logic(either3, at, right(at, 10), right(at, 20)), s.row)
	}
	column := eitherOf(any)
	for b, at := range s.at {
		box := and(logic(either3, any[b], right(any[b], 1), right(any[b], 2)), s.firsts)
		columns := or(less(left(box, 3), box), column)
		into(rest[b], either3, rows(columns), rest[b])
		into(s.may[b], first&^second|third, rest[b], at)
		into(s.open[b], first&^second, s.all[b], s.all[b])
	}
}

// load reads all sets from memory. The low word of a set holds its first two bands.
func (s *singles) load(at reg.GPVirtual) {
	low, high := ZMM(), ZMM()
	next := ZMM()
	VMOVDQU64(Mem{Base: at, Disp: stateMay}, low)
	VMOVDQU64(Mem{Base: at, Disp: stateMay + 64}, next)
	VMOVDQA64(low, high)
	VPERMT2Q(next, permutation("evenWords", 0, 2, 4, 6, 8, 10, 12, 14), low)
	VPERMT2Q(next, permutation("oddWords", 1, 3, 5, 7, 9, 11, 13, 15), high)
	mask := ZMM()
	thirty := GP64()
	MOVQ(U64(1<<30-1), thirty)
	VPBROADCASTQ(thirty, mask)
	bands := [3]reg.VecVirtual{ZMM(), ZMM(), high}
	VPANDQ(low, mask, bands[0])
	VPSRLQ(Imm(30), low, bands[1])
	last, open := wordsOf(at, stateMay+8*setBytes), wordsOf(at, stateOpen)
	for b := range s.may {
		eight, ninth := YMM(), XMM()
		VPMOVQD(bands[b], eight)
		VMOVD(last[b], ninth)
		s.may[b], s.open[b] = ZMM(), ZMM()
		VINSERTI64X4(U8(1), ninth.AsY(), eight.AsZ(), s.may[b])
		VPBROADCASTD(open[b], s.open[b])
	}
}

// wordsOf returns the three bands of the set at offset, each in the low bits of a register.
func wordsOf(at reg.GPVirtual, offset int) (bands [3]reg.GPVirtual) {
	low, second, high := GP64(), GP64(), GP64()
	MOVQ(Mem{Base: at, Disp: offset}, low)
	MOVQ(low, second)
	SHRQ(Imm(30), second)
	ANDL(U32(1<<30-1), low.As32())
	MOVQ(Mem{Base: at, Disp: offset + 8}, high)
	return [3]reg.GPVirtual{low.As32().(reg.GPVirtual), second.As32().(reg.GPVirtual), high.As32().(reg.GPVirtual)}
}

// store writes all sets back to memory.
func (s *singles) store(at reg.GPVirtual) {
	var wide [3]reg.VecVirtual
	var last, open [3]reg.GPVirtual
	for b := range s.may {
		wide[b] = ZMM()
		VPMOVZXDQ(s.may[b].AsY(), wide[b])
		ninth := YMM()
		VEXTRACTI64X4(U8(1), s.may[b], ninth)
		last[b], open[b] = GP64(), GP64()
		VMOVD(ninth.AsX(), last[b].As32())
		VMOVD(s.open[b].AsX(), open[b].As32())
	}
	low, high := ZMM(), ZMM()
	VPSLLQ(Imm(30), wide[1], low)
	VPORQ(low, wide[0], low)
	VMOVDQA64(low, high)
	VPERMT2Q(wide[2], permutation("lowerWords", 0, 8, 1, 9, 2, 10, 3, 11), low)
	VPERMT2Q(wide[2], permutation("upperWords", 4, 12, 5, 13, 6, 14, 7, 15), high)
	VMOVDQU64(low, Mem{Base: at, Disp: stateMay})
	VMOVDQU64(high, Mem{Base: at, Disp: stateMay + 64})
	storeWords(last, at, stateMay+8*setBytes)
	storeWords(open, at, stateOpen)
}

// storeWords writes a set back to memory.
func storeWords(bands [3]reg.GPVirtual, at reg.GPVirtual, offset int) {
	SHLQ(Imm(30), bands[1])
	ORQ(bands[1], bands[0])
	MOVQ(bands[0], Mem{Base: at, Disp: offset})
	MOVQ(bands[2], Mem{Base: at, Disp: offset + 8})
}

// permutation returns a register that holds the given indices, for use with VPERMT2Q.
func permutation(name string, words ...int) reg.VecVirtual {
	v := ZMM()
	VMOVDQU64(table(name, len(words), func(i int) Constant { return U64(words[i]) }), v)
	return v
}

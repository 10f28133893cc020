package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The functions below turn vectors that hold one state, cell after cell, into
// sets of cells: 64 in the first word and the rest in the second.

// nonzeroCells returns the cells that are not zero in vectors of words.
func (m *machine) nonzeroCells(words []reg.VecVirtual) [2]reg.GPVirtual {
	low, high := GP64(), GP64()
	if m.avx512() {
		var masks [3]reg.OpmaskVirtual
		for i, w := range words {
			masks[i] = K()
			VPTESTMW(w, w, masks[i])
		}
		both := K()
		KUNPCKDQ(masks[0], masks[1], both)
		KMOVQ(both, low)
		KMOVQ(masks[2], high)
		return [2]reg.GPVirtual{low, high}
	}
	third := func(i int) reg.GPVirtual {
		x, y, mask := YMM(), YMM(), GP32()
		VPCMPEQW(m.zero, words[2*i], x)
		VPCMPEQW(m.zero, words[2*i+1], y)
		VPACKSSWB(y, x, x)
		VPERMQ(Imm(0xd8), x, x)
		VPMOVMSKB(x, mask)
		return mask.As64().(reg.GPVirtual)
	}
	complementCells(low, high, third)
	return [2]reg.GPVirtual{low, high}
}

// complementCells joins three masks of 32 cells and complements them.
func complementCells(low, high reg.GPVirtual, third func(int) reg.GPVirtual) {
	if low != nil {
		MOVQ(third(1), low)
		SHLQ(Imm(32), low)
		ORQ(third(0), low)
		NOTQ(low)
	}
	if high != nil {
		// Only 17 cells are left, so the upper half of the word may not be set.
		MOVL(third(2).As32(), high.As32())
		NOTL(high.As32())
	}
}

// lowBytes loads digits 1 to 8 of the state as bytes, which takes a third less
// registers than words.
func (c *chooser) lowBytes() []reg.VecVirtual {
	if c.avx512() {
		var thirds [3]reg.VecVirtual
		for i := range thirds {
			thirds[i] = c.loadUnaligned(Mem{Base: c.state, Disp: 64 * i})
			VPMOVWB(thirds[i], thirds[i].AsY())
		}
		VINSERTI64X4(Imm(1), thirds[1].AsY(), thirds[0], thirds[0])
		return []reg.VecVirtual{thirds[0], thirds[2]}
	}
	mask := c.broadcast(0xff)
	bytes := make([]reg.VecVirtual, 3)
	for i := range bytes {
		x, y := YMM(), YMM()
		VPAND(Mem{Base: c.state, Disp: 64 * i}, mask, x)
		VPAND(Mem{Base: c.state, Disp: 64*i + 32}, mask, y)
		VPACKUSWB(y, x, x)
		VPERMQ(Imm(0xd8), x, x)
		bytes[i] = x
	}
	return bytes
}

// sharing returns the cells, of one word of a set, that have a digit of the
// vector low, which holds the same byte everywhere.
func (c *chooser) sharing(low reg.VecVirtual, cells []reg.VecVirtual, half int) reg.GPVirtual {
	set := GP64()
	if c.avx512() {
		k := K()
		VPTESTMB(low, cells[half], k)
		KMOVQ(k, set)
		return set
	}
	third := func(i int) reg.GPVirtual {
		x, mask := YMM(), GP32()
		VPAND(low, cells[i], x)
		VPCMPEQB(c.zero, x, x)
		VPMOVMSKB(x, mask)
		return mask.As64().(reg.GPVirtual)
	}
	if half == 0 {
		complementCells(set, nil, third)
	} else {
		complementCells(nil, set, third)
	}
	return set
}

package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Offsets in the Go type choice.
const (
	choiceStates  = 0
	choiceScratch = 8
	choiceSlot    = 16
	choiceCell    = choiceSlot + 4*32
)

// The parts of the scratch memory of a choice, in rows: a row for each cell of the states
// that are scored, of its weight for cells in the same row or column, for others in its
// box, and of its score.
const (
	choiceCells = 0
	choiceLine  = choiceCells + 88
	choiceBox   = choiceLine + 81
	choiceScore = choiceBox + 81
)

// What a peer adds to a score, and what is taken off: see ../lanes_choose.go. Scores start
// at a number that keeps them from falling below zero.
const (
	lineFew, lineNext, lineOther = 18, 8, 4
	boxFew, boxOther             = 26, 15
	mixed                        = 25
	startScore                   = 2 * mixed
)

// chooser scores the cells of as many states as a vector has lanes.
type chooser struct {
	*machine
	choice, from reg.GPVirtual // the list, and the first of its states to score
	at           reg.GPVirtual // the scratch memory, and where a loop has come to in it
}

// writeChoose writes the function that names the cells where states branch; see
// chooseScalar. It scores all cells of all states, as the pass does.
func writeChoose(m *machine) {
	TEXT(m.function("choose"), NOSPLIT, "func(c *byte, from int)")
	c := chooser{machine: m, choice: GP64(), from: GP64(), at: GP64()}
	Load(Param("c"), c.choice)
	Load(Param("from"), c.from)
	c.constants()
	c.gather()
	c.findFewest()
	c.weigh()
	c.scoreHouses("boxes", choiceBox, house{at: threeByThree, peers: apart, across: 3, down: 27})
	c.scoreHouses("columns", choiceLine, house{at: inColumn, peers: otherThird, across: 1, down: 3, lines: true})
	c.scoreHouses("rows", choiceLine, house{at: inRow, peers: otherThird, across: 9, down: 27, lines: true})
	c.findBest()
	VZEROUPPER()
	RET()
}

// row returns the memory of a row that lies so far from where the loop is.
func (c *chooser) row(part, cell int) Mem {
	return Mem{Base: c.at, Disp: (part + cell) * c.bytes}
}

// start sets at to the start of the scratch memory.
func (c *chooser) start() { MOVQ(Mem{Base: c.choice, Disp: choiceScratch}, c.at) }

// forCells writes a loop over the cells.
func (c *chooser) forCells(label string, body func()) {
	n := GP64()
	c.start()
	MOVQ(U32(81), n)
	Label(c.function(label))
	body()
	ADDQ(Imm(uint64(c.bytes)), c.at)
	DECQ(n)
	JNZ(LabelRef(c.function(label)))
}

// gather transposes the states into rows.
func (c *chooser) gather() {
	slots := GP64()
	LEAQ(Mem{Base: c.choice, Disp: choiceSlot, Index: c.from, Scale: 4}, slots)
	states := statePointers(c.bytes/2, Mem{Base: c.choice, Disp: choiceStates}, Mem{Base: slots})
	block, p := GP64(), GP64()
	c.start()
	XORQ(block, block)
	Label(c.function("gather"))
	var rows [8]reg.VecVirtual
	for q := range c.bytes / 16 {
		for i := range rows {
			MOVQ(states.Offset(8*(8*q+i)), p)
			from := Mem{Base: p, Index: block, Scale: 1}
			switch {
			case q == 0 && c.avx512():
				rows[i] = ZMM()
				VBROADCASTI32X4(from, rows[i])
			case q == 0:
				rows[i] = YMM()
				VBROADCASTI128(from, rows[i])
			case c.avx512():
				VINSERTI32X4(Imm(uint64(q)), from, rows[i], rows[i])
			default:
				VINSERTI128(Imm(uint64(q)), from, rows[i], rows[i])
			}
		}
	}
	for i, row := range c.transpose8(rows) {
		c.store(row, c.row(choiceCells, i))
	}
	ADDQ(U32(8*c.bytes), c.at)
	ADDQ(Imm(blockBytes), block)
	CMPQ(block, U32(blocks*blockBytes))
	JNE(LabelRef(c.function("gather")))
}

// findFewest takes as many candidates from all cells of a state as leave one in those that
// have the fewest, not counting those that had one. What is left goes where the weights
// will be. Nearly always one round does, which takes one candidate each.
func (c *chooser) findFewest() {
	take, fewest, any := c.load(c.ones), c.vector(), c.vector()
	one, part := c.broadcast(1), GP64()
	MOVQ(U32(choiceCells*c.bytes), part)
	Label(c.function("fewer"))
	c.store(c.zero, fewest)
	c.store(c.zero, any)
	c.forCells("take", func() {
		cell, left := c.load(Mem{Base: c.at, Index: part, Scale: 1}), c.vector()
		VPADDW(take, cell, left)
		c.into(left, left, cell, VPANDQ, VPAND)
		c.store(left, c.row(choiceLine, 0))
		c.orInto(any, left)
		c.orDifference(fewest, c.atMost(left, one), c.atMost(c.withoutLowest(left), one))
	})
	MOVQ(U32(choiceLine*c.bytes), part)
	// The next round is for states without a pair, while they have candidates left.
	c.store(c.zeroUnlessEmpty(fewest, any), take)
	more := c.zeroLanes(take)
	NOTL(more)
	if !c.avx512() {
		MOVWLZX(more.As16(), more)
	}
	TESTL(more, more)
	JNZ(LabelRef(c.function("fewer")))
}

// atMost returns the smaller of v and limit in each lane.
func (c *chooser) atMost(v, limit reg.VecVirtual) reg.VecVirtual {
	to := c.vector()
	VPMINUW(limit, v, to)
	return to
}

// weigh turns what is left in each cell into its weights.
func (c *chooser) weigh() {
	one, top := c.broadcast(1), c.broadcast(0x8000)
	line := c.byteTable(lineOther, lineFew, lineNext, lineOther)
	box := c.byteTable(boxOther, boxFew, boxOther, boxOther)
	c.forCells("weigh", func() {
		left := c.load(c.row(choiceLine, 0))
		number := c.atMost(left, one) // how many are left: none, one, two or more
		for range 2 {
			left = c.withoutLowest(left)
			VPADDW(c.atMost(left, one), number, number)
		}
		c.orInto(number, top) // the upper byte of a weight is zero
		for _, w := range []struct {
			table reg.VecVirtual
			part  int
		}{{line, choiceLine}, {box, choiceBox}} {
			weight := c.vector()
			VPSHUFB(number, w.table, weight)
			c.store(weight, c.row(w.part, 0))
		}
	})
}

// byteTable returns a table of four bytes for VPSHUFB.
func (c *chooser) byteTable(t0, t1, t2, t3 uint32) reg.VecVirtual {
	g, x, to := GP32(), XMM(), c.vector()
	MOVL(U32(t0|t1<<8|t2<<16|t3<<24), g)
	VMOVD(g, x)
	VPBROADCASTD(x, to)
	return to
}

// house says how nine houses are walked. Cells and distances are in rows of memory.
type house struct {
	at           func(i int) int     // where cell i lies, from the first
	peers        func(i, j int) bool // whether i and j are peers that count
	across, down int                 // from one house to the next, and from three of them to the next
	lines        bool                // rows or columns, and not boxes
}

func inRow(i int) int          { return i }
func inColumn(i int) int       { return 9 * i }
func threeByThree(i int) int   { return i/3*9 + i%3 }
func otherThird(i, j int) bool { return i/3 != j/3 }
func apart(i, j int) bool      { return i/3 != j/3 && i%3 != j%3 }

// scoreHouses adds the weights of peers in nine houses to the scores of their cells.
func (c *chooser) scoreHouses(label string, weights int, h house) {
	start, off := c.broadcast(startScore), c.broadcast(mixed)
	n, three := GP64(), GP64()
	c.start()
	MOVQ(U32(3), n)
	Label(c.function(label + "Three"))
	MOVQ(U32(3), three)
	Label(c.function(label))
	var scores [9]reg.VecVirtual
	for i := range scores {
		if h.lines {
			scores[i] = c.load(c.row(choiceScore, h.at(i)))
		} else {
			scores[i] = c.load(start)
		}
	}
	for i := range scores {
		cell, weight := c.load(c.row(choiceCells, h.at(i))), c.load(c.row(weights, h.at(i)))
		for j := i + 1; j < 9; j++ {
			if h.peers(i, j) {
				other, otherWeight := c.row(choiceCells, h.at(j)), c.row(weights, h.at(j))
				c.addWhereShared(cell, other, scores[i], otherWeight, scores[j], weight)
			}
		}
	}
	for i := range scores {
		if h.lines {
			mate := func(n int) Mem { return c.row(choiceCells, h.at(i/3*3+(i+n)%3)) }
			c.subtractWithin(scores[i], off, mate(0), mate(1), mate(2))
		}
		c.store(scores[i], c.row(choiceScore, h.at(i)))
	}
	ADDQ(U32(h.across*c.bytes), c.at)
	DECQ(three)
	JNZ(LabelRef(c.function(label)))
	if h.down != 3*h.across {
		ADDQ(U32((h.down-3*h.across)*c.bytes), c.at)
	}
	DECQ(n)
	JNZ(LabelRef(c.function(label + "Three")))
}

// addWhereShared adds weights to two scores in the lanes where two cells share a candidate.
func (c *chooser) addWhereShared(cell reg.VecVirtual, other Mem, score reg.VecVirtual, otherWeight Mem, otherScore, weight reg.VecVirtual) {
	if c.avx512() {
		shared := K()
		VPTESTMW(other, cell, shared)
		VPADDW(otherWeight, score, shared, score)
		VPADDW(weight, otherScore, shared, otherScore)
		return
	}
	apart, add := YMM(), YMM()
	VPAND(other, cell, apart)
	VPCMPEQW(c.zero, apart, apart)
	VPANDN(otherWeight, apart, add)
	VPADDW(add, score, score)
	VPANDN(weight, apart, apart)
	VPADDW(apart, otherScore, otherScore)
}

// subtractWithin subtracts off from a score in the lanes where every candidate of the cell
// is in one of two others.
func (c *chooser) subtractWithin(score, off reg.VecVirtual, cell, x, y Mem) {
	alone := c.withoutEither(cell, c.load(x), y)
	if c.avx512() {
		within := K()
		VPTESTNMW(alone, alone, within)
		VPSUBW(off, score, within, score)
		return
	}
	VPCMPEQW(c.zero, alone, alone)
	VPAND(off, alone, alone)
	VPSUBW(alone, score, score)
}

// findBest stores the cells with the highest scores. A score is put above what is left
// from 127 to the cell, so that one maximum finds the first of the best.
func (c *chooser) findBest() {
	few, best := c.broadcast(lineFew), c.load(c.zero)
	rest := c.broadcast(127)
	c.forCells("best", func() {
		key := c.vector()
		VPSLLW(Imm(7), c.load(c.row(choiceScore, 0)), key)
		VPADDW(rest, key, key)
		VPADDW(c.ones, rest, rest)
		if c.avx512() {
			isFew := K()
			VPCMPEQW(c.row(choiceLine, 0), few, isFew)
			VPMAXUW(key, best, isFew, best)
			return
		}
		isFew := YMM()
		VPCMPEQW(c.row(choiceLine, 0), few, isFew)
		VPAND(isFew, key, key)
		VPMAXUW(key, best, best)
	})
	low := c.broadcast(127)
	cell := c.withoutBits(low, best)
	to := Mem{Base: c.choice, Disp: choiceCell, Index: c.from, Scale: 2}
	if c.avx512() {
		VMOVDQU64(cell, to)
	} else {
		VMOVDQU(cell, to)
	}
}

package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Offsets, in rows, of the three parts of the scratch memory. Each part has one row per cell. The
// first part holds what each cell adds to the scores of its line peers. The second part holds what
// each cell adds to the scores of its box peers. The third part holds the score of each cell.
const (
	choiceLine  = 0
	choiceBox   = choiceLine + 81
	choiceScore = choiceBox + 81
)

// Weights and scores; see ../lanes_branch_cell.go. Scores start at startScore, so that they are
// never negative.
const (
	lineFew, lineNext, lineOther = 18, 8, 4
	boxFew, boxOther             = 26, 15
	mixed                        = 25
	startScore                   = 2 * mixed
)

// chooser writes the code that scores the cells of a block.
type chooser struct {
	*machine
	exchange      reg.GPVirtual
	cells, scored reg.GPVirtual // addresses that the current loop has reached in the block and in the scratch memory
}

// writeChoose writes the function that chooses a branch cell for each lane of a block. The function
// uses the same rule as branchCell.
func writeChoose(m *machine) {
	TEXT(m.function("choose"), NOSPLIT, "func(e *byte)")
	c := chooser{machine: m, exchange: GP64(), cells: GP64(), scored: GP64()}
	Load(Param("e"), c.exchange)
	c.constants()
	if c.bitalg {
		c.countAndWeigh()
	} else {
		c.takeAndWeigh()
	}
	c.testZero(c.loadUnaligned(Mem{Base: c.exchange, Disp: exchangeScored}))
	JZ(LabelRef(c.function("unscored")))
	c.scoreHouses("boxes", choiceBox, houses{at: threeByThree, peers: apart, across: 3, down: 27})
	c.scoreHouses("columns", choiceLine, houses{at: inColumn, peers: otherThird, across: 1, down: 3, lines: true})
	c.scoreHouses("rows", choiceLine, houses{at: inRow, peers: otherThird, across: 9, down: 27, lines: true})
	Label(c.function("unscored"))
	c.findBest()
	VZEROUPPER()
	RET()
}

// cell returns the address of the cell that is i cells past the loop's position in the block.
func (c *chooser) cell(i int) Mem { return Mem{Base: c.cells, Disp: i * c.bytes} }

// row is like cell, but returns the address of the cell's row in the scratch memory. part selects a
// part of this memory, such as choiceLine.
func (c *chooser) row(part, i int) Mem { return Mem{Base: c.scored, Disp: (part + i) * c.bytes} }

// start sets the loop's position to the first cell.
func (c *chooser) start() {
	MOVQ(Mem{Base: c.exchange, Disp: exchangeBlock}, c.cells)
	MOVQ(Mem{Base: c.exchange, Disp: exchangeScratch}, c.scored)
}

func (c *chooser) advance(n int) {
	ADDQ(U32(n*c.bytes), c.cells)
	ADDQ(U32(n*c.bytes), c.scored)
}

// forCells writes a loop over the cells. body writes the instructions for one cell.
func (c *chooser) forCells(label string, body func()) {
	n := GP64()
	c.start()
	MOVQ(U32(81), n)
	Label(c.function(label))
	body()
	c.advance(1)
	DECQ(n)
	JNZ(LabelRef(c.function(label)))
}

// countAndWeigh counts the candidates of each cell and stores the cell's weights. The weights
// depend on this count and on the lane's smallest count above one. The loop assumes that this
// smallest count is two. If it is larger in any lane, the loop runs again with the actual counts.
func (c *chooser) countAndWeigh() {
	line, box := map[int]uint16{}, map[int]uint16{}
	for n := range 10 {
		line[n], box[n] = lineOther, boxOther
	}
	line[2], line[3], box[2] = lineFew, lineNext, boxFew
	lineTable, boxTable := c.loadUnaligned(wordTable("lineWeights", line)), c.loadUnaligned(wordTable("boxWeights", box))
	beyondTwo, fewest, two := c.load(c.zero), c.vector(), c.broadcast(2)
	Label(c.function("weigh"))
	c.store(c.ones, fewest)
	c.forCells("count", func() {
		count, number := c.load(c.cell(0)), c.vector()
		populationCount(count, count)
		VPSUBUSW(beyondTwo, count, number)
		VPSUBW(two, count, count) // counts below two wrap around to huge numbers
		c.minInto(fewest, count)
		weight, boxWeight := c.vector(), c.vector()
		VPERMW(lineTable, number, weight)
		VPERMW(boxTable, number, boxWeight)
		c.store(weight, c.row(choiceLine, 0))
		c.store(boxWeight, c.row(choiceBox, 0))
	})
	open, more := K(), K()
	VPCMPUW(Imm(1), c.broadcast(8), fewest, open)  // fewest < 8
	VPCMPUW(Imm(4), beyondTwo, fewest, open, more) // open && beyondTwo != fewest
	c.store(fewest, beyondTwo)
	KTESTD(more, more)
	JNZ(LabelRef(c.function("weigh")))
}

// takeAndWeigh stores the same weights as countAndWeigh, but does not count all candidates. Each
// round removes one candidate from each cell of a lane, until some cell has exactly one candidate.
// The number of candidates left in a cell then determines its weights. One round is usually enough.
func (c *chooser) takeAndWeigh() {
	take, fewest, any := c.load(c.ones), c.vector(), c.vector()
	one, top, from := c.broadcast(1), c.broadcast(0x8000), GP64()
	line := c.byteTable(lineOther, lineFew, lineNext, lineOther)
	box := c.byteTable(boxOther, boxFew, boxOther, boxOther)
	MOVQ(Mem{Base: c.exchange, Disp: exchangeBlock}, from)
	Label(c.function("weigh"))
	c.store(c.zero, fewest)
	c.store(c.zero, any)
	c.forCells("take", func() {
		cell, left := c.load(Mem{Base: from}), c.vector()
		VPADDW(take, cell, left)
		c.into(left, left, cell, VPANDQ, VPAND)
		c.store(left, c.row(choiceScore, 0))
		c.orInto(any, left)
		second := c.withoutLowest(left)
		number, hasSecond := c.atMost(left, one), c.atMost(second, one)
		c.orDifference(fewest, number, hasSecond)
		VPADDW(hasSecond, number, number)
		VPADDW(c.atMost(c.withoutLowest(second), one), number, number)
		c.orInto(number, top) // makes VPSHUFB set the upper byte of each word to zero
		weight := c.vector()
		VPSHUFB(number, line, weight)
		c.store(weight, c.row(choiceLine, 0))
		VPSHUFB(number, box, number)
		c.store(number, c.row(choiceBox, 0))
		ADDQ(Imm(uint64(c.bytes)), from)
	})
	MOVQ(Mem{Base: c.exchange, Disp: exchangeScratch}, from)
	ADDQ(U32(choiceScore*c.bytes), from)
	// A lane needs another round if it still has candidates and no cell has exactly one.
	c.store(c.zeroUnlessEmpty(fewest, any), take)
	c.testZero(take)
	JNZ(LabelRef(c.function("weigh")))
}

// atMost returns the smaller of v and limit in each lane.
func (c *chooser) atMost(v, limit reg.VecVirtual) reg.VecVirtual {
	to := c.vector()
	VPMINUW(limit, v, to)
	return to
}

// byteTable returns a VPSHUFB table that repeats the bytes t0, t1, t2 and t3.
func (c *chooser) byteTable(t0, t1, t2, t3 uint32) reg.VecVirtual {
	return c.repeat(t0|t1<<8|t2<<16|t3<<24, VPBROADCASTD)
}

// houses describes how to visit the cells of nine houses. Distances are in cells.
type houses struct {
	at           func(i int) int     // the distance from the first cell to cell i
	peers        func(i, j int) bool // whether cells i and j affect each other's scores
	across, down int                 // distances to the next house and to the next group of three houses
	lines        bool                // true for rows and for columns, false for boxes
}

func inRow(i int) int          { return i }
func inColumn(i int) int       { return 9 * i }
func threeByThree(i int) int   { return i/3*9 + i%3 }
func otherThird(i, j int) bool { return i/3 != j/3 }
func apart(i, j int) bool      { return i/3 != j/3 && i%3 != j%3 }

// scoreHouses updates the scores of the cells in nine houses, using the same rule as branchCell.
func (c *chooser) scoreHouses(label string, weights int, h houses) {
	n, three := GP64(), GP64()
	var start, off reg.VecVirtual
	if h.lines {
		off = c.broadcast(mixed)
	} else {
		start = c.broadcast(startScore)
	}
	c.start()
	MOVQ(U32(3), n)
	Label(c.function(label + "Three"))
	MOVQ(U32(3), three)
	Label(c.function(label))
	var scores [9]reg.VecVirtual
	var cells, weighing [9]Op
	for i := range scores {
		if h.lines {
			scores[i] = c.load(c.row(choiceScore, h.at(i)))
		} else {
			scores[i] = c.load(start)
		}
		cells[i] = c.readOften(c.cell(h.at(i)))
		weighing[i] = c.readOften(c.row(weights, h.at(i)))
	}
	for i := range scores {
		cell, weight := c.inRegister(cells[i]), c.inRegister(weighing[i])
		for j := i + 1; j < 9; j++ {
			if h.peers(i, j) {
				c.addWhereShared(cell, cells[j], scores[i], weighing[j], scores[j], weight)
			}
		}
	}
	for i := range scores {
		if h.lines {
			mate := func(n int) Op { return cells[i/3*3+(i+n)%3] }
			c.subtractWithin(scores[i], off, mate(0), mate(1), mate(2))
		}
		c.store(scores[i], c.row(choiceScore, h.at(i)))
	}
	c.advance(h.across)
	DECQ(three)
	JNZ(LabelRef(c.function(label)))
	if h.down != 3*h.across {
		c.advance(h.down - 3*h.across)
	}
	DECQ(n)
	JNZ(LabelRef(c.function(label + "Three")))
}

// addWhereShared adds the weight of each of two cells to the score of the other, in the lanes where
// the cells share a candidate.
func (c *chooser) addWhereShared(cell reg.VecVirtual, other Op, score reg.VecVirtual, otherWeight Op, otherScore, weight reg.VecVirtual) {
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

// subtractWithin sets score to score - off, but only in lanes where x | y has all of cell's bits.
func (c *chooser) subtractWithin(score, off reg.VecVirtual, cell, x, y Op) {
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

// findBest stores, for each lane, the best of the cells with the fewest candidates. It shifts
// scores left and adds 127 minus the index of the cell, so that the first of the best cells wins.
func (c *chooser) findBest() {
	few, best := c.broadcast(lineFew), c.load(c.zero)
	rest, scored := c.broadcast(127), c.loadUnaligned(Mem{Base: c.exchange, Disp: exchangeScored})
	c.forCells("best", func() {
		key := c.and(scored, c.row(choiceScore, 0))
		VPSLLW(Imm(7), key, key)
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
	cell := c.load(best)
	c.storeUnaligned(c.into(cell, cell, low, VPANDNQ, VPANDN), Mem{Base: c.exchange, Disp: exchangeCell})
}

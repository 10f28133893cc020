package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Offsets of the fields of the Go type passContext. A test in package solver checks them.
const (
	contextCells, contextScratch             = 0, 8
	contextSolved, contextDead, contextStuck = 16, 20, 24
	contextQuick                             = 28
)

// strides are the distances to the next row, box and cell. A stack is treated as a transposed band.
type strides struct{ row, box, cell int }

// pass is the state of the generator while it writes a pass. Its registers accumulate the bits that
// determine which lanes are solved, dead or stuck.
type pass struct {
	*machine
	context reg.GPVirtual
	cells   Mem
	placed  reg.VecVirtual // digits that have a place in every chute processed so far
	least   reg.VecVirtual // minimum of all cells in each lane; zero if a cell lost all candidates
	open    reg.VecVirtual // digits with more than one place in some column
	changed reg.VecVirtual // candidates removed while stacks were processed
}

// writePass writes the function that makes one pass over a block.
func writePass(m *machine) {
	TEXT(m.function("pass"), NOSPLIT, "func(c *byte)")
	context, cells, scratch := GP64(), GP64(), GP64()
	Load(Param("c"), context)
	MOVQ(Mem{Base: context, Disp: contextCells}, cells)
	MOVQ(Mem{Base: context, Disp: contextScratch}, scratch)
	m.slots = Mem{Base: scratch}
	m.constants()
	if m.bitalg {
		m.three = m.broadcast(3)
	}
	p := pass{machine: m, context: context, cells: Mem{Base: cells}}
	p.placed, p.least = m.load(m.ones), m.load(m.ones)
	p.open, p.changed = m.load(m.zero), m.load(m.zero)
	var all []*chute
	for i := range 3 {
		all = append(all, &chute{base: 27 * i, by: strides{row: 9, box: 3, cell: 1}})
	}
	for i := range 3 {
		all = append(all, &chute{base: 3 * i, by: strides{row: 1, box: 27, cell: 9}, isStack: true})
	}
	p.chutes(all)
	p.decide()
	VZEROUPPER()
	RET()
}

func (p *pass) cell(at int) Mem { return p.cells.Offset(at * p.bytes) }

// Slots of the scratch memory. Each constant is the first of up to nine slots.
const (
	unionSlot  = 9 * iota // AVX2 only
	singleSlot            // AVX2 only
	keepSlot              // AVX2 only
	twiceSlot
	rowSlot // AVX2 only
)

// chute describes a band or stack: the positions of its cells, and the operands that hold its sets
// of digits.
type chute struct {
	base                 int
	by                   strides
	isStack              bool
	union, single, twice [9]Op
	keep                 [9]Op
	rows                 [3]Op // for each row, the digits that at least two of its minirows may hold
}

// minirows lists the minirows of a chute box by box. The last band and the first stack share a box.
// With this order, the band writes that box before the stack reads it.
var minirows = [9]int{0, 3, 6, 1, 4, 7, 2, 5, 8}

// chutes writes the code for all chutes. The code that reads a chute alternates with the code that
// updates the previous chute, so that the processor can execute both at once.
func (p *pass) chutes(all []*chute) {
	for i, c := range all {
		for _, m := range minirows {
			if i > 0 {
				p.apply(all[i-1], m)
			}
			p.summarize(c, m)
		}
		p.derive(c)
	}
	for _, m := range minirows {
		p.apply(all[len(all)-1], m)
	}
}

// at returns the first cell of minirow m.
func (c *chute) at(m int) int { return c.base + m/3*c.by.row + m%3*c.by.box }

// derive determines which digits each minirow of a chute may hold, and which digits it must hold.
func (p *pass) derive(c *chute) {
	p.placements(c)
	p.andPlaced(c)
	p.triads(c)
	for i := range 3 {
		c.rows[i] = p.hold(rowSlot+i, p.several(c.keep[3*i], c.keep[3*i+1], c.keep[3*i+2]))
		if c.isStack {
			p.orInto(p.open, c.rows[i])
		}
	}
}

// summarize determines three sets of digits for minirow m: the candidates of at least one cell, the
// candidates of at least two cells, and the digits of cells with one candidate.
func (p *pass) summarize(c *chute, m int) {
	at, cell := c.at(m), c.by.cell
	x, y, z := p.load(p.cell(at)), p.load(p.cell(at+cell)), p.load(p.cell(at+2*cell))
	sum := p.single(x)
	p.addSingle(sum, y)
	p.addSingle(sum, z)
	c.single[m] = p.hold(singleSlot+m, sum)
	c.twice[m] = p.spill(twiceSlot+m, p.several(x, y, z))
	p.or3Into(x, y, z)
	c.union[m] = p.hold(unionSlot+m, x)
}

// placements determines the digits that each minirow may hold, by the same rule as
// portablePass.place.
func (p *pass) placements(c *chute) {
	var v [9]Op
	for m := range 9 {
		r, b := m/3*3, m%3
		taken := p.load(c.single[r+(b+1)%3])
		p.or3Into(taken, p.second(c.single[r+(b+2)%3]), c.single[(m+3)%9])
		v[m] = p.hold(unionSlot+m, p.withoutEither(c.union[m], taken, c.single[(m+6)%9]))
	}
	// way returns the digits that fit in box x of the first row, box y of the second row and box z
	// of the third row.
	way := func(x, y, z int) reg.VecVirtual { return p.and3(v[x], v[3+y], v[6+z]) }
	p012, p120, p201 := way(0, 1, 2), way(1, 2, 0), way(2, 0, 1)
	p021, p102, p210 := way(0, 2, 1), way(1, 0, 2), way(2, 1, 0)
	for m, ways := range [9][2]reg.VecVirtual{
		{p012, p021}, {p120, p102}, {p201, p210},
		{p102, p201}, {p012, p210}, {p021, p120},
		{p120, p210}, {p021, p201}, {p012, p102},
	} {
		c.keep[m] = p.hold(keepSlot+m, p.or(ways[0], ways[1]))
	}
}

// andPlaced removes from p.placed the digits that have no place in this chute. It looks only at the
// first row, because p.placements keeps a digit only if each row has a place for it.
func (p *pass) andPlaced(c *chute) {
	any := p.load(c.keep[0])
	p.or3Into(any, c.keep[1], c.keep[2])
	p.placed = p.and(p.placed, any)
}

// triads excludes digits from minirows. If exactly three digits of a minirow fit nowhere else in
// the row, triads excludes all other digits from this minirow. Without VPOPCNTW, quick passes skip
// this step, because the step takes more time than it saves.
func (p *pass) triads(c *chute) {
	if !p.bitalg {
		skipped := p.function(fmt.Sprintf("withoutTriads%d%t", c.base, c.isStack))
		CMPL(Mem{Base: p.context, Disp: contextQuick}, Imm(0))
		JNE(LabelRef(skipped))
		defer Label(skipped)
	}
	for m := 0; m < 9; m += 3 {
		var narrowed [3]reg.VecVirtual
		for i := range narrowed {
			keep, other := c.keep[m+i], p.load(c.keep[m+(i+1)%3])
			own := p.withoutEither(keep, other, c.keep[m+(i+2)%3])
			narrowed[i] = p.whereThree(own, keep)
		}
		for i, v := range narrowed {
			p.store(v, c.keep[m+i])
		}
	}
}

// apply removes, from the cells of minirow m, the candidates that the pass has excluded.
func (p *pass) apply(c *chute, m int) {
	may := p.inRegister(c.keep[m])
	must := p.withoutEither(may, p.load(c.rows[m/3]), c.twice[m])
	if c.isStack {
		p.orBoth(p.open, may, c.twice[m])
	}
	for i := range 3 {
		at := p.cell(c.at(m) + i*c.by.cell)
		old := p.lastOperand(at)
		cell := p.restrict(old, may, must)
		if c.isStack {
			p.minInto(p.least, cell)
			p.orDifference(p.changed, cell, old)
		}
		p.store(cell, at)
	}
}

// decide determines from the accumulated bits which lanes are solved, dead or stuck.
func (p *pass) decide() {
	all := p.broadcast(0x1ff)
	misplaced := p.load(p.placed)
	p.xorInto(misplaced, all)
	dead, stuck := p.zeroLanes(misplaced), GP32()
	NOTL(dead)
	ORL(p.zeroLanes(p.least), dead)
	MOVL(p.zeroLanes(p.changed), stuck)
	solved := p.zeroLanes(p.open)
	ANDNL(solved, dead, solved)
	JZ(LabelRef(p.function("decided")))
	p.checkRows(all, solved, dead)
	Label(p.function("decided"))
	// Dead and solved lanes are not stuck.
	settled := GP32()
	MOVL(dead, settled)
	ORL(solved, settled)
	ANDNL(stuck, settled, stuck)
	MOVL(solved, Mem{Base: p.context, Disp: contextSolved})
	MOVL(dead, Mem{Base: p.context, Disp: contextDead})
	MOVL(stuck, Mem{Base: p.context, Disp: contextStuck})
}

// checkRows moves a lane from solved to dead if one of its rows lacks a digit.
func (p *pass) checkRows(all reg.VecVirtual, solved, dead reg.GPVirtual) {
	placed := p.load(all)
	for r := 0; r < 81; r += 9 {
		row := p.load(p.cell(r))
		for i := 1; i < 9; i += 2 {
			p.or3Into(row, p.second(p.cell(r+i)), p.cell(r+i+1))
		}
		placed = p.and(placed, row)
	}
	p.xorInto(placed, all)
	valid, invalid := p.zeroLanes(placed), GP32()
	ANDNL(solved, valid, invalid)
	ORL(invalid, dead)
	ANDL(valid, solved)
}

package solver

import "unsafe"

// The portable kernel holds four lanes of 16 bits in a uint64. Candidates take
// bits 0 to 8 of a lane, so its top bit is free to catch the borrow of a
// subtraction: that is how a lane answers a question without disturbing the next.
const (
	lowBits  = 0x0001_0001_0001_0001
	topBits  = 0x8000_8000_8000_8000
	allFours = allDigits * lowBits
)

var portableKernel = &kernel{
	name: "portable", shift: 2, groups: 4, pass: passPortable,
	unload: unloadScalar, load: loadScalar, parse: parseScalar, format: formatScalar, choose: chooseScalar,
}

// portableGroup is a lane group as the portable kernel sees it.
type portableGroup [groupRows]uint64

// passPortable is the reference of the pass: see LANES.md for its steps. The
// assembly makes the same deductions in the same order.
func passPortable(e *passContext) {
	g := (*portableGroup)(unsafe.Pointer(e.cells))
	p := portablePass{placed: allFours, nonzero: topBits}
	for i := range 3 {
		p.chute(g, 27*i, strides{row: 9, box: 3, cell: 1})
	}
	p.open, p.changed, p.nonzero = 0, 0, topBits
	for i := range 3 {
		p.chute(g, 3*i, strides{row: 1, box: 27, cell: 9})
	}
	dead := nonzeroLanes(p.placed^allFours) | (topBits &^ p.nonzero)
	solved := topBits &^ (nonzeroLanes(p.open) | dead)
	if solved != 0 {
		valid := topBits &^ nonzeroLanes(rowsPortable(g)^allFours)
		dead |= solved &^ valid
		solved &= valid
	}
	stuck := topBits &^ (nonzeroLanes(p.changed|p.singles&(topBits-lowBits)) | dead | solved)
	e.solved, e.dead, e.stuck = packLanes(solved), packLanes(dead), packLanes(stuck)
}

// strides says how to walk a chute. A band has rows of nine cells; a stack is
// the same thing transposed, so that its "rows" are columns.
type strides struct{ row, box, cell int }

// portablePass gathers over a pass what decides a lane's event.
type portablePass struct {
	placed           uint64 // digits that had a place in every row so far
	nonzero          uint64 // top bit: no cell has lost all candidates
	open             uint64 // digits with several places in some column
	changed, singles uint64 // candidates removed by the stacks
}

// chute propagates within one band or stack.
func (p *portablePass) chute(g *portableGroup, base int, by strides) {
	var union, twice, single [9]uint64
	for m := range 9 {
		at := base + m/3*by.row + m%3*by.box
		a, b, c := g[at], g[at+by.cell], g[at+2*by.cell]
		union[m] = a | b | c
		twice[m] = a&b | c&(a|b)
		single[m] = onlySingle(a) + onlySingle(b) + onlySingle(c)
	}
	for m := range 9 {
		if by.row == 9 {
			p.singles ^= single[m]
		} else {
			p.singles ^= single[m]
		}
	}
	keep := placements(&union, &single)
	p.placed &= keep[0] | keep[1] | keep[2]
	var rows, boxes [3]uint64
	for i := range 3 {
		rows[i] = several(keep[3*i], keep[3*i+1], keep[3*i+2]) | twice[3*i] | twice[3*i+1] | twice[3*i+2]
		boxes[i] = several(keep[i], keep[i+3], keep[i+6]) | twice[i] | twice[i+3] | twice[i+6]
		p.open |= rows[i]
	}
	for m := range 9 {
		may, must := keep[m], keep[m]&^(rows[m/3]&boxes[m%3])
		at := base + m/3*by.row + m%3*by.box
		for range 3 {
			old := g[at]
			cell := old & (must | may&laneMask(topBits&^nonzeroLanes(old&must)))
			g[at] = cell
			p.changed |= cell ^ old
			p.nonzero &= nonzeroLanes(cell)
			at += by.cell
		}
	}
}

// placements returns for each minirow of a chute the digits it may still hold:
// not those that a solved cell elsewhere in its row or box has taken, and only
// those that can stand here while the other two rows have them in the other
// two boxes.
func placements(union, single *[9]uint64) (keep [9]uint64) {
	var v [9]uint64
	for m := range 9 {
		r, b := m/3*3, m%3
		v[m] = union[m] &^ (single[r+(b+1)%3] | single[r+(b+2)%3] | single[(m+3)%9] | single[(m+6)%9])
	}
	// Each of these is one way to give the three rows different boxes.
	p012, p120, p201 := v[0]&v[4]&v[8], v[1]&v[5]&v[6], v[2]&v[3]&v[7]
	p021, p102, p210 := v[0]&v[5]&v[7], v[1]&v[3]&v[8], v[2]&v[4]&v[6]
	return [9]uint64{
		p012 | p021, p120 | p102, p201 | p210,
		p102 | p201, p012 | p210, p021 | p120,
		p120 | p210, p021 | p201, p012 | p102,
	}
}

// several returns the digits that are in at least two of three sets.
func several(a, b, c uint64) uint64 { return a&b | c&(a|b) }

// onlySingle returns the lanes of c that hold one candidate (or none).
func onlySingle(c uint64) uint64 {
	more := c & ((c | topBits) - lowBits)
	return c & laneMask(topBits&^nonzeroLanes(more))
}

// nonzeroLanes sets the top bit of each lane that is not zero and clears the
// others. No lane may have its top bit set.
func nonzeroLanes(v uint64) uint64 { return (v + (topBits - lowBits)) & topBits }

// laneMask spreads each set top bit over the fifteen bits below it.
func laneMask(top uint64) uint64 { return top - top>>15 }

// packLanes turns the top bits into a bit for each lane.
func packLanes(top uint64) uint32 {
	return uint32(top>>15&1 | top>>30&2 | top>>45&4 | top>>60&8)
}

// rowsPortable returns the digits that stand in all nine rows.
func rowsPortable(g *portableGroup) uint64 {
	all := uint64(allFours)
	for r := 0; r < Cells; r += 9 {
		row := g[r : r+9]
		all &= row[0] | row[1] | row[2] | row[3] | row[4] | row[5] | row[6] | row[7] | row[8]
	}
	return all
}

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
	p := portablePass{placed: allFours}
	for _, base := range [3]int{0, 27, 54} {
		p.chute(g, base, &bandWalk, false)
	}
	for _, base := range [3]int{0, 3, 6} {
		p.chute(g, base, &stackWalk, true)
	}
	dead := nonzeroLanes(p.placed^allFours) | p.empty&topBits
	solved := topBits &^ (nonzeroLanes(p.open) | dead)
	if solved != 0 {
		valid := topBits &^ nonzeroLanes(rowsPortable(g)^allFours)
		dead |= solved &^ valid
		solved &= valid
	}
	stuck := topBits &^ (nonzeroLanes(p.changed|p.singles&^topBits) | dead | solved)
	e.solved, e.dead, e.stuck = packLanes(solved), packLanes(dead), packLanes(stuck)
}

// walk says where the minirows of a chute begin, and how far apart their cells
// are. A band has rows of nine cells; a stack is the same thing transposed, so
// that its "rows" are columns.
type walk struct {
	minirow [9]int
	cell    int
}

var (
	bandWalk  = walk{[9]int{0, 3, 6, 9, 12, 15, 18, 21, 24}, 1}
	stackWalk = walk{[9]int{0, 27, 54, 1, 28, 55, 2, 29, 56}, 9}
)

// portablePass gathers over a pass what decides a lane's event.
type portablePass struct {
	placed  uint64 // digits that had a place in every row so far
	empty   uint64 // top bit: a cell has lost all candidates
	open    uint64 // digits with several places in some column
	changed uint64 // candidates removed by the stacks
	singles uint64 // singles seen by the bands XOR by the stacks
}

// minirows holds a set of digits for each minirow of a chute, row by row.
type minirows [9]uint64

// chute propagates within one band or stack.
func (p *portablePass) chute(g *portableGroup, base int, w *walk, isStack bool) {
	var union, twice, single minirows
	singles := uint64(0)
	for m, at := range w.minirow {
		at += base
		a, b, c := g[at], g[at+w.cell], g[at+2*w.cell]
		union[m] = a | b | c
		twice[m] = several(a, b, c)
		single[m] = onlySingle(a) + onlySingle(b) + onlySingle(c)
		singles ^= single[m]
	}
	p.singles ^= singles
	var keep minirows
	placements(&keep, &union, &single)
	p.placed &= keep[0] | keep[1] | keep[2]
	house := func(i, j, k int) uint64 {
		return several(keep[i], keep[j], keep[k]) | twice[i] | twice[j] | twice[k]
	}
	row0, row1, row2 := house(0, 1, 2), house(3, 4, 5), house(6, 7, 8)
	box0, box1, box2 := house(0, 3, 6), house(1, 4, 7), house(2, 5, 8)
	must := minirows{
		keep[0] &^ (row0 & box0), keep[1] &^ (row0 & box1), keep[2] &^ (row0 & box2),
		keep[3] &^ (row1 & box0), keep[4] &^ (row1 & box1), keep[5] &^ (row1 & box2),
		keep[6] &^ (row2 & box0), keep[7] &^ (row2 & box1), keep[8] &^ (row2 & box2),
	}
	var empty, changed uint64
	for m, at := range w.minirow {
		at += base
		i, j, k := at, at+w.cell, at+2*w.cell
		a, b, c := g[i], g[j], g[k]
		x, y, z := restrict(a, keep[m], must[m]), restrict(b, keep[m], must[m]), restrict(c, keep[m], must[m])
		g[i], g[j], g[k] = x, y, z
		if isStack {
			changed |= (a ^ x) | (b ^ y) | (c ^ z)
			empty |= (topBits - x) | (topBits - y) | (topBits - z)
		}
	}
	if isStack {
		p.open |= row0 | row1 | row2
		p.changed |= changed
		p.empty |= empty
	}
}

// placements sets keep, for each minirow of a chute, to the digits it may hold:
// not those that a solved cell elsewhere in its row or box has taken, and only
// those that can stand here while the other two rows have them in the other
// two boxes.
func placements(keep, u, s *minirows) {
	v0 := u[0] &^ (s[1] | s[2] | s[3] | s[6])
	v1 := u[1] &^ (s[0] | s[2] | s[4] | s[7])
	v2 := u[2] &^ (s[0] | s[1] | s[5] | s[8])
	v3 := u[3] &^ (s[4] | s[5] | s[0] | s[6])
	v4 := u[4] &^ (s[3] | s[5] | s[1] | s[7])
	v5 := u[5] &^ (s[3] | s[4] | s[2] | s[8])
	v6 := u[6] &^ (s[7] | s[8] | s[0] | s[3])
	v7 := u[7] &^ (s[6] | s[8] | s[1] | s[4])
	v8 := u[8] &^ (s[6] | s[7] | s[2] | s[5])
	// Each of these is one way to give the three rows different boxes.
	p012, p120, p201 := v0&v4&v8, v1&v5&v6, v2&v3&v7
	p021, p102, p210 := v0&v5&v7, v1&v3&v8, v2&v4&v6
	*keep = minirows{
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
	return c & zeroMask(more)
}

// restrict returns c & must in the lanes where that is not zero, else c & may.
// Must is a part of may.
func restrict(c, may, must uint64) uint64 {
	return c & (must | may&zeroMask(c&must))
}

// zeroMask sets the low fifteen bits of the lanes of v that are zero, and none
// of the others.
func zeroMask(v uint64) uint64 {
	top := (topBits - v) & topBits
	return top - top>>15
}

// nonzeroLanes sets the top bit of each lane that is not zero and clears the
// others. No lane may have its top bit set.
func nonzeroLanes(v uint64) uint64 { return (v + (topBits - lowBits)) & topBits }

// packLanes turns the top bits into a bit for each lane. The first lane is the
// first word in memory, wherever that lies in a uint64.
func packLanes(top uint64) uint32 {
	if isBigEndian {
		top = top>>48 | top>>16&(0xffff<<16) | top<<16&(0xffff<<32) | top<<48
	}
	return uint32(top>>15&1 | top>>30&2 | top>>45&4 | top>>60&8)
}

var isBigEndian = func() bool {
	words := [4]uint16{1}
	return *(*uint64)(unsafe.Pointer(&words)) != 1
}()

// rowsPortable returns the digits that stand in all nine rows.
func rowsPortable(g *portableGroup) uint64 {
	all := uint64(allFours)
	for r := 0; r < Cells; r += 9 {
		row := g[r : r+9]
		all &= row[0] | row[1] | row[2] | row[3] | row[4] | row[5] | row[6] | row[7] | row[8]
	}
	return all
}

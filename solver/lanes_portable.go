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
	for base := 0; base < Cells; base += 27 {
		p.band(g, base)
	}
	p.empty, p.open, p.changed = 0, 0, 0
	for base := 0; base < 9; base += 3 {
		p.stack(g, base)
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

// portablePass gathers over a pass what decides a lane's event.
type portablePass struct {
	placed  uint64 // digits that had a place in every row so far
	singles uint64 // singles seen by the bands XOR by the stacks

	// These count from the first stack on.
	empty   uint64 // top bit: a cell has lost all candidates
	open    uint64 // digits with several places in some column
	changed uint64 // candidates removed
}

// minirows holds a set of digits for each minirow of a chute, row by row.
type minirows [9]uint64

// chute holds sets of digits for the minirows of a band or stack.
type chute struct{ union, twice, single, keep, must minirows }

// band propagates within the band that begins at cell base.
func (p *portablePass) band(g *portableGroup, base int) {
	c := (*[27]uint64)(g[base:])
	var s chute
	s.add(0, c[0], c[1], c[2])
	s.add(1, c[3], c[4], c[5])
	s.add(2, c[6], c[7], c[8])
	s.add(3, c[9], c[10], c[11])
	s.add(4, c[12], c[13], c[14])
	s.add(5, c[15], c[16], c[17])
	s.add(6, c[18], c[19], c[20])
	s.add(7, c[21], c[22], c[23])
	s.add(8, c[24], c[25], c[26])
	p.derive(&s)
	p.apply(&s, 0, &c[0], &c[1], &c[2])
	p.apply(&s, 1, &c[3], &c[4], &c[5])
	p.apply(&s, 2, &c[6], &c[7], &c[8])
	p.apply(&s, 3, &c[9], &c[10], &c[11])
	p.apply(&s, 4, &c[12], &c[13], &c[14])
	p.apply(&s, 5, &c[15], &c[16], &c[17])
	p.apply(&s, 6, &c[18], &c[19], &c[20])
	p.apply(&s, 7, &c[21], &c[22], &c[23])
	p.apply(&s, 8, &c[24], &c[25], &c[26])
}

// stack propagates within the stack that begins at cell base. It is band with
// rows and columns exchanged.
func (p *portablePass) stack(g *portableGroup, base int) {
	c := (*[75]uint64)(g[base:])
	var s chute
	s.add(0, c[0], c[9], c[18])
	s.add(1, c[27], c[36], c[45])
	s.add(2, c[54], c[63], c[72])
	s.add(3, c[1], c[10], c[19])
	s.add(4, c[28], c[37], c[46])
	s.add(5, c[55], c[64], c[73])
	s.add(6, c[2], c[11], c[20])
	s.add(7, c[29], c[38], c[47])
	s.add(8, c[56], c[65], c[74])
	p.derive(&s)
	p.apply(&s, 0, &c[0], &c[9], &c[18])
	p.apply(&s, 1, &c[27], &c[36], &c[45])
	p.apply(&s, 2, &c[54], &c[63], &c[72])
	p.apply(&s, 3, &c[1], &c[10], &c[19])
	p.apply(&s, 4, &c[28], &c[37], &c[46])
	p.apply(&s, 5, &c[55], &c[64], &c[73])
	p.apply(&s, 6, &c[2], &c[11], &c[20])
	p.apply(&s, 7, &c[29], &c[38], &c[47])
	p.apply(&s, 8, &c[56], &c[65], &c[74])
}

// add summarises a minirow: the digits in any of its cells, those in at least
// two, and those alone in a cell.
func (s *chute) add(m int, a, b, c uint64) {
	s.union[m] = a | b | c
	s.twice[m] = several(a, b, c)
	s.single[m] = onlySingle(a) + onlySingle(b) + onlySingle(c)
}

// derive works out what the minirows of a chute may and must hold.
func (p *portablePass) derive(s *chute) {
	for _, single := range s.single {
		p.singles ^= single
	}
	placements(&s.keep, &s.union, &s.single)
	keep, twice := &s.keep, &s.twice
	p.placed &= keep[0] | keep[1] | keep[2]
	house := func(i, j, k int) uint64 {
		return several(keep[i], keep[j], keep[k]) | twice[i] | twice[j] | twice[k]
	}
	row0, row1, row2 := house(0, 1, 2), house(3, 4, 5), house(6, 7, 8)
	box0, box1, box2 := house(0, 3, 6), house(1, 4, 7), house(2, 5, 8)
	p.open |= row0 | row1 | row2
	s.must = minirows{
		keep[0] &^ (row0 & box0), keep[1] &^ (row0 & box1), keep[2] &^ (row0 & box2),
		keep[3] &^ (row1 & box0), keep[4] &^ (row1 & box1), keep[5] &^ (row1 & box2),
		keep[6] &^ (row2 & box0), keep[7] &^ (row2 & box1), keep[8] &^ (row2 & box2),
	}
}

// apply removes from the cells of a minirow what has been ruled out.
func (p *portablePass) apply(s *chute, m int, a, b, c *uint64) {
	may, must := s.keep[m], s.must[m]
	x, y, z := restrict(*a, may, must), restrict(*b, may, must), restrict(*c, may, must)
	p.changed |= (*a ^ x) | (*b ^ y) | (*c ^ z)
	p.empty |= (topBits - x) | (topBits - y) | (topBits - z)
	*a, *b, *c = x, y, z
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

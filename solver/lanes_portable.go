package solver

import "unsafe"

// The portable kernel holds four 16-bit lanes in a uint64. Candidates use bits 0 to 8 of a lane.
// Adding bias sets the top bit of the lanes that are not zero, and never carries into the next
// lane. The lower bits then hold the value of the lane minus one.
const (
	lowBits  = 0x0001_0001_0001_0001
	topBits  = 0x8000_8000_8000_8000
	bias     = topBits - lowBits
	allFours = allDigits * lowBits
)

// portableShift is log2 of the number of lanes in a uint64.
const portableShift = 2

var portableKernel = &kernel{
	name: "portable", shift: portableShift, pass: passPortable, parse: parseScalar, format: formatScalar,
}

// portableBlock is a block whose rows have four lanes each.
type portableBlock [blockRows]uint64

// passPortable is the reference implementation of a pass (see LANES.md). Except in quick passes,
// the assembly makes the same deductions in the same order.
func passPortable(e *passContext) {
	g := (*portableBlock)(unsafe.Pointer(e.cells))
	p := portablePass{placed: allFours, filled: topBits}
	for base := 0; base < Cells; base += 27 {
		p.infer(unsafe.Pointer(&g[base]), &bandLayout)
		p.apply(unsafe.Pointer(&g[base]), &bandLayout)
	}
	for base := 0; base < 9; base += 3 {
		p.infer(unsafe.Pointer(&g[base]), &stackLayout)
		p.noteOpen()
		p.applyWatching(unsafe.Pointer(&g[base]), &stackLayout)
	}
	dead := nonzeroLanes(p.placed^allFours) | topBits&^p.filled
	solved := topBits &^ (nonzeroLanes(p.open) | dead)
	if solved != 0 {
		valid := topBits &^ nonzeroLanes(rowsPortable(g)^allFours)
		dead |= solved &^ valid
		solved &= valid
	}
	stuck := topBits &^ (nonzeroLanes(p.changed) | dead | solved)
	e.solved, e.dead, e.stuck = packLanes(solved), packLanes(dead), packLanes(stuck)
}

// portablePass is the state of a pass: the current chute, and the bits that determine which lanes
// are solved, dead or stuck.
type portablePass struct {
	chute
	placed uint64 // digits that have a place in every chute processed so far

	// These fields are updated only while the pass processes stacks.
	open    uint64 // digits with more than one place in some column
	filled  uint64 // the top bit of each lane whose processed cells all have candidates
	changed uint64 // candidates removed
}

// minirows holds a set of digits for each minirow of a chute, row by row. A minirow consists of the
// three cells that a row of the chute and a box share.
type minirows [9]uint64

// chute holds sets of digits for the minirows of a band or stack. Its arrays are written and read
// one word at a time. Wider reads would stall until the writes just before them are complete.
type chute struct {
	union, twice, single, keep, must minirows
}

// chuteLayout holds the distances between the cells of a chute, in bytes.
type chuteLayout struct {
	minirow [9]uintptr // from the first cell of the chute to the first cell of the minirow
	cell    uintptr    // from one cell of a minirow to the next
}

// A stack is a band of the transposed grid.
var (
	bandLayout  = newChuteLayout(9, 3, 1)
	stackLayout = newChuteLayout(1, 27, 9)
)

func newChuteLayout(row, box, cell uintptr) (by chuteLayout) {
	const size = unsafe.Sizeof(uint64(0))
	for m := range by.minirow {
		by.minirow[m] = size * (uintptr(m/3)*row + uintptr(m%3)*box)
	}
	by.cell = size * cell
	return by
}

// infer determines which digits each minirow of a chute may hold, and which it must hold.
func (p *portablePass) infer(first unsafe.Pointer, by *chuteLayout) {
	p.summarize(first, by)
	p.place()
	p.force(0)
	p.force(3)
	p.force(6)
}

// summarize determines three sets of digits for each minirow: the candidates of at least one cell,
// the candidates of at least two cells, and the digits of cells with one candidate.
func (p *portablePass) summarize(first unsafe.Pointer, by *chuteLayout) {
	for m, distance := range &by.minirow {
		at := unsafe.Add(first, distance)
		a := *(*uint64)(at)
		b := *(*uint64)(unsafe.Add(at, by.cell))
		c := *(*uint64)(unsafe.Add(at, 2*by.cell))
		p.union[m] = a | b | c
		p.twice[m] = several(a, b, c)
		// If a digit is the only candidate in two cells, the sum is not the correct set, but the
		// lane is contradictory anyway. All kernels must use addition, because OR would change the
		// number of passes.
		p.single[m] = onlySingle(a) + onlySingle(b) + onlySingle(c)
	}
}

// place sets p.keep to the digits that each minirow of a chute may hold. It first excludes the
// digits of solved cells in other minirows of the same row or box. In a solution, each digit is in
// three minirows of the chute, one in each row and box. A minirow keeps a digit only if it is one
// of three such minirows in which the digit is still possible.
func (p *portablePass) place() {
	u, s, keep := &p.union, &p.single, &p.keep
	v0 := u[0] &^ (s[1] | s[2] | s[3] | s[6])
	v1 := u[1] &^ (s[0] | s[2] | s[4] | s[7])
	v2 := u[2] &^ (s[0] | s[1] | s[5] | s[8])
	v3 := u[3] &^ (s[4] | s[5] | s[0] | s[6])
	v4 := u[4] &^ (s[3] | s[5] | s[1] | s[7])
	v5 := u[5] &^ (s[3] | s[4] | s[2] | s[8])
	v6 := u[6] &^ (s[7] | s[8] | s[0] | s[3])
	v7 := u[7] &^ (s[6] | s[8] | s[1] | s[4])
	v8 := u[8] &^ (s[6] | s[7] | s[2] | s[5])
	// A digit is in p120 if it fits in row 0 of box 1, row 1 of box 2 and row 2 of box 0.
	p012, p120, p201 := v0&v4&v8, v1&v5&v6, v2&v3&v7
	p021, p102, p210 := v0&v5&v7, v1&v3&v8, v2&v4&v6
	keep[0], keep[1], keep[2] = p012|p021, p120|p102, p201|p210
	keep[3], keep[4], keep[5] = p102|p201, p012|p210, p021|p120
	keep[6], keep[7], keep[8] = p120|p210, p021|p201, p012|p102
	p.placed &= keep[0] | keep[1] | keep[2]
}

// force handles one row of a chute: minirows m, m+1 and m+2. If a minirow has exactly three digits
// that fit nowhere else in the row, force removes all other digits from p.keep of this minirow.
// Then force sets p.must of each minirow to those digits of the minirow that fit in only one cell
// of the row.
func (p *portablePass) force(m int) {
	keep, twice, must := (*[3]uint64)(p.keep[m:]), (*[3]uint64)(p.twice[m:]), (*[3]uint64)(p.must[m:])
	x, y, z := keep[0], keep[1], keep[2]
	all := x | y | z
	a := triad(x, all^(y|z))
	b := triad(y, all^(x|z))
	c := triad(z, all^(x|y))
	keep[0], keep[1], keep[2] = a, b, c
	row := several(a, b, c)
	must[0] = a &^ (row | twice[0])
	must[1] = b &^ (row | twice[1])
	must[2] = c &^ (row | twice[2])
}

// triad returns, in each lane, either own (if own has exactly three digits) or keep. own must be a
// subset of keep.
func triad(keep, own uint64) uint64 {
	second := own & (own + bias) // remove the lowest digit
	third := second & (second + bias)
	// In each lane, the next line sets the top bit if exactly one bit is set in third. If no bit is
	// set, the XOR does not set the top bit. If several bits are set, third exceeds the low 15 bits
	// of the XOR, so the subtraction clears the top bit.
	three := (third ^ (third + bias)) - third
	return own | keep&(three>>15&lowBits+bias)
}

// noteOpen adds to p.open the digits with more than one place in some column of the stack.
func (p *portablePass) noteOpen() {
	open := p.open
	for m := range p.keep {
		open |= p.keep[m] &^ p.must[m]
	}
	p.open = open
}

// apply removes the excluded candidates from the cells of a chute.
func (p *portablePass) apply(first unsafe.Pointer, by *chuteLayout) {
	for m, distance := range &by.minirow {
		may, must := p.keep[m], p.must[m]
		at := unsafe.Add(first, distance)
		a := (*uint64)(at)
		b := (*uint64)(unsafe.Add(at, by.cell))
		c := (*uint64)(unsafe.Add(at, 2*by.cell))
		*a = restrict(*a, may, must)
		*b = restrict(*b, may, must)
		*c = restrict(*c, may, must)
	}
}

// applyWatching is like apply, but also updates p.changed and p.filled.
func (p *portablePass) applyWatching(first unsafe.Pointer, by *chuteLayout) {
	changed, filled := p.changed, p.filled
	for m, distance := range &by.minirow {
		may, must := p.keep[m], p.must[m]
		cell := unsafe.Add(first, distance)
		for range 3 {
			old := *(*uint64)(cell)
			now := restrict(old, may, must)
			changed |= old ^ now
			filled &= now + bias
			*(*uint64)(cell) = now
			cell = unsafe.Add(cell, by.cell)
		}
	}
	p.changed, p.filled = changed, filled
}

// several returns the digits that are in at least two of three sets.
func several(a, b, c uint64) uint64 { return a&b | c&(a|b) }

// onlySingle returns c in the lanes that hold at most one candidate, and zero in the other lanes.
func onlySingle(c uint64) uint64 {
	return c & zeroMask(c&(c+bias))
}

// restrict returns c & narrow in the lanes in which this value is not zero, and c & wide in the
// other lanes. narrow is a subset of wide.
func restrict(c, wide, narrow uint64) uint64 {
	return c & (narrow | wide&zeroMask(c&narrow))
}

// zeroMask returns 0x7fff in the lanes that are zero in v, and 0x8000 in the other lanes.
func zeroMask(v uint64) uint64 { return (v+bias)>>15&lowBits + bias }

// nonzeroLanes sets the top bit of each lane that is not zero, and clears all other bits. The top
// bits of v must be clear.
func nonzeroLanes(v uint64) uint64 { return (v + bias) & topBits }

// packLanes packs the top bits of the lanes into the low bits of the result. The first lane is the
// first word in memory, regardless of the byte order.
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

// rowsPortable returns, for each lane, the digits that are candidates in every row of the grid.
func rowsPortable(g *portableBlock) uint64 {
	all := uint64(allFours)
	for r := 0; r < Cells; r += 9 {
		row := g[r : r+9]
		all &= row[0] | row[1] | row[2] | row[3] | row[4] | row[5] | row[6] | row[7] | row[8]
	}
	return all
}

package canon

import "sync"

// In a normal band, the first box holds the digits 1 to 9 in order, and the columns of the other
// two boxes are sorted by their first digits. There are 56 ways to divide the digits among the rows
// of the second box. In each of the last two boxes, the lower two rows each have six possible
// orders. Equivalent normal bands form a class. The smallest band of a class starts with the row
// 123456789.
const (
	normalBands = 56 * 36 * 36
	classes     = 416
	// allArrangements is the number of arrangements in bandTable.
	allArrangements = 89_856
)

// A band is three rows of nine digits.
type band [27]byte

// bandTable holds the class of each normal band and the arrangements that turn it into the smallest
// band of the class. Classes are numbered in the order of their smallest bands. The table is
// compact, because it is read in random order and should stay in the caches.
type bandTable struct {
	bands [normalBands]entry
	// perBand[c] is the number of arrangements of each normal band of class c.
	perBand      [classes]uint32
	arrangements [allArrangements]arrangement
}

// entry describes a normal band. Its lowest 17 bits (see firstBits) hold the index of the band's
// first arrangement in bandTable.arrangements. The other bits hold the class of the band.
type entry uint32

const firstBits = 17

func (e entry) class() uint32 { return uint32(e >> firstBits) }
func (e entry) first() uint32 { return uint32(e & (1<<firstBits - 1)) }

// An arrangement rearranges the rows, stacks and columns of a normal band. It consists of five
// indices into permutations, three bits each: one for the rows, one for the stacks, and one for the
// columns of each rearranged stack.
type arrangement uint16

func arrangementOf(rows, stacks uint8, columns [3]uint8) (a arrangement) {
	for i, order := range [5]uint8{rows, stacks, columns[0], columns[1], columns[2]} {
		a |= arrangement(order) << (3 * i)
	}
	return a
}

func (a arrangement) rows() uint8             { return uint8(a & 7) }
func (a arrangement) stacks() uint8           { return uint8(a >> 3 & 7) }
func (a arrangement) columns(place int) uint8 { return uint8(a >> (6 + 3*place) & 7) }

// permutations lists the six orders of three items. Two unused elements save bounds checks.
// inverse[i] is the index of the order that undoes order i.
var (
	permutations = [8][3]uint8{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}
	inverse      = [6]uint8{0, 1, 2, 4, 3, 5}
)

// bands returns the bandTable. The first call creates it, which takes about ten milliseconds.
var bands = sync.OnceValue(makeBands)

func makeBands() *bandTable {
	m := tableMaker{class: new([normalBands]uint16), arranged: make([]arrangedBand, 0, allArrangements)}
	for i := range m.class {
		m.class[i] = classes
	}
	// The smallest band of each class starts with 123456789 45. The first three digits of row 2 are
	// in the last two boxes of row 1, so one of these boxes has two or more of them. That box can
	// become the second box, and two of these digits can then be named 4 and 5.
	m.fill(&band{'1', '2', '3', '4', '5', '6', '7', '8', '9', '4', '5'}, 11)
	var first [normalBands + 1]uint32 // index of the first arrangement of each band
	for _, a := range m.arranged {
		first[a.band+1]++
	}
	t := new(bandTable)
	for band, class := range m.class {
		t.perBand[class] = first[band+1]
		first[band+1] += first[band]
		t.bands[band] = entry(class)<<firstBits | entry(first[band])
	}
	for _, a := range m.arranged {
		t.arrangements[first[a.band]] = a.arrangement
		first[a.band]++
	}
	return t
}

// tableMaker collects the classes and the arrangements of normal bands for a bandTable.
type tableMaker struct {
	class    *[normalBands]uint16
	found    uint16
	arranged []arrangedBand
}

// arrangedBand is a normal band and an arrangement that turns it into the smallest band of its
// class.
type arrangedBand struct {
	band        uint32
	arrangement arrangement
}

// fill fills b[cell:] in every possible way, in ascending order, until it finds all classes. The
// first band that it finds in a class is the smallest. fill adds the class when it finds this band.
func (m *tableMaker) fill(b *band, cell int) {
	if cell == len(b) {
		var s shape
		if s.set(b); m.class[s.index] == classes {
			m.add(b)
		}
		return
	}
	used := uint16(0)
	for i, d := range b[:cell] {
		if i/9 == cell/9 || i%9/3 == cell%9/3 {
			used |= 1 << (d & 15)
		}
	}
	for d := uint8(1); d <= 9 && m.found < classes; d++ {
		if used>>d&1 == 0 {
			b[cell] = '0' + d
			m.fill(b, cell+1)
		}
	}
}

// add adds a class, given its smallest band. It makes all normal bands of the class by permuting
// the rows, the boxes, and the columns of the first box in all possible ways.
func (m *tableMaker) add(least *band) {
	for rows := range uint8(6) {
		for stacks := range uint8(6) {
			for columns := range uint8(6) {
				m.addArranged(least, rows, stacks, columns)
			}
		}
	}
	m.found++
}

// addArranged rearranges the smallest band of a class. It adds the resulting normal band, with the
// arrangement that restores the smallest band.
func (m *tableMaker) addArranged(least *band, rows, stacks, columns uint8) {
	var b band
	for r, row := range permutations[rows] {
		for k, stack := range permutations[stacks] {
			from := least[9*row+3*stack:]
			to := (*[3]uint8)(b[9*r+3*k:])
			*to = [3]uint8(from)
			if k == 0 {
				for c, column := range permutations[columns] {
					to[c] = from[column]
				}
			}
		}
	}
	var s shape
	s.set(&b)
	order := [3]uint8{columns, s.orders[1], s.orders[2]}
	var columnsBack [3]uint8
	for k, stack := range permutations[stacks] {
		columnsBack[stack] = inverse[order[k]]
	}
	m.class[s.index] = m.found
	m.arranged = append(m.arranged, arrangedBand{uint32(s.index), arrangementOf(inverse[rows], inverse[stacks], columnsBack)})
}

package canon

import (
	"crypto/sha256"
	"encoding/binary"

	"github.com/gridmill/gridmill/solver"
)

// image is an arrangement of a solution: which of the rows and columns of a view come to each
// place.
type image struct {
	rows, columns [9]uint8
	view          uint8 // 0 or 1; an index of one bit needs no check
}

// Solution sets form to the least image of a solution, and returns how many symmetries it has:
// arrangements of its cells, the one that changes nothing included, that with other names of
// the digits make the same grid. It returns 0 if the grid is not a solution, and form is then
// undefined.
func (f *Form) Solution(form, solution *solver.Grid) (symmetries int) {
	if !solution.Full() {
		return 0
	}
	f.readCells(solution)
	t := bands()
	var shapes [6]shape
	var indices [6]int
	for i := range shapes {
		if !shapes[i].set(f.band(i)) {
			return 0
		}
		indices[i] = shapes[i].index()
	}
	// The table is larger than the nearest caches, so all its entries are asked for together.
	var entries [6]entry
	least := uint32(classes)
	for i, index := range indices {
		entries[i] = t.bands[index]
		least = min(least, entries[i].class())
	}
	f.images = f.images[:0]
	for i := range shapes {
		if entries[i].class() != least {
			continue
		}
		first := entries[i].first()
		for _, a := range t.arrangement[first : first+t.ways[least]] {
			f.tryImage(form, i, &shapes[i], a)
		}
	}
	return len(f.images)
}

// band returns one of the six bands: three of the grid, and three of it transposed.
func (f *Form) band(i int) *band { return (*band)(f.views[i/3].rows[3*(i%3):]) }

// tryImage makes the least image of a solution that starts with a band in an arrangement. It
// becomes the form if it is the first or less, and one of the images if it is the form.
func (f *Form) tryImage(form *solver.Grid, i int, s *shape, a arrangement) {
	m := image{view: uint8(i / 3)}
	rows := &f.views[m.view&1].rows
	top := uint8(i % 3)
	for r, row := range a.rows() {
		m.rows[r] = 3*top + row
	}
	var names [16]uint8
	for k, stack := range a.stacks() {
		normal, columns := &permutations[s.orders[stack]&7], a.columns(k)
		for c := range columns {
			m.columns[3*k+c] = 3*stack + normal[columns[c]]
		}
	}
	for c, column := range &m.columns {
		names[rows[m.rows[0]][column&15]&15] = '1' + uint8(c)
	}
	// The other bands stand in the order of their first cells, and so do their rows.
	column := m.columns[0] & 15
	first := func(row uint8) uint32 { return uint32(names[rows[row][column]&15]) }
	for b, other := range [2]uint8{(top + 1) % 3, (top + 2) % 3} {
		three := (*[3]uint8)(m.rows[3+3*b:])
		*three = [3]uint8{3 * other, 3*other + 1, 3*other + 2}
		o := permutations[sortingOrder[relation(first(three[0]), first(three[1]), first(three[2]))]]
		*three = [3]uint8{three[o[0]], three[o[1]], three[o[2]]}
	}
	if first(m.rows[3]) > first(m.rows[6]) {
		x, y := (*[3]uint8)(m.rows[3:]), (*[3]uint8)(m.rows[6:])
		*x, *y = *y, *x
	}
	f.keepImage(form, &m, &names)
}

// keepImage compares an image of a solution with the form.
func (f *Form) keepImage(form *solver.Grid, m *image, names *[16]uint8) {
	less := len(f.images) == 0
	x := &m.columns
	for r, row := range &m.rows {
		cells := &f.views[m.view&1].rows[row]
		// The ninth cell follows from the other eight.
		eight := uint64(names[cells[x[0]&15]&15])<<56 | uint64(names[cells[x[1]&15]&15])<<48 |
			uint64(names[cells[x[2]&15]&15])<<40 | uint64(names[cells[x[3]&15]&15])<<32 |
			uint64(names[cells[x[4]&15]&15])<<24 | uint64(names[cells[x[5]&15]&15])<<16 |
			uint64(names[cells[x[6]&15]&15])<<8 | uint64(names[cells[x[7]&15]&15])
		line := (*[9]byte)(form[9*r:])
		if !less {
			best := binary.BigEndian.Uint64(line[:8])
			if eight > best {
				return
			}
			if eight < best {
				less = true
				f.images = f.images[:0]
			}
		}
		binary.BigEndian.PutUint64(line[:8], eight)
		line[8] = names[cells[x[8]&15]&15]
	}
	f.images = append(f.images, *m)
}

// Class returns the key of the class of solutions with a form: the first 64 bits of the SHA-256
// hash of its 81 digits.
func Class(form *solver.Grid) uint64 {
	sum := sha256.Sum256(form[:])
	return binary.BigEndian.Uint64(sum[:])
}

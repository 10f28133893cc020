package canon

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/morph"
)

// candidate is a transformation that gives a solution the smallest possible top band. Some
// candidates yield the canonical form of the solution.
type candidate struct {
	morph.Morph
	// fourth holds the first eight cells of the fourth row after the transformation.
	fourth uint64
}

// Solution sets *form to the canonical form of a solution, and returns the number of symmetries
// that map the solution onto itself, including the identity. If the grid is not a solution,
// symmetries is 0, and *form is undefined.
func (f *Form) Solution(form, solution *solver.Grid) (symmetries int) {
	if !solution.Full() {
		return 0
	}
	f.solution[0] = *solution
	transpose.Apply(&f.solution[1], solution)
	t := bands()
	var shapes [6]shape
	for i := range shapes {
		if !shapes[i].set(f.band(i)) {
			return 0
		}
	}
	// The table does not fit in the fastest caches. This loop loads all six entries in succession,
	// so that the loads overlap.
	var entries [6]entry
	least := uint32(classes)
	for i := range shapes {
		entries[i] = t.bands[shapes[i].index]
		least = min(least, entries[i].class())
	}
	f.candidates = f.candidates[:0]
	for i, e := range entries {
		if e.class() != least {
			continue
		}
		for _, a := range t.arrangements[e.first() : e.first()+t.perBand[least]] {
			f.try(i, &shapes[i], a)
		}
	}
	f.keepLeast(form)
	return len(f.candidates)
}

var transpose = morph.Morph{
	Rows:    [9]uint8{0, 1, 2, 3, 4, 5, 6, 7, 8},
	Columns: [9]uint8{0, 9, 18, 27, 36, 45, 54, 63, 72},
	Names:   [16]byte{1: '1', 2: '2', 3: '3', 4: '4', 5: '5', 6: '6', 7: '7', 8: '8', 9: '9'},
}

// band returns band i of the grid if i < 3, and otherwise band i-3 of the transposed grid.
func (f *Form) band(i int) *band { return (*band)(f.solution[i/3][27*(i%3):]) }

// try adds the candidate that has band i at the top, in the given arrangement. Only the candidates
// with the smallest fourth row so far are kept.
func (f *Form) try(i int, s *shape, a arrangement) {
	side, chute := i/3, i%3 // side is 0 or 1; the index side&1 needs no bounds check
	g, step, rows, columns := &f.solution[0], steps[side&1], &lines[side&1], &lines[^side&1]
	var c candidate
	*(*[3]uint8)(c.Rows[:]) = rows[chute][a.rows()&7]
	for k, stack := range &permutations[a.stacks()&7] {
		order := afterOrder[s.orders[stack]&7][a.columns(k)&7]
		*(*[3]uint8)(c.Columns[3*k:]) = columns[stack][order&7]
	}
	for i, column := range &c.Columns {
		c.Names[g[c.Rows[0]+column]&15] = '1' + uint8(i)
	}
	// The fourth row starts with the digit named 2, because 2 is the smallest name that is missing
	// from the first column of the top band.
	two := uint64(g[c.Rows[0]+c.Columns[1]])
	column := binary.LittleEndian.Uint64(f.solution[^side&1][c.Columns[0]*step:]) ^ two*everyByte
	fourth := uint8(bits.TrailingZeros64((column-everyByte)&^column&(0x80*everyByte)) / 8)
	c.fourth = c.row(g, fourth*step)
	if n := len(f.candidates); n > 0 && c.fourth != f.candidates[0].fourth {
		if c.fourth > f.candidates[0].fourth {
			return
		}
		f.candidates = f.candidates[:0]
	}
	next := fourth / 3
	c.sortRows(g, 3, &rows[next][0])
	c.sortRows(g, 6, &rows[3-uint8(chute)-next][0])
	f.candidates = append(f.candidates, c)
}

// row applies c to a row or column of g, and returns the first eight resulting cells. The row or
// column starts at g[row].
func (c *candidate) row(g *solver.Grid, row uint8) uint64 {
	x := &c.Columns
	return uint64(c.Names[g[row+x[0]]&15])<<56 | uint64(c.Names[g[row+x[1]]&15])<<48 |
		uint64(c.Names[g[row+x[2]]&15])<<40 | uint64(c.Names[g[row+x[3]]&15])<<32 |
		uint64(c.Names[g[row+x[4]]&15])<<24 | uint64(c.Names[g[row+x[5]]&15])<<16 |
		uint64(c.Names[g[row+x[6]]&15])<<8 | uint64(c.Names[g[row+x[7]]&15])
}

// sortRows sets c.Rows[at:at+3] to the rows of a band, sorted by their first cells.
func (c *candidate) sortRows(g *solver.Grid, at int, rows *[3]uint8) {
	first := func(row uint8) uint32 { return uint32(c.Names[g[row+c.Columns[0]]&15])<<8 | uint32(row) }
	x, y, z := first(rows[0]), first(rows[1]), first(rows[2])
	x, y = min(x, y), max(x, y)
	y, z = min(y, z), max(y, z)
	x, y = min(x, y), max(x, y)
	*(*[3]uint8)(c.Rows[at:]) = [3]uint8{uint8(x), uint8(y), uint8(z)}
}

// keepLeast sets form to the smallest grid that any candidate yields, and keeps only the candidates
// that yield it.
func (f *Form) keepLeast(form *solver.Grid) {
	f.candidates[0].Apply(form, &f.solution[0])
	kept := 1
	for i := range f.candidates[1:] {
		c := f.candidates[1+i]
		var morphed solver.Grid
		c.Apply(&morphed, &f.solution[0])
		switch bytes.Compare(morphed[:], form[:]) {
		case 1:
			continue
		case -1:
			kept, *form = 0, morphed
		}
		f.candidates[kept] = c
		kept++
	}
	f.candidates = f.candidates[:kept]
}

// steps holds the distances, in cells, between adjacent rows and between adjacent columns.
var steps = [2]uint8{9, 1}

// lines[side][chute][order] holds the first cells of three lines in the given order. The lines are
// the rows of a band (side 0) or the columns of a stack (side 1).
var lines = func() (lines [2][3][8][3]uint8) {
	for side, step := range steps {
		for chute := range lines[side] {
			for order, three := range permutations[:6] {
				for i, line := range three {
					lines[side][chute][order][i] = step * (3*uint8(chute) + line)
				}
			}
		}
	}
	return lines
}()

// afterOrder[a][b] is the order that results from applying order a and then order b.
var afterOrder = func() (numbers [8][8]uint8) {
	for a, first := range permutations[:6] {
		for b, second := range permutations[:6] {
			both := [3]uint8{first[second[0]], first[second[1]], first[second[2]]}
			numbers[a][b] = uint8(slices.Index(permutations[:], both))
		}
	}
	return numbers
}()

// Class returns a number that identifies the class of solutions with the given canonical form. It
// is the first 64 bits of the SHA-256 hash of the form's 81 digits.
func Class(form *solver.Grid) uint64 {
	sum := sha256.Sum256(form[:])
	return binary.BigEndian.Uint64(sum[:])
}

package canon

import (
	"math/bits"

	"github.com/gridmill/gridmill/solver"
)

// A Form finds canonical forms. It keeps scratch memory between calls, so it must not be used by
// several goroutines at the same time. The zero Form is ready to use.
type Form struct {
	views   [2]view // the puzzle and its transpose
	states  []state // all ways to build the first rows of the canonical form
	next    []state
	choices []choice

	solution   [2]solver.Grid // the solution and its transpose
	candidates []candidate    // set by Solution: the symmetries that map the solution to its form
}

// view is a puzzle, or its transpose, as the search reads it. Cells are digits, or 0 for blanks.
type view struct {
	rows  [9][16]uint8 // nine cells each; a four-bit index needs no bounds check
	clues [9]uint16    // for each row, the set of columns with clues
	blank uint16       // the rows without clues
}

// state is one way to build the first rows of the form. All states at a search level build the same
// rows.
type state struct {
	columns [9]uint8  // the columns of the view, in the order of the form
	names   [16]uint8 // the name of each digit (or unnamed), in the upper four bits; names[0] is 0
	used    uint16    // the rows of the view that are already in the form
	view    uint8
}

// choice is a way to make the next row of the form.
type choice struct {
	row
	from  uint8 // the row that this choice uses, as an index into view.rows
	state int32
}

// Minlex sets form to the canonical form of a puzzle. It returns false if the puzzle is the zero
// Grid, or if a clue repeats in a row, column or box.
//
// The time grows with the number of ways to build the first rows of the form. For up to 54 random
// clues of a solution, this number is less than ten on average. Its maximum is 7,776, for two full
// bands and a blank band.
func (f *Form) Minlex(form, puzzle *solver.Grid) bool {
	if puzzle.Full() {
		return f.Solution(form, puzzle) > 0
	}
	if !f.read(puzzle) {
		return false
	}
	f.states = append(f.states[:0], firstStates[:]...)
	tied, named := allTied, uint8(0)
	for level := range 9 {
		best := f.choose(tied)
		line := (*[9]byte)(form[9*level:])
		best.write(line)
		unnamed := best.unnamed()
		if level < 8 {
			f.expand(best, tied, named)
			tied &= best.blank()
		}
		for ; unnamed != 0; unnamed &= unnamed - 1 {
			named++
			line[bits.TrailingZeros16(uint16(unnamed))] = '0' + named
		}
	}
	return true
}

// EachNeighbor removes each clue of a puzzle in turn, and calls yield with the canonical form of
// the remaining puzzle, if it has one. The form is valid until yield returns. If two puzzles have
// such a form in common, removing a suitable clue from each puzzle makes them equivalent.
func (f *Form) EachNeighbor(puzzle *solver.Grid, yield func(form *solver.Grid)) {
	less, form := *puzzle, solver.Grid{}
	for cell, clue := range puzzle {
		if clue == solver.Blank {
			continue
		}
		less[cell] = solver.Blank
		if f.Minlex(&form, &less) {
			yield(&form)
		}
		less[cell] = clue
	}
}

// firstStates holds the states at the start of a search.
var firstStates = func() (states [2]state) {
	for side := range states {
		s := &states[side]
		s.view = uint8(side)
		for i := range s.columns {
			s.columns[i] = uint8(i)
			s.names[1+i] = unnamed
		}
	}
	return states
}()

// choose returns the smallest row that can be the next row of the form, and sets f.choices to all
// ways to make it.
func (f *Form) choose(tied places) names {
	best, n := ^names(0), 0
	o := openOrder(tied)
	choices := f.choices[:cap(f.choices)]
	for i := range f.states {
		s := &f.states[i]
		v := &f.views[s.view&1]
		for rows := v.rowsAfter(s.used); rows != 0; rows &= rows - 1 {
			from := uint8(bits.TrailingZeros16(rows))
			var next row
			if tied == allTied { // the rows so far are blank, so no digit has a name
				next = firstRows[v.clues[from]&511]
			} else {
				next = s.next(&v.rows[from], &o)
			}
			if n == len(choices) {
				choices = append(choices, choice{})
				choices = choices[:cap(choices)]
			}
			// It is unpredictable whether a row is smaller than the best rows, so this code does
			// not branch. A smaller row replaces the best rows. An equal row is added to them. A
			// greater row is also added, but the next row overwrites it.
			value := next.names()
			_, less := bits.Sub64(uint64(value), uint64(best), 0)
			_, greater := bits.Sub64(uint64(best), uint64(value), 0)
			n &= int(less) - 1
			c := &choices[n]
			c.eight, c.ninth, c.from, c.state = next.eight, next.ninth, from, int32(i)
			n += int(1 - greater)
			best = min(best, value)
		}
	}
	f.choices = choices[:n]
	return best
}

// rowsAfter returns the set of rows that can follow the used rows. It includes only one blank row
// per band and only one blank band, because the other blank rows and bands make the same form.
func (v *view) rowsAfter(used uint16) uint16 {
	rows := nextRows[used&511]
	if rows&v.blank == 0 {
		return rows
	}
	blankBand := false
	for band := uint16(7); band < 512; band <<= 3 {
		blank := rows & v.blank & band
		rows &^= blank & (blank - 1) // of the blank rows, keep only the first
		if v.blank&band != band || blank == 0 {
			continue
		}
		if blankBand {
			rows &^= band
		}
		blankBand = true
	}
	return rows
}

// nextRows maps each set of used rows to the rows that can follow: the rest of a band, or all rows
// of the remaining bands.
var nextRows = func() (next [512]uint16) {
	for used := range uint16(len(next)) {
		next[used] = 511 &^ used
		for band := uint16(7); band < 512; band <<= 3 {
			if used&band != 0 && used&band != band {
				next[used] = band &^ used
			}
		}
	}
	return next
}()

package layout

import "math"

// block is some rows one below the other: a grid, or rows that belong to no grid for certain.
type block struct {
	grid bool
	rows int
}

// gridWorth is what grids are worth. A gap is worth its price if a few grids with one solution
// follow from it: puzzles that are at fault themselves are rare, and stay grids.
var gridWorth = [...]int{wrongGrid: -2, openGrid: 0, properGrid: 2}

const (
	gapWorth = -6
	maxGap   = 8
	// doubt is how much less all ways without a grid must be worth for it to be certain: more
	// than one grid with one solution, of which a way may have one more only by where it ends.
	doubt = 3
	// surplus is how many rows of a gap may rather be too many in a grid beside it than the rest
	// of one that lacks some.
	surplus = 4
)

// division finds the best way to divide rows into grids and gaps.
type division struct {
	worth    []int // of a grid, by its first row
	forward  []int // what the best way from the start to a row is worth
	backward []int // what the best way from a row to the end is worth
	first    int   // the row with which the best way starts
	lost     bool  // the first grid may start with any of the first nine rows
}

// blocks returns the best way from the first row on until at least so many rows are divided. A
// grid beside a gap may have rows that do not belong to it, unless it has one solution and the
// gap is rather the rest of a grid that lacks some.
func (d *division) blocks(until int) (blocks []block) {
	if d.first > 0 {
		blocks = append(blocks, block{false, d.first})
	}
	before := 9 // how far the step before went
	for at := d.first; at < until; {
		n, behind := d.step(at), 9
		if at+n < len(d.backward)-1 {
			behind = d.step(at + n)
		}
		certain := n == 9 && before > surplus && behind > surplus && d.certain(at)
		if before != 9 || behind != 9 {
			certain = certain && d.worth[at] == gridWorth[properGrid]
		}
		blocks = append(blocks, block{certain, n})
		before = n
		at += n
	}
	return blocks
}

// newDivision prepares to divide rows, given what the grids that start with them are worth. If
// it is lost where grids start, that need not be the first row. Unless the rows have ended the
// last block may be incomplete.
func newDivision(worth []int, rows int, lost, ended bool) *division {
	d := &division{worth: worth, forward: make([]int, rows+1), backward: make([]int, rows+1), lost: lost}
	const never = math.MinInt / 4
	for at := 1; at <= rows; at++ {
		d.forward[at] = never
		if lost && at < 9 {
			d.forward[at] = 0
		}
		if at >= 9 {
			d.forward[at] = d.forward[at-9] + d.worth[at-9]
		}
		for n := 1; n <= min(maxGap, at); n++ {
			d.forward[at] = max(d.forward[at], d.forward[at-n]+gapWorth)
		}
	}
	for at := rows - 1; at >= 0; at-- {
		d.backward[at] = never
		if !ended && at > rows-9 {
			d.backward[at] = 0
		}
		if at+9 <= rows {
			d.backward[at] = d.worth[at] + d.backward[at+9]
		}
		for n := 1; n <= min(maxGap, rows-at); n++ {
			d.backward[at] = max(d.backward[at], gapWorth+d.backward[at+n])
		}
	}
	for at := 1; lost && at <= min(8, rows); at++ {
		if d.backward[at] > d.backward[d.first] {
			d.first = at
		}
	}
	return d
}

// step returns how many rows the best way goes on by: nine for a grid, or else a gap.
func (d *division) step(at int) int {
	if at < len(d.worth) && d.worth[at]+d.backward[at+9] == d.backward[at] {
		return 9
	}
	n := 1
	for n < maxGap && at+n < len(d.backward)-1 && gapWorth+d.backward[at+n] != d.backward[at] {
		n++
	}
	return n
}

// certain reports whether all ways without the grid that starts at a row are worth much less
// than the best one.
func (d *division) certain(at int) bool {
	limit := d.backward[d.first] - doubt
	for a := at + 1; d.lost && a < min(9, len(d.backward)); a++ {
		if d.backward[a] > limit {
			return false
		}
	}
	for a := max(at-8, 0); a < min(at+9, len(d.worth)); a++ {
		if a != at && d.forward[a]+d.worth[a]+d.backward[a+9] > limit {
			return false
		}
	}
	for a := max(at-maxGap+1, 0); a < at+9; a++ {
		for n := 1; n <= maxGap; n++ {
			if a+n > at && a+n < len(d.backward) && d.forward[a]+gapWorth+d.backward[a+n] > limit {
				return false
			}
		}
	}
	return true
}

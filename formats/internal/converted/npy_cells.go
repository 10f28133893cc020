package converted

import "math"

// npySample is how many bytes of an array show which numbers stand for which cells.
const npySample = 256 << 10

// cellNumbers says which numbers of an array of grids are cells.
type cellNumbers struct {
	blank int64 // stands for a blank
	zero  int64 // the digit d is zero + d
	full  bool  // the first grids have no blanks
	// normalised says that floats are ninths of numbers, less shift, as networks are given them.
	normalised bool
	shift      float64
}

// maxNoise is how far what should be a whole number may be from it after it was rounded.
const maxNoise = 0.01

// findCells looks at the first rows for the numbers of cells. Digits are 1 to 9 with 0 for a
// blank, or -1, or 10; 2 to 10 with 1 for a blank, as data sets for neural networks have it; or 0
// to 8 with -1 for a blank, as do those that predict classes. Full grids of these have no blanks.
func (a *npyArray) findCells(sample []byte) cellNumbers {
	a.findShift(sample)
	const least, most = -1, 10
	var counts [most - least + 1]int
	count := func(n int64) int { return counts[n-least] }
	all, full := 0, len(sample) >= cells*a.size
	for ; len(sample) >= cells*a.size; sample = sample[cells*a.size:] {
		var inRow [most - least + 1]int
		for i := range cells {
			if n, _ := a.number(sample[i*a.size:]); n >= least && n <= most {
				inRow[n-least]++
			}
		}
		for i, n := range inRow {
			counts[i] += n
			full = full && (n == 0 || n == 9)
		}
		all += cells
	}
	c := a.cellNumbers
	c.full = full
	switch {
	case count(0) > 0 && count(9) == 0 && (full || count(-1) > 0):
		c.blank, c.zero = -1, -1
	case count(0) > 0:
	case count(-1) > 0:
		c.blank = -1
	case 4*count(10) > all:
		c.blank = 10
	// The first rows may lack a 10, but then hold more ones than digits come to.
	case count(10) > 0 || 4*count(1) > all:
		c.blank, c.zero = 1, 1
	}
	return c
}

// findShift finds out whether all floats are x/9 or x/9 - 0.5, for x from 0 to 9, and not all
// whole numbers.
func (a *npyArray) findShift(sample []byte) {
	if a.kind != 'f' || len(sample) < cells*a.size {
		return
	}
	for _, shift := range []float64{0, 4.5} {
		fits, whole := true, true
		for at := 0; fits && at+a.size <= len(sample); at += a.size {
			f := a.float(sample[at:])
			x := f*9 + shift
			fits = x > -maxNoise && x < 9+maxNoise && math.Abs(x-math.Round(x)) < maxNoise
			whole = whole && f == math.Trunc(f)
		}
		if fits && !whole {
			a.normalised, a.shift = true, shift
		}
	}
}

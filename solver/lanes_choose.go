package solver

import "math/bits"

type cellSet [2]uint64

var peersOf = func() (p [Cells]cellSet) {
	for i := range Cells {
		for j := range Cells {
			if i != j && (i/9 == j/9 || i%9 == j%9 || i/27 == j/27 && i%9/3 == j%9/3) {
				p[i][j/64] |= 1 << (j % 64)
			}
		}
	}
	return
}()

func (a *cellSet) common(b *cellSet) int {
	return bits.OnesCount64(a[0]&b[0]) + bits.OnesCount64(a[1]&b[1])
}

func chooseScalar(s *state) (cell int, bit uint16) {
	var where [9]cellSet
	var few [10]cellSet
	fewest := 10
	for i, c := range s[:Cells] {
		n := bits.OnesCount16(c)
		few[n][i/64] |= 1 << (i % 64)
		if n > 1 && n < fewest {
			fewest = n
		}
		for ; c != 0; c &= c - 1 {
			where[bits.TrailingZeros16(c)][i/64] |= 1 << (i % 64)
		}
	}
	best := -1
	f := &few[fewest]
	for w, set := range f {
		for ; set != 0; set &= set - 1 {
			i := w*64 + bits.TrailingZeros64(set)
			score := 0
			var share cellSet
			for c := s[i]; c != 0; c &= c - 1 {
				d := &where[bits.TrailingZeros16(c)]
				score += peersOf[i].common(d)
				share[0] |= d[0]
				share[1] |= d[1]
			}
			share[0] &= f[0]
			share[1] &= f[1]
			score += 4 * peersOf[i].common(&share)
			if score > best {
				best, cell = score, i
			}
		}
	}
	return cell, s[cell] & -s[cell]
}

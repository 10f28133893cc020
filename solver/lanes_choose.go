package solver

import "math/bits"

// cellSet is a set of cells: cell c is bit c%64 of word c/64.
type cellSet [2]uint64

func (s *cellSet) add(cell int) { s[cell>>6&1] |= 1 << (cell & 63) }

// common returns how many cells are in both sets.
func (s *cellSet) common(t cellSet) int {
	return bits.OnesCount64(s[0]&t[0]) + bits.OnesCount64(s[1]&t[1])
}

func (s *cellSet) or(t cellSet) cellSet  { return cellSet{s[0] | t[0], s[1] | t[1]} }
func (s *cellSet) and(t cellSet) cellSet { return cellSet{s[0] & t[0], s[1] & t[1]} }

// peersOf holds for each cell the 20 others of its houses.
var peersOf = func() (peers [Cells]cellSet) {
	for a := range Cells {
		for b := range Cells {
			sameBox := a/27 == b/27 && a%9/3 == b%9/3
			if a != b && (a/9 == b/9 || a%9 == b%9 || sameBox) {
				peers[a].add(b)
			}
		}
	}
	return peers
}()

// chooseScalar chooses one state after the other.
func chooseScalar(c *choice) {
	for i := range c.n {
		c.cell[i] = uint32(branchCell(stateAt(c.states, c.slot[i])))
	}
}

// branchCell returns the cell where a stuck state branches; the candidate is its
// lowest. Of the cells with the fewest candidates, it takes the one with the most
// peers that share a candidate with it, where peers that have the fewest
// candidates too count four times. Ties go to the first cell. LANES.md says what
// else was tried.
func branchCell(s *state) (cell int) {
	var where [9]cellSet   // the cells that have each digit
	var having [10]cellSet // the cells that have so many candidates
	fewest := 9
	for at, mask := range s[:Cells] {
		n := bits.OnesCount16(mask)
		having[n].add(at)
		if n > 1 {
			fewest = min(fewest, n)
		}
		for ; mask != 0; mask &= mask - 1 {
			where[bits.TrailingZeros16(mask)].add(at)
		}
	}
	best := -1
	few := having[fewest]
	for word, left := range few {
		for ; left != 0; left &= left - 1 {
			at := word*64 + bits.TrailingZeros64(left)
			var sharing cellSet
			for mask := s[at]; mask != 0; mask &= mask - 1 {
				sharing = sharing.or(where[bits.TrailingZeros16(mask)])
			}
			score := peersOf[at].common(sharing) + 3*peersOf[at].common(sharing.and(few))
			if score > best {
				best, cell = score, at
			}
		}
	}
	return cell
}

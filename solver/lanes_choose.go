package solver

import "math/bits"

// cellSet is a set of cells: cell c is bit c%64 of word c/64.
type cellSet [2]uint64

func (s *cellSet) add(cell int) { s[cell>>6&1] |= 1 << (cell & 63) }

func (s *cellSet) has(cell int) bool { return s[cell>>6&1]>>(cell&63)&1 != 0 }

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

// peerList holds the same as peersOf, one after the other.
var peerList = func() (list [Cells][20]uint8) {
	for cell := range list {
		n := 0
		for peer := range Cells {
			if peersOf[cell].has(peer) {
				list[cell][n] = uint8(peer)
				n++
			}
		}
	}
	return list
}()

// candidateCount holds the number of digits in each set of them.
var candidateCount = func() (table [allDigits + 1]uint8) {
	for set := range table {
		table[set] = uint8(bits.OnesCount16(uint16(set)))
	}
	return table
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
// candidates too count four times. Ties go to the first cell. EXPERIMENTS.md
// lists what else was tried.
func branchCell(s *state) (cell int) {
	few := fewestCandidates(s)
	best := 0
	for word, left := range few {
		for ; left != 0; left &= left - 1 {
			at := word*64 + bits.TrailingZeros64(left)
			mask, score := s[at], 1
			for _, peer := range peerList[at] {
				sharing := int((-uint32(s[peer] & mask)) >> 31)
				score += sharing << (few[peer>>6&1] >> (peer & 63) & 1 << 1)
			}
			if score > best {
				best, cell = score, at
			}
		}
	}
	return cell
}

// firstOpen returns the first cell with two candidates or, where there is none, the first
// of those with the fewest.
func firstOpen(s *state) int {
	for at := 0; at < Cells; at += 4 {
		c := (*[4]uint16)(s[at:])
		four := uint64(c[0]) | uint64(c[1])<<16 | uint64(c[2])<<32 | uint64(c[3])<<48
		second := four & (four + bias) // without the lowest candidate of each
		third := second & (second + bias)
		if two := nonzeroLanes(second) &^ nonzeroLanes(third); two != 0 {
			return at + bits.TrailingZeros64(two)/16
		}
	}
	few := fewestCandidates(s)
	if few[0] != 0 {
		return bits.TrailingZeros64(few[0])
	}
	return 64 + bits.TrailingZeros64(few[1])
}

// fewestCandidates returns the cells that have the fewest candidates, not
// counting those that have one.
func fewestCandidates(s *state) cellSet {
	for count := uint8(2); count <= 9; count++ {
		var few cellSet
		for at, mask := range s[:Cells] {
			has := (uint64(candidateCount[mask&allDigits]^count) - 1) >> 63
			few[at>>6&1] |= has << (at & 63)
		}
		if few != (cellSet{}) {
			return few
		}
	}
	return cellSet{}
}

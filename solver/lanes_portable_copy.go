package solver

import (
	"math/bits"
	"unsafe"
)

// The portable kernel copies lanes word by word.

const portableShift = 2

// mergePortable copies lanes of one block to lanes of another.
func mergePortable(m *merge) {
	for left := m.lanes; left != 0; left &= left - 1 {
		lane := bits.TrailingZeros32(left)
		to := (*portableLane)(unsafe.Pointer(wordAt(m.to, portableShift, 0, lane)))
		from := (*portableLane)(unsafe.Pointer(wordAt(m.from, portableShift, 0, int(m.lane[lane]))))
		for cell := 0; cell < len(to); cell += 3 * 4 {
			to[cell], to[cell+4], to[cell+8] = from[cell], from[cell+4], from[cell+8]
		}
	}
}

// portableLane spans the words of a lane in a block. Every fourth word belongs to the lane.
type portableLane [Cells << portableShift]uint16

// loadPortable copies states to the lanes of a block.
func loadPortable(e *exchange) {
	for i := range e.n {
		s, lane := stateAt(e.states, e.slot[i]), (*portableLane)(unsafe.Pointer(wordAt(e.block, portableShift, 0, i)))
		for cell := 0; cell < Cells; cell += 3 {
			lane[4*cell], lane[4*cell+4], lane[4*cell+8] = s[cell], s[cell+1], s[cell+2]
		}
	}
}

// unloadPortable copies the lanes of a block to states.
func unloadPortable(e *exchange) {
	for i := range e.n {
		copyLane(stateAt(e.states, e.slot[i]), e.block, portableShift, i)
	}
}

// branchPortable copies each lane of a block twice: to a state, without the lowest candidate of the
// chosen cell, and to the ready block, with only that candidate in the cell.
func branchPortable(e *exchange) {
	*(*portableBlock)(unsafe.Pointer(e.ready)) = *(*portableBlock)(unsafe.Pointer(e.block))
	unloadPortable(e)
	for i, cell := range e.cell[:e.n] {
		s := stateAt(e.states, e.slot[i])
		lowest := s[cell] & -s[cell]
		s[cell] ^= lowest
		*wordAt(e.ready, portableShift, int(cell), i) = lowest
	}
}

// choosePortable chooses the cells in which the lanes of a block branch.
func choosePortable(e *exchange) {
	var s state
	for i := range e.n {
		copyLane(&s, e.block, portableShift, i)
		if e.scored[i] != 0 {
			e.cell[i] = uint16(branchCell(&s))
		} else {
			e.cell[i] = uint16(firstOpen(&s))
		}
	}
}

// copyLane copies a lane of a block to a state.
func copyLane(s *state, block *uint16, shift uint8, lane int) {
	row, word := 2<<shift, unsafe.Pointer(wordAt(block, shift, 0, lane))
	for cell := 0; cell < Cells; cell += 3 {
		s[cell] = *(*uint16)(word)
		s[cell+1] = *(*uint16)(unsafe.Add(word, row))
		s[cell+2] = *(*uint16)(unsafe.Add(word, 2*row))
		word = unsafe.Add(word, 3*row)
	}
}

// candidatesOf maps each character of a grid to the candidates of the cell, and all other
// characters to a word whose top bit is set.
var candidatesOf = func() (table [256]uint16) {
	for c := range table {
		table[c] = 0x8000
	}
	table[Blank] = allDigits
	for d := range 9 {
		table['1'+d] = 1 << d
	}
	return table
}()

// parseScalar converts g to a state and reports whether g is a puzzle.
func parseScalar(s *state, g *Grid, _ *Result) bool {
	all := uint16(0)
	for i := 0; i < Cells; i += 3 {
		x, y, z := candidatesOf[g[i]], candidatesOf[g[i+1]], candidatesOf[g[i+2]]
		s[i], s[i+1], s[i+2] = x, y, z
		all |= x | y | z
	}
	return all&0x8000 == 0
}

// digitOf maps a cell with one candidate to its character.
var digitOf = func() (table [allDigits + 1]byte) {
	for d := range 9 {
		table[1<<d] = '1' + byte(d)
	}
	return table
}()

// formatScalar converts a solved state to a grid.
func formatScalar(g *Grid, s *state) {
	for i := 0; i < Cells; i += 3 {
		g[i] = digitOf[s[i]&allDigits]
		g[i+1] = digitOf[s[i+1]&allDigits]
		g[i+2] = digitOf[s[i+2]&allDigits]
	}
}

package solver

import "unsafe"

// The moves below serve every kernel that has none of its own.

// unloadScalar copies lanes to states, word by word.
func unloadScalar(t *transfer) {
	row := 2 << t.shift
	for i := range t.n {
		s, word := stateAt(t.states, t.slot[i]), unsafe.Pointer(t.word(int(t.lane[i]), 0))
		for cell := 0; cell < Cells; cell += 3 {
			s[cell] = *(*uint16)(word)
			s[cell+1] = *(*uint16)(unsafe.Add(word, row))
			s[cell+2] = *(*uint16)(unsafe.Add(word, 2*row))
			word = unsafe.Add(word, 3*row)
		}
	}
}

// loadScalar copies states to lanes, word by word.
func loadScalar(t *transfer) {
	row := 2 << t.shift
	for i := range t.n {
		s, word := stateAt(t.states, t.slot[i]), unsafe.Pointer(t.word(int(t.lane[i]), 0))
		for cell := 0; cell < Cells; cell += 3 {
			*(*uint16)(word) = s[cell]
			*(*uint16)(unsafe.Add(word, row)) = s[cell+1]
			*(*uint16)(unsafe.Add(word, 2*row)) = s[cell+2]
			word = unsafe.Add(word, 3*row)
		}
	}
}

// candidatesOf maps the characters of a grid to what a cell may hold, and all
// others to a word whose top bit is set.
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

// parseScalar turns a grid into a state and reports whether it is a puzzle.
func parseScalar(s *state, g *Grid) bool {
	all := uint16(0)
	for i, c := range g {
		mask := candidatesOf[c]
		s[i] = mask
		all |= mask
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

// formatScalar writes a solved state as a grid.
func formatScalar(g *Grid, s *state) {
	for i := range g {
		g[i] = digitOf[s[i]&allDigits]
	}
}

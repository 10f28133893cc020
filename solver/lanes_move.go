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

// formatScalar writes a solved state as a grid.
func formatScalar(g *Grid, s *state) {
	for i := 0; i < Cells; i += 3 {
		g[i] = digitOf[s[i]&allDigits]
		g[i+1] = digitOf[s[i+1]&allDigits]
		g[i+2] = digitOf[s[i+2]&allDigits]
	}
}

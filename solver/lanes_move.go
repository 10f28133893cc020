package solver

import "math/bits"

// The moves below serve every kernel that has none of its own.

// unloadScalar copies lanes to states, word by word.
func unloadScalar(t *transfer) {
	for i := range t.n {
		s, lane := stateAt(t.states, t.slot[i]), int(t.lane[i])
		for cell := range Cells {
			s[cell] = *t.word(lane, cell)
		}
	}
}

// loadScalar copies states to lanes, word by word.
func loadScalar(t *transfer) {
	for i := range t.n {
		s, lane := stateAt(t.states, t.slot[i]), int(t.lane[i])
		for cell := range Cells {
			*t.word(lane, cell) = s[cell]
		}
	}
}

// candidatesOf maps the characters of a grid to what a cell may hold, and all
// others to zero.
var candidatesOf = func() (table [256]uint16) {
	table[Blank] = allDigits
	for d := range 9 {
		table['1'+d] = 1 << d
	}
	return table
}()

// parseScalar turns a grid into a state and reports whether it is a puzzle.
func parseScalar(s *state, g *Grid) bool {
	for i, c := range g {
		s[i] = candidatesOf[c]
		if s[i] == 0 {
			return false
		}
	}
	return true
}

// formatScalar writes a solved state as a grid.
func formatScalar(g *Grid, s *state) {
	for i := range g {
		g[i] = '1' + byte(bits.TrailingZeros16(s[i]))
	}
}

package solver

// candidatesOf maps Blank and each digit to the candidates of a cell with that character. It maps
// all other characters to a word whose top bit is set.
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

// digitOf maps each set that holds one candidate to the character of that candidate.
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

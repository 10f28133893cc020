package solver

import (
	"math/bits"
	"unsafe"
)

func unloadScalar(t *transfer, width int) {
	for i := range t.n {
		lane := int(t.lane[i])
		cells := unsafe.Slice(t.cells, 1<<30)
		at := lane/width*groupRows*width + lane%width
		s := &unsafe.Slice(t.states, 1<<20)[t.state[i]]
		for c := range Cells {
			s[c] = cells[at]
			at += width
		}
	}
}

func loadScalar(t *transfer, width int) {
	for i := range t.n {
		lane := int(t.lane[i])
		cells := unsafe.Slice(t.cells, 1<<30)
		at := lane/width*groupRows*width + lane%width
		s := &unsafe.Slice(t.states, 1<<20)[t.state[i]]
		for c := range Cells {
			cells[at] = s[c]
			at += width
		}
	}
}

func parsePortable(s *state, g *Grid) bool {
	for i, c := range g {
		switch {
		case c == Blank:
			s[i] = allDigits
		case c-'1' < 9:
			s[i] = 1 << (c - '1')
		default:
			return false
		}
	}
	return true
}

func formatPortable(g *Grid, s *state) {
	for i := range g {
		g[i] = '1' + byte(bits.TrailingZeros16(s[i]))
	}
}

// Package steps writes the steps of a solution as JSON. It does not know batches.
package steps

import (
	"fmt"
	"math/bits"
	"strconv"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/ladder"
)

// A Writer writes steps. The zero Writer is ready to use.
type Writer struct {
	wave int    // of the last step
	head []byte // the start of all steps of that wave
}

// Start prepares for the steps of another puzzle.
func (w *Writer) Start() { w.wave = 0 }

// Append appends a step as a JSON object. A step that places a digit has a cell and a digit. A step
// that removes candidates has the cells and the digits of its pattern and what it removes. Both have
// a house if one explains the step.
func (w *Writer) Append(dst []byte, s *ladder.Step) []byte {
	if s.Wave != w.wave {
		w.wave = s.Wave
		w.head = strconv.AppendInt(append(w.head[:0], `{"wave":`...), int64(s.Wave), 10)
		w.head = append(w.head, `,"technique":"`...)
	}
	return appendRest(append(dst, w.head...), s)
}

// appendRest appends all of a step but its head.
func appendRest(dst []byte, s *ladder.Step) []byte {
	dst = append(dst, s.Name...)
	if s.Digit > 0 {
		dst = append(dst, placementTexts[9*s.Cell+s.Digit-1]...)
		dst = appendHouse(dst, s)
		return append(dst, '}')
	}
	dst = append(dst, `","cells":[`...)
	for cells := s.Cells; cells.Len() > 0; cells = cells.Rest() {
		dst = append(AppendCell(append(dst, '"'), cells.First()), `",`...)
	}
	dst = append(dst[:len(dst)-1], `],"digits":[`...)
	for digits := s.Digits; digits != 0; digits &= digits - 1 {
		dst = append(dst, '1'+byte(bits.TrailingZeros16(digits)), ',')
	}
	dst = append(dst[:len(dst)-1], ']')
	dst = append(appendHouse(dst, s), `,"removed":[`...)
	for d, cells := range s.Removed {
		for ; cells.Len() > 0; cells = cells.Rest() {
			dst = append(AppendCell(append(dst, '"'), cells.First()), '<', '>', '1'+byte(d), '"', ',')
		}
	}
	return append(dst[:len(dst)-1], "]}"...)
}

// appendHouse appends the house of a step, if there is one.
func appendHouse(dst []byte, s *ladder.Step) []byte {
	if !s.InHouse {
		return dst
	}
	return append(dst, houseTexts[s.House]...)
}

// What follows the name of a technique: a digit in a cell, nine for each cell, and a house.
var (
	placementTexts [9 * solver.Cells]string
	houseTexts     [27]string
)

func init() {
	for i := range placementTexts {
		placementTexts[i] = fmt.Sprintf(`","cell":"%s","digit":%d`, AppendCell(nil, i/9), 1+i%9)
	}
	for i := range houseTexts {
		houseTexts[i] = fmt.Sprintf(`,"house":"%s"`, solver.House(i))
	}
}

// AppendCell appends the name of a cell, as r4c2.
func AppendCell(dst []byte, cell int) []byte {
	return append(dst, 'r', '1'+byte(cell/9), 'c', '1'+byte(cell%9))
}

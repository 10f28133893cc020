package formats

import (
	"bytes"
	"fmt"
	"math/bits"
	"strconv"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/ladder"
)

// stepTexts holds the steps of the rows of a batch, each as a JSON object. The steps of a
// row are separated by commas, so that brackets around them make an array.
type stepTexts struct {
	text []byte
	ends []int32 // where each step ends in text; the next one starts after a comma
	rows []int32 // number of steps up to the end of each row

	add func(*ladder.Step) // appends a step; made once, as a method value allocates
}

func (t *stepTexts) reset() { t.text, t.ends, t.rows = t.text[:0], t.ends[:0], t.rows[:0] }

// of returns the steps of row i, as the range [first, end).
func (t *stepTexts) of(i int) (first, end int32) {
	if i > 0 {
		first = t.rows[i-1]
	}
	return first, t.rows[i]
}

// start returns where a step starts in text.
func (t *stepTexts) start(step int32) int32 {
	if step == 0 {
		return 0
	}
	return t.ends[step-1] + 1
}

// appendArray appends the steps of row i as a JSON array, or nothing if there are none.
func (t *stepTexts) appendArray(dst []byte, i int) []byte {
	first, end := t.of(i)
	if first == end {
		return dst
	}
	return append(append(append(dst, '['), t.text[t.start(first):t.ends[end-1]]...), ']')
}

// stepValues returns the steps of row i, in the batch's scratch memory. They are valid until
// the next call.
func (b *Batch) stepValues(i int) [][]byte {
	b.values = b.values[:0]
	t := &b.steps
	first, end := t.of(i)
	for s := first; s < end; s++ {
		b.values = append(b.values, t.text[t.start(s):t.ends[s]])
	}
	return b.values
}

// addRow adds the next row with the steps of a puzzle, and returns its rating. If the ladder
// does not lead to the solution, a search adds the steps if search is set, and otherwise the
// row has none.
func (t *stepTexts) addRow(l *ladder.Ladder, puzzle *solver.Grid, search bool) (r ladder.Rating) {
	if t.add == nil {
		t.add = t.addStep
	}
	if search {
		r = l.ExplainSearch(puzzle, t.add)
		t.endRow()
		return r
	}
	text, steps := len(t.text), len(t.ends)
	if r = l.Explain(puzzle, t.add); !r.Solved {
		t.text, t.ends = t.text[:text], t.ends[:steps]
	}
	t.endRow()
	return r
}

// endRow ends a row.
func (t *stepTexts) endRow() { t.rows = append(t.rows, int32(len(t.ends))) }

// addStep adds a step of the current row.
func (t *stepTexts) addStep(s *ladder.Step) {
	t.text = AppendStep(t.text, s)
	t.ends = append(t.ends, int32(len(t.text)))
	t.text = append(t.text, ',')
}

// AppendStep appends a step as a JSON object, as it is in StepsColumn. A step that places a digit has
// a cell and a digit. A step that removes candidates has the cells and the digits of its pattern,
// their roles, and what it removes. Both have a house if one explains the step.
func AppendStep(dst []byte, s *ladder.Step) []byte {
	dst = strconv.AppendInt(append(dst, `{"wave":`...), int64(s.Wave), 10)
	dst = append(append(dst, `,"technique":"`...), s.Name...)
	if s.Digit > 0 {
		dst = append(dst, placementTexts[9*s.Cell+s.Digit-1]...)
		return append(appendHouse(dst, s), '}')
	}
	dst = append(appendCells(append(dst, `","cells":[`...), s.Cells), `],"digits":[`...)
	for digits := s.Digits; digits != 0; digits &= digits - 1 {
		dst = append(dst, '1'+byte(bits.TrailingZeros16(digits)), ',')
	}
	dst = appendRoles(appendHouse(append(dst[:len(dst)-1], ']'), s), s)
	dst = append(dst, `,"removed":[`...)
	for d, cells := range s.Removed {
		for ; cells.Len() > 0; cells = cells.Rest() {
			dst = append(appendCellName(append(dst, '"'), cells.First()), '<', '>', '1'+byte(d), '"', ',')
		}
	}
	return append(dst[:len(dst)-1], "]}"...)
}

// appendRoles appends the roles of the cells or houses in a step's pattern, if they differ.
func appendRoles(dst []byte, s *ladder.Step) []byte {
	roles := s.Roles()
	if roles[0].Name == "" {
		return dst
	}
	dst = append(dst, `,"roles":{`...)
	for i := range roles {
		r := &roles[i]
		dst = appendCells(append(append(append(dst, '"'), r.Name...), `":[`...), r.Cells)
		for left := r.Houses; left != 0; left &= left - 1 {
			dst = append(append(append(dst, '"'), houseNames[bits.TrailingZeros32(left)]...), `",`...)
		}
		dst = append(bytes.TrimSuffix(dst, []byte{','}), "],"...)
	}
	dst[len(dst)-1] = '}'
	return dst
}

// appendCells appends the names of cells.
func appendCells(dst []byte, cells ladder.Cells) []byte {
	for ; cells.Len() > 0; cells = cells.Rest() {
		dst = append(appendCellName(append(dst, '"'), cells.First()), `",`...)
	}
	return bytes.TrimSuffix(dst, []byte{','})
}

// appendHouse appends the house of a step, if there is one.
func appendHouse(dst []byte, s *ladder.Step) []byte {
	if !s.InHouse {
		return dst
	}
	return append(dst, houseTexts[s.House]...)
}

// The text after the name of a technique: a digit in a cell, nine for each cell, and a house.
var (
	placementTexts = textsOf(9*solver.Cells, func(i int) string {
		return fmt.Sprintf(`","cell":"%s","digit":%d`, appendCellName(nil, i/9), 1+i%9)
	})
	houseNames = textsOf(27, func(i int) string { return solver.House(i).String() })
	houseTexts = textsOf(27, func(i int) string { return fmt.Sprintf(`,"house":"%s"`, solver.House(i)) })
)

// appendCellName appends the name of a cell, as r4c2.
func appendCellName(dst []byte, cell int) []byte {
	return append(dst, 'r', '1'+byte(cell/9), 'c', '1'+byte(cell%9))
}

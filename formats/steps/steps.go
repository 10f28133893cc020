// Package steps writes the steps of a solution as JSON.
package steps

import (
	"bytes"
	"math/bits"
	"strconv"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/ladder"
)

// Append appends a step as a JSON object, in the form of the steps column. A step that places a
// digit has a cell and a digit. A step that removes candidates has the cells, digits and roles of
// its pattern, and the removed candidates. Either kind also has the house that explains the step,
// if any.
func Append(dst []byte, s *ladder.Step) []byte {
	dst = strconv.AppendInt(append(dst, `{"wave":`...), int64(s.Wave), 10)
	dst = append(append(dst, `,"technique":"`...), s.Name...)
	if s.Digit > 0 {
		dst = AppendCell(append(dst, `","cell":"`...), s.Cell)
		dst = append(append(dst, `","digit":`...), '0'+byte(s.Digit))
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
			dst = append(AppendCell(append(dst, '"'), cells.First()), '<', '>', '1'+byte(d), '"', ',')
		}
	}
	return append(dst[:len(dst)-1], "]}"...)
}

// appendRoles appends the roles, if any, of the cells or houses in a step's pattern.
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

func appendCells(dst []byte, cells ladder.Cells) []byte {
	for ; cells.Len() > 0; cells = cells.Rest() {
		dst = append(AppendCell(append(dst, '"'), cells.First()), `",`...)
	}
	return bytes.TrimSuffix(dst, []byte{','})
}

func appendHouse(dst []byte, s *ladder.Step) []byte {
	if !s.InHouse {
		return dst
	}
	return append(append(append(dst, `,"house":"`...), houseNames[s.House]...), '"')
}

// houseNames caches the name of each house, because making a name allocates.
var houseNames = func() (names [27]string) {
	for i := range names {
		names[i] = solver.House(i).String()
	}
	return names
}()

// AppendCell appends the name of a cell, such as r4c2.
func AppendCell(dst []byte, cell int) []byte {
	return append(dst, 'r', '1'+byte(cell/9), 'c', '1'+byte(cell%9))
}

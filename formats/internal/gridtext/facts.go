package gridtext

import (
	"bytes"
	"fmt"
	"strconv"

	"github.com/gridmill/gridmill/solver"
)

// A fact is a statement about a row, such as "length=78". In codes, facts follow the kind's name.
type fact struct {
	name  string // empty if there is no fact
	thing string // the thing that the fact counts, in the singular, or empty
	form  form
}

// A form says how a number is written in codes.
type form uint8

const (
	number    form = iota
	character      // U+0071
	house          // row3
)

// append appends the fact to a code: a space, the name and the value.
func (f *fact) append(dst []byte, value int32) []byte {
	dst = append(append(append(dst, ' '), f.name...), '=')
	switch f.form {
	case character:
		return fmt.Appendf(dst, "%U", value)
	case house:
		return appendHouse(dst, value)
	}
	return strconv.AppendInt(dst, int64(value), 10)
}

// words returns the fact with the given value in English.
func (f *fact) words(value int32) string {
	text := strconv.Itoa(int(value))
	switch {
	case f.form == character:
		return "character " + strconv.QuoteRuneToGraphic(value)
	case f.form == house:
		return solver.House(value).String()
	case f.thing == "":
		return text
	case value == 1:
		return text + " " + f.thing
	}
	return text + " " + f.thing + "s"
}

// parse parses the value of a fact written by append. It does not check the name of the fact or the
// notation of a number; the caller must do that.
func (f *fact) parse(text []byte) (int32, bool) {
	_, text, _ = bytes.Cut(text, []byte{'='})
	switch f.form {
	case character:
		digits, found := bytes.CutPrefix(text, []byte("U+"))
		c, err := strconv.ParseUint(string(digits), 16, 31)
		return int32(c), found && err == nil
	case house:
		for house := range int32(len(houseNames) * 9) {
			var name [16]byte
			if bytes.Equal(text, appendHouse(name[:0], house)) {
				return house, true
			}
		}
		return 0, false
	}
	return ParseNumber(text)
}

var houseNames = [...]string{"row", "column", "box"}

// appendHouse appends the name of a house, such as row3.
func appendHouse(dst []byte, house int32) []byte {
	return strconv.AppendInt(append(dst, houseNames[house/9]...), int64(house%9)+1, 10)
}

// ParseNumber parses a non-negative number in the notation that gridmill writes.
func ParseNumber(text []byte) (int32, bool) {
	n, err := strconv.ParseUint(string(text), 10, 31)
	return int32(n), err == nil
}

package gridtext

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/solver"
)

// A fact is a statement about a row, such as "length=78". In codes, facts follow the kind's name.
// The value of the fact "character" is a character, such as U+0071, and the value of the fact
// "house" is a house, such as row3. All other values are numbers.
type fact struct {
	name  string // empty if there is no fact
	thing string // the thing that the fact counts, in the singular, or empty
}

// append appends the fact to a code: a space, the name and the value.
func (f *fact) append(dst []byte, value int32) []byte {
	dst = append(append(append(dst, ' '), f.name...), '=')
	switch f.name {
	case "character":
		return fmt.Appendf(dst, "%U", value)
	case "house":
		return append(dst, houseNames[value]...)
	}
	return strconv.AppendInt(dst, int64(value), 10)
}

// words returns the fact with the given value in English.
func (f *fact) words(value int32) string {
	text := strconv.Itoa(int(value))
	switch {
	case f.name == "character":
		return "character " + strconv.QuoteRuneToGraphic(value)
	case f.name == "house":
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
	switch f.name {
	case "character":
		digits, found := bytes.CutPrefix(text, []byte("U+"))
		c, err := strconv.ParseUint(string(digits), 16, 31)
		return int32(c), found && err == nil
	case "house":
		h := slices.Index(houseNames[:], string(text))
		return int32(h), h >= 0
	}
	return ParseNumber(text)
}

// houseNames holds the names of all houses in codes, such as row3.
var houseNames = func() (names [27]string) {
	for h := range names {
		names[h] = strings.ReplaceAll(solver.House(h).String(), " ", "")
	}
	return names
}()

// ParseNumber parses a non-negative number in the notation that gridmill writes.
func ParseNumber(text []byte) (int32, bool) {
	n, err := strconv.ParseUint(string(text), 10, 31)
	return int32(n), err == nil
}

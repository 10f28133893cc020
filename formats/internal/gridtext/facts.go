package gridtext

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/gridmill/gridmill/solver"
)

// A fact is a statement about a row in a code, such as "length=78". It follows the name of the
// kind.
type fact struct {
	name  string // empty if there is no fact
	thing string // what the fact counts, in the singular, or empty
	form  form
	// If most is not 0, the rows of a class share the fact. All values of at least most belong to one
	// class, whose code contains many instead of a number.
	most int32
	many string
}

// A form says how a number is written in codes.
type form uint8

const (
	number    form = iota
	character      // U+0071
	house          // row3
)

const (
	manyCharacters = 1000          // from this length on, values are in one class
	notASCII       = utf8.RuneSelf // from this character on, too
)

var (
	length  = fact{"length", "character", number, manyCharacters, "1000+"}
	foreign = fact{"character", "", character, notASCII, "not_ascii"}
)

// shared returns the fact that all rows of a class of this kind share, and its index. It returns
// nil if there is no such fact.
func (k Kind) shared() (*fact, int) {
	for i := range kinds[k].facts {
		if f := &kinds[k].facts[i]; f.most > 0 {
			return f, i
		}
	}
	return nil, 0
}

// appendName appends a space, the name and an equals sign.
func (f *fact) appendName(dst []byte) []byte {
	return append(append(append(dst, ' '), f.name...), '=')
}

// append appends the name and the value.
func (f *fact) append(dst []byte, value int32) []byte {
	dst = f.appendName(dst)
	switch f.form {
	case character:
		return fmt.Appendf(dst, "%U", value)
	case house:
		return appendHouse(dst, value)
	}
	return strconv.AppendInt(dst, int64(value), 10)
}

// words describes a value in English. If orMore is set, it describes all values of at least value.
func (f *fact) words(value int32, orMore bool) string {
	switch {
	case f.form == character && orMore:
		return "a non-ASCII character"
	case f.form == character:
		return "character " + strconv.QuoteRuneToGraphic(value)
	case f.form == house:
		return solver.House(value).String()
	}
	text := strconv.Itoa(int(value))
	if orMore {
		text += " or more"
	}
	switch {
	case f.thing == "":
		return text
	case value == 1:
		return text + " " + f.thing
	}
	return text + " " + f.thing + "s"
}

// cut parses what append wrote, and returns the rest of the text. It also accepts numbers written
// in other ways, which the caller rejects.
func (f *fact) cut(text []byte) (value int32, rest []byte, good bool) {
	var name [32]byte
	text, good = bytes.CutPrefix(text, f.appendName(name[:0]))
	end := bytes.IndexByte(text, ' ')
	if end < 0 {
		end = len(text)
	}
	if good {
		value, good = f.form.parse(text[:end])
	}
	return value, text[end:], good
}

func (f form) parse(text []byte) (int32, bool) {
	switch f {
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

// ParseNumber parses a non-negative number as gridmill writes it.
func ParseNumber(text []byte) (int32, bool) {
	n, err := strconv.ParseUint(string(text), 10, 31)
	return int32(n), err == nil
}

package gridtext

import (
	"bytes"
	"math"
	"strconv"
)

// A fact is what a code states about a row after the name of the kind, as in "length=78".
type fact struct {
	name string // empty if there is none
	form form
}

// A form is how a number is written in codes.
type form uint8

const (
	number    form = iota
	character      // U+0071
	house          // row3
)

// append appends a space, the name and the value.
func (f *fact) append(dst []byte, value int32) []byte {
	dst = append(append(append(dst, ' '), f.name...), '=')
	switch f.form {
	case character:
		return appendCharacter(dst, value)
	case house:
		return strconv.AppendInt(append(dst, houseNames[value/9]...), int64(value%9)+1, 10)
	}
	return strconv.AppendInt(dst, int64(value), 10)
}

// cut reads what append wrote, and returns what follows it. It also reads numbers written in other
// ways, which the caller refuses.
func (f *fact) cut(text []byte) (value int32, rest []byte, good bool) {
	text, good = bytes.CutPrefix(text, []byte{' '})
	name, text, found := bytes.Cut(text, []byte{'='})
	if !good || !found || string(name) != f.name {
		return 0, nil, false
	}
	end := bytes.IndexByte(text, ' ')
	if end < 0 {
		end = len(text)
	}
	value, good = f.form.parse(text[:end])
	return value, text[end:], good
}

func (f form) parse(text []byte) (int32, bool) {
	switch f {
	case character:
		digits, found := bytes.CutPrefix(text, []byte("U+"))
		c, err := strconv.ParseUint(string(digits), 16, 31)
		return int32(c), found && err == nil
	case house:
		return parseHouse(text)
	}
	return ParseNumber(text)
}

// appendCharacter appends a character as Unicode does, such as U+0071.
func appendCharacter(dst []byte, c rune) []byte {
	const fewest = 4 // digits
	digits := fewest
	for c>>(4*digits) > 0 {
		digits++
	}
	dst = append(dst, "U+"...)
	for digits > 0 {
		digits--
		dst = append(dst, "0123456789ABCDEF"[c>>(4*digits)&15])
	}
	return dst
}

var houseNames = [3]string{"row", "column", "box"}

// parseHouse returns the house of a name such as row3.
func parseHouse(text []byte) (int32, bool) {
	for kind, name := range houseNames {
		n, good := bytes.CutPrefix(text, []byte(name))
		if good && len(n) == 1 && n[0]-'1' < 9 {
			return int32(9*kind) + int32(n[0]-'1'), true
		}
	}
	return 0, false
}

// ParseNumber reads a number from 0 on, as gridmill writes it.
func ParseNumber(text []byte) (int32, bool) {
	n := int64(0)
	for _, c := range text {
		if c-'0' > 9 {
			return 0, false
		}
		if n = 10*n + int64(c-'0'); n > math.MaxInt32 {
			return 0, false
		}
	}
	return int32(n), len(text) > 0
}

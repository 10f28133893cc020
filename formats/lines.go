//go:generate go -C ../solver/asm run . -out ../../formats/lines_amd64.s lines

package formats

import "bytes"

// linesOneByOne notes the places of line ends in text from from on, where a row begins, as
// many as ends has room for, and returns how many. Where there is a delimiter, which is
// neither a quote nor a part of line ends, it stops at the first line whose quotes do
// not match.
func linesOneByOne(ends []uint32, text []byte, from int, delimiter byte) int {
	n := 0
	for n < len(ends) {
		length := bytes.IndexByte(text[from:], '\n')
		if length < 0 || delimiter != 0 && !quotesMatch(text[from:from+length+1], delimiter) {
			break
		}
		ends[n] = uint32(from + length)
		n++
		from += length + 1
	}
	return n
}

// quotesMatch reports whether all quotes in a line, its end included, are those around
// fields of the line, or doubled ones inside them. So the line is a row.
func quotesMatch(line []byte, delimiter byte) bool {
	if bytes.IndexByte(line, '"') < 0 {
		return true
	}
	for {
		length, _, state := fieldEnd(line, delimiter)
		switch {
		case state != fieldDone, line[0] != '"' && bytes.IndexByte(line[:length], '"') >= 0:
			return false
		case line[length] != delimiter:
			return true
		}
		line = line[length+1:]
	}
}

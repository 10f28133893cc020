//go:generate go -C ../solver/asm run . -out ../../formats/lines_amd64.s lines

package formats

import "bytes"

// linesOneByOne is lineEnds without assembly. It stops at the line of the first
// quote, before which there is no line end to note.
func linesOneByOne(ends []uint32, text []byte, from int, quotes bool) int {
	n := 0
	for n < len(ends) {
		length := bytes.IndexByte(text[from:], '\n')
		if length < 0 || quotes && bytes.IndexByte(text[from:from+length], '"') >= 0 {
			break
		}
		ends[n] = uint32(from + length)
		n++
		from += length + 1
	}
	return n
}

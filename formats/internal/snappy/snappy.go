// Package snappy unpacks blocks of Snappy twice as fast as the library where they hold
// grids, and while they are read.
package snappy

import library "github.com/golang/snappy"

// Grids in Snappy are short literals and short copies in no order that a processor
// could foresee, so that a decoder that jumps from tag to tag waits for each wrong
// guess. The kernel hardly jumps (benchmarks/README.md has figures). Elsewhere the library
// unpacks, to the same bytes.

// Elements of a Snappy block begin with a tag, whose two lowest bits tell the kind.
const (
	kindLiteral = iota // bytes that follow
	kindCopy1          // of bytes that were unpacked before; a byte of offset follows,
	kindCopy2          // or two,
	kindCopy4          // or four
)

// shortLiteral is the longest literal whose length stands in its tag.
const shortLiteral = 60

// Size returns how many bytes a block says that it holds.
func Size(block []byte) (int, error) { return library.DecodedLen(block) }

// Decode unpacks a block into dst, and fails where that is not as long as the block says.
func Decode(dst, src []byte) error {
	if size, err := Size(src); err != nil || size != len(dst) {
		return library.ErrCorrupt
	}
	return decode(dst, src)
}

// decodePortable unpacks a block with the library.
func decodePortable(dst, src []byte) error {
	_, err := library.Decode(dst, src)
	return err
}

// tagged is what the tag of an element says of it.
type tagged struct {
	literal bool // bytes follow, length of them
	length  int
	offset  int // how far back the bytes of a copy begin
	size    int // of the tag and the number behind it
}

// readTag reads the tag that src begins with, and returns whether it is whole.
func readTag(src []byte) (t tagged, ok bool) {
	tag := int(src[0])
	t = tagged{literal: tag&3 == kindLiteral, length: tag>>2 + 1}
	more := tag & 3 // bytes of a number
	switch {
	case t.literal && t.length > shortLiteral:
		more = t.length - shortLiteral
	case more == kindCopy1:
		t.length, t.offset = tag>>2&7+4, tag>>5<<8
	case more == kindCopy4:
		more = 4
	}
	t.size = 1 + more
	if len(src) < t.size {
		return t, false
	}
	number := 0
	for i, b := range src[1:t.size] {
		number |= int(b) << (8 * i)
	}
	switch {
	case !t.literal:
		t.offset += number
	case more > 0:
		t.length = number + 1
	}
	return t, true
}

// copyBack fills dst behind what was filled with what stands offset bytes before, and
// returns how many bytes that were. What overlaps is repeated.
func copyBack(dst []byte, filled, offset int) int {
	n := 0
	for filled+n < len(dst) {
		n += copy(dst[filled+n:], dst[filled-offset:filled+n])
	}
	return n
}

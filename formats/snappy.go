//go:generate go -C ../solver/asm run . -out ../../formats/snappy_amd64.s snappy

package formats

import "github.com/golang/snappy"

// Grids in Snappy are short literals and short copies in no order that a processor
// could foresee, so that a decoder that jumps from tag to tag waits for each wrong
// guess. The kernel hardly jumps (ARCHITECTURE.md has figures). Elsewhere the library
// unpacks, to the same bytes.

// Elements of a Snappy block begin with a tag, whose two lowest bits tell the kind.
const (
	snappyLiteral = iota // bytes that follow
	snappyCopy1          // of bytes that were unpacked before; a byte of offset follows,
	snappyCopy2          // or two,
	snappyCopy4          // or four
)

// snappyShort is the longest literal whose length stands in its tag.
const snappyShort = 60

// decodeSnappyPortable unpacks a block with the library.
func decodeSnappyPortable(dst, src []byte) error {
	_, err := snappy.Decode(dst, src)
	return err
}

// snappyTag is what the beginning of an element says of it.
type snappyTag struct {
	literal bool // bytes follow, length of them
	length  int
	offset  int // how far back the bytes of a copy begin
	size    int // of the tag and the number behind it
}

// readSnappyTag reads the tag that src begins with, and returns whether it is whole.
func readSnappyTag(src []byte) (t snappyTag, ok bool) {
	tag := int(src[0])
	t = snappyTag{literal: tag&3 == snappyLiteral, length: tag>>2 + 1}
	more := tag & 3 // bytes of a number
	switch {
	case t.literal && t.length > snappyShort:
		more = t.length - snappyShort
	case more == snappyCopy1:
		t.length, t.offset = tag>>2&7+4, tag>>5<<8
	case more == snappyCopy4:
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

// snappyElement unpacks the element behind what was taken of src into dst behind what
// was filled, and returns how much both are then, and whether there is such an element.
func snappyElement(dst, src []byte, filled, taken int) (nowFilled, nowTaken int, ok bool) {
	t, ok := readSnappyTag(src[taken:])
	if !ok || t.length > len(dst)-filled {
		return filled, taken, false
	}
	nowTaken = taken + t.size
	if t.literal {
		if t.length > len(src)-nowTaken {
			return filled, taken, false
		}
		copy(dst[filled:], src[nowTaken:nowTaken+t.length])
		return filled + t.length, nowTaken + t.length, true
	}
	if t.offset == 0 || t.offset > filled {
		return filled, taken, false
	}
	return filled + copyBack(dst[:filled+t.length], filled, t.offset), nowTaken, true
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

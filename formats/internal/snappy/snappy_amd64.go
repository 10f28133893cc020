//go:build !purego

package snappy

import (
	"encoding/binary"

	library "github.com/golang/snappy"
	"golang.org/x/sys/cpu"
)

// room is how many bytes the kernel wants to find from where it reads and writes
// an element, since it copies more than it needs: it writes up to 91 bytes, where a
// pattern of 15 repeats, and reads up to 66, where it looks for the next tag.
const room = 96

// tables is what the kernel looks up. It knows their layout.
type tables struct {
	// meanings of tags: which bits of the two bytes behind the tag belong to the
	// offset, in 32 bits; the length, in 8, or zero where two bytes do not tell all;
	// and what is added to the offset.
	meanings [256]uint64
	// patterns of 16 bytes that repeat the first ones, as many as the row says.
	patterns [17][16]uint8
	// steps are the largest multiples of numbers that are no more than 16.
	steps [16]uint8
}

var lookups = newTables()

func newTables() *tables {
	t := new(tables)
	for tag := range t.meanings {
		var mask, length, more int
		switch tag & 3 {
		case kindLiteral:
			// It overlaps nothing, like a copy from 16 bytes before.
			if length, more = tag>>2+1, 16; length > shortLiteral {
				length = 0
			}
		case kindCopy1:
			mask, length, more = 0xff, tag>>2&7+4, tag>>5<<8
		case kindCopy2:
			mask, length = 0xffff, tag>>2+1
		}
		t.meanings[tag] = uint64(mask) | uint64(length)<<32 | uint64(more)<<40
	}
	for period := 1; period <= 16; period++ {
		for i := range t.patterns[period] {
			t.patterns[period][i] = uint8(i % period)
		}
		if period < 16 {
			t.steps[period] = uint8(16 - 16%period)
		}
	}
	return t
}

// decode unpacks a block into dst, which is as long as the block says.
func decode(dst, src []byte) error {
	if !cpu.X86.HasAVX {
		return decodePortable(dst, src)
	}
	_, size := binary.Uvarint(src)
	src = src[size:]
	filled, taken, ok := 0, 0, true
	for taken < len(src) && ok {
		filled, taken = elementsTogether(dst, src, filled, taken)
		filled, taken, ok = element(dst, src, filled, taken)
	}
	if !ok || filled != len(dst) {
		return library.ErrCorrupt
	}
	return nil
}

// element unpacks the element behind what was taken of src into dst behind what
// was filled, and returns how much both are then, and whether there is such an element.
func element(dst, src []byte, filled, taken int) (nowFilled, nowTaken int, ok bool) {
	t, ok := readTag(src[taken:])
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

// elementsTogether unpacks elements behind what was taken of src into dst behind what was
// filled, as far as the kernel can, and returns how much both are then.
func elementsTogether(dst, src []byte, filled, taken int) (nowFilled, nowTaken int) {
	lastFilled, lastTaken := len(dst)-room, len(src)-room
	if !cpu.X86.HasAVX || filled > lastFilled || taken > lastTaken {
		return filled, taken
	}
	return elementsAVX(&dst[0], filled, lastFilled, &src[0], taken, lastTaken, lookups)
}

// elementsAVX unpacks elements behind what was taken of src into dst behind what
// was filled, while both are no more than lastFilled and lastTaken. It stops before
// elements that are damaged or unusual, too, and returns how far it came. It may write
// more than it filled, but nothing room bytes behind lastFilled.
//
//go:noescape
func elementsAVX(dst *byte, filled, lastFilled int, src *byte, taken, lastTaken int, tables *tables) (nowFilled, nowTaken int)

//go:build !purego

package formats

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// hasTextKernels tells whether the processor has what cutting and parsing need.
var hasTextKernels = cpu.X86.HasAVX2 && cpu.X86.HasBMI1

// lineEnds notes the places of line ends in text from from on, as many as ends
// has room for, and returns how many. Where quotes count, it stops at the first.
func lineEnds(ends []uint32, text []byte, from int, quotes bool) int {
	if !hasTextKernels || len(ends) == 0 {
		return linesOneByOne(ends, text, from, quotes)
	}
	var stops uint32
	if quotes {
		stops = ^stops
	}
	n, next := lineEndsAVX2(&ends[0], len(ends), unsafe.SliceData(text), from, len(text), stops)
	if len(text)-next >= 64 { // there was no more room, or a quote
		return n
	}
	for ; next < len(text) && n < len(ends); next++ {
		switch c := text[next]; {
		case c == '\n':
			ends[n] = uint32(next)
			n++
		case c == '"' && quotes:
			return n
		}
	}
	return n
}

// lineEndsAVX2 does so as long as there are 64 bytes to look at. It stops where
// bits of quotes are set at quotes, and returns where it stopped looking. It stores to
// ends[n] even where it finds no end to note, but only while n is less than room.
//
//go:noescape
func lineEndsAVX2(ends *uint32, room int, text *byte, from, length int, quotes uint32) (n, next int)

//go:build !purego

package formats

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// hasTextKernels tells whether the processor has what cutting and parsing need.
var hasTextKernels = cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasBMI2 && cpu.X86.HasPCLMULQDQ

// hasWideText tells whether it also has what cutting needs to compare 64 bytes at once.
var hasWideText = hasTextKernels && cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW

// lineEnds does what linesOneByOne does, looking at many bytes at once.
func lineEnds(ends []uint32, text []byte, from int, delimiter byte) int {
	if !hasTextKernels || len(ends) == 0 {
		return linesOneByOne(ends, text, from, delimiter)
	}
	var n, next int
	if hasWideText {
		n, next = lineEndsAVX512(&ends[0], len(ends), unsafe.SliceData(text), from, len(text), delimiter)
	} else {
		n, next = lineEndsAVX2(&ends[0], len(ends), unsafe.SliceData(text), from, len(text), delimiter)
	}
	if len(text)-next >= 64 { // there was no more room, or a line that stops it
		return n
	}
	if n > 0 {
		from = int(ends[n-1]) + 1
	}
	return n + linesOneByOne(ends[n:], text, from, delimiter)
}

// lineEndsAVX2 does so as long as there are 64 bytes to look at, and returns where it
// stopped looking. It stores to ends[n] even where it finds no end to note, but only
// while n is less than room.
//
//go:noescape
func lineEndsAVX2(ends *uint32, room int, text *byte, from, length int, delimiter byte) (n, next int)

// lineEndsAVX512 does the same with wider registers.
//
//go:noescape
func lineEndsAVX512(ends *uint32, room int, text *byte, from, length int, delimiter byte) (n, next int)

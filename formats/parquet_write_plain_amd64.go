//go:build !purego

package formats

import (
	"math"
	"unsafe"

	"golang.org/x/sys/cpu"

	"github.com/gridmill/gridmill/solver"
)

// hasPlainKernels tells whether the processor has what filling pages needs.
var hasPlainKernels = cpu.X86.HasAVX2

// putGrids stores the puzzles or the solutions of rows [from, to) as texts in PLAIN
// encoding, up to the first row without one, and returns how many.
func putGrids(dst []byte, b *Batch, kind gridKind, from, to int) int {
	if !hasPlainKernels || from == to {
		return putGridsOneByOne(dst, b, kind, from, to)
	}
	to -= from
	space := unsafe.SliceData(dst[:to*gridEntry])
	// What batch.grid looks at: a solution's count, or the first cell of a puzzle, of
	// which more cells are loaded.
	if kind == ofSolution {
		r := &b.Results[from:][:to][0]
		present := (*uint32)(unsafe.Pointer(&r.Count))
		return putGridsAVX2(space, &r.Solution, present, math.MaxUint32, int(unsafe.Sizeof(*r)), to)
	}
	g := &b.Puzzles[from:][:to][0]
	return putGridsAVX2(space, g, (*uint32)(unsafe.Pointer(g)), math.MaxUint8, len(g), to)
}

// numbersStep is how many numbers putNumbersAVX2 takes at once.
const numbersStep = 32

// putNumbers stores one or more numbers in PLAIN encoding and returns the smallest and
// the largest.
func putNumbers(dst []byte, numbers []int32) (least, most int32) {
	if !hasPlainKernels || len(numbers) < numbersStep {
		return putNumbersOneByOne(dst, numbers)
	}
	return putNumbersAVX2(unsafe.SliceData(dst[:4*len(numbers)]), &numbers[0], len(numbers))
}

// findDeltas stores the deltas between up to 129 numbers in PLAIN encoding, less the
// smallest of them, which it returns, and all the bits that are set in each miniblock.
func findDeltas(deltas *[deltaBlock]uint32, numbers []byte) (least int32, all [deltaMinis]uint32) {
	if !hasPlainKernels || len(numbers) < (deltaBlock+1)*numberBytes {
		return findDeltasOneByOne(deltas, numbers)
	}
	least = findDeltasAVX2(deltas, &all, &numbers[0])
	return least, all
}

// packMini stores the low bits of 32 numbers, eight or fewer, lowest first. Eight numbers
// take as many bytes as each takes bits; up to eight bytes more are stored.
func packMini(space []byte, numbers *[deltaMini]uint32, width int) {
	if !hasPlainKernels || width > packedBits {
		packMiniOneByOne(space, numbers, width)
		return
	}
	packMiniAVX2(unsafe.SliceData(space[:4*width+8]), numbers, width)
}

// packedBits is how many bits packMiniAVX2 can pack of each number.
const packedBits = 7

// putGridsAVX2 stores grids, one or more, that stand stride bytes apart, up to the first
// of which no bit of the mask is set in what says that it is present, as far apart. It
// returns how many.
//
//go:noescape
func putGridsAVX2(dst *byte, grids *solver.Grid, present *uint32, mask uint32, stride, n int) int

// putNumbersAVX2 stores numbersStep numbers or more.
//
//go:noescape
func putNumbersAVX2(dst *byte, numbers *int32, n int) (least, most int32)

// findDeltasAVX2 does so for a whole block.
//
//go:noescape
func findDeltasAVX2(deltas *[deltaBlock]uint32, all *[deltaMinis]uint32, numbers *byte) (least int32)

// packMiniAVX2 packs packedBits or fewer of each number. The others must be zero.
//
//go:noescape
func packMiniAVX2(dst *byte, numbers *[deltaMini]uint32, width int)

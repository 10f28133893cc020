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

// putGrids does what putGridsOneByOne does, many at once.
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

// putNumbers does what putNumbersOneByOne does, many at once.
func putNumbers(dst []byte, numbers []int32) (least, most int32) {
	if !hasPlainKernels || len(numbers) < numbersStep {
		return putNumbersOneByOne(dst, numbers)
	}
	return putNumbersAVX2(unsafe.SliceData(dst[:numberBytes*len(numbers)]), &numbers[0], len(numbers))
}

// findDeltas does what findDeltasOneByOne does, many at once.
func findDeltas(deltas *[deltaBlock]uint32, numbers []byte) (least int32, all [deltaMinis]uint32) {
	if !hasPlainKernels || len(numbers) < (deltaBlock+1)*numberBytes {
		return findDeltasOneByOne(deltas, numbers)
	}
	least = findDeltasAVX2(deltas, &all, &numbers[0])
	return least, all
}

// packMini does what packMiniOneByOne does, many at once.
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

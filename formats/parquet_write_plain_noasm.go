//go:build !amd64 || purego

package formats

// putGrids stores the puzzles or the solutions of rows [from, to) as texts in PLAIN
// encoding, up to the first row without one, and returns how many.
func putGrids(dst []byte, b *Batch, kind gridKind, from, to int) int {
	return putGridsOneByOne(dst, b, kind, from, to)
}

// putNumbers stores one or more numbers in PLAIN encoding and returns the smallest and
// the largest.
func putNumbers(dst []byte, numbers []int32) (least, most int32) {
	return putNumbersOneByOne(dst, numbers)
}

// findDeltas stores the deltas between up to 129 numbers in PLAIN encoding, less the
// smallest of them, which it returns, and all the bits that are set in each miniblock.
func findDeltas(deltas *[deltaBlock]uint32, numbers []byte) (least int32, all [deltaMinis]uint32) {
	return findDeltasOneByOne(deltas, numbers)
}

// packMini stores the low bits of 32 numbers, eight or fewer, lowest first. Eight numbers
// take as many bytes as each takes bits; up to eight bytes more are stored.
func packMini(space []byte, numbers *[deltaMini]uint32, width int) {
	packMiniOneByOne(space, numbers, width)
}

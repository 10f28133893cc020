//go:build !amd64 || purego

package formats

// putGrids is putGridsOneByOne where there is no assembly.
func putGrids(dst []byte, b *Batch, kind gridKind, from, to int) int {
	return putGridsOneByOne(dst, b, kind, from, to)
}

// putNumbers is putNumbersOneByOne where there is no assembly.
func putNumbers(dst []byte, numbers []int32) (least, most int32) {
	return putNumbersOneByOne(dst, numbers)
}

// findDeltas is findDeltasOneByOne where there is no assembly.
func findDeltas(deltas *[deltaBlock]uint32, numbers []byte) (least int32, all [deltaMinis]uint32) {
	return findDeltasOneByOne(deltas, numbers)
}

// packMini is packMiniOneByOne where there is no assembly.
func packMini(space []byte, numbers *[deltaMini]uint32, width int) {
	packMiniOneByOne(space, numbers, width)
}

//go:build !amd64 || purego

package formats

// lineEnds is linesOneByOne where there is no assembly.
func lineEnds(ends []uint32, text []byte, from int, delimiter byte) int {
	return linesOneByOne(ends, text, from, delimiter)
}

//go:build !amd64 || purego

package formats

// lineEnds notes the places of line ends in text from from on, as many as ends
// has room for, and returns how many. Where quotes count, it stops at the first.
func lineEnds(ends []uint32, text []byte, from int, quotes bool) int {
	return linesOneByOne(ends, text, from, quotes)
}

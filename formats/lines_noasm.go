//go:build !amd64 || purego

package formats

// lineEnds notes the places of line ends in text from from on, where a row begins, as
// many as ends has room for, and returns how many. Where there is a delimiter, which is
// neither a quote nor a part of line ends, it stops at the first line whose quotes do
// not match.
func lineEnds(ends []uint32, text []byte, from int, delimiter byte) int {
	return linesOneByOne(ends, text, from, delimiter)
}

//go:build !amd64 || purego

package formats

// countBytes adds to counts how often each byte occurs.
func countBytes(counts *[256]uint32, src []byte) { countInTables(counts, src) }

// addEights adds the codes of as many eights of symbols as there are, all of which
// are short, and returns what is left.
func (s *bitStream) addEights(src []byte, h *huffman) []byte {
	return s.addFourPairs(src, &h.pairs)
}

//go:build !amd64 || purego

package literals

// countBytes is countInTables where there is no assembly.
func countBytes(counts *[256]uint32, src []byte) { countInTables(counts, src) }

// addEights is addFourPairs where there is no assembly.
func (s *bitStream) addEights(src []byte, h *huffman) []byte {
	return s.addFourPairs(src, &h.pairs)
}

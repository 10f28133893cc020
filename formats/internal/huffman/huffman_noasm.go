//go:build !amd64 || purego

package huffman

// countBytes is countInTables if there is no assembly.
func countBytes(counts *[256]uint32, src []byte) { countInTables(counts, src) }

// addEights is addFourPairs if there is no assembly.
func (s *bitStream) addEights(src []byte, e *encoder) []byte {
	return s.addFourPairs(src, &e.pairs)
}

//go:build !amd64 || purego

package huffman

// Without assembly, countBytes is the same as countInTables.
func countBytes(counts *[256]uint32, src []byte) { countInTables(counts, src) }

// Without assembly, addEights is the same as addFourPairs.
func (s *bitStream) addEights(src []byte, e *encoder) []byte {
	return s.addFourPairs(src, &e.pairs)
}

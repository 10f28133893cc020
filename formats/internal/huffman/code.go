package huffman

import (
	"cmp"
	"slices"
)

// packageMerger finds the best code lengths up to longestCode bits with the package-merge algorithm
// of Larmore and Hirschberg (1990). Each level is a list of items, sorted by weight. An item is a
// symbol, weighted by its count, or a package of two items from the level below. The code length of
// a symbol is the number of levels in which the algorithm selects the symbol.
type packageMerger struct {
	items, below []uint32
	isLeaf       [longestCode][2 * maxSymbols]bool // whether an item is a symbol, by level and item
}

// setLengths sets the code lengths of symbols, and sorts symbols from rarest to most frequent.
// Before the call, symbols must be in ascending order and have at least two elements.
func (m *packageMerger) setLengths(lengths *[maxSymbols]uint8, symbols []byte, counts *[256]uint32) {
	slices.SortStableFunc(symbols, func(a, b byte) int { return cmp.Compare(counts[a], counts[b]) })
	m.below = m.below[:0]
	for level := range m.isLeaf {
		m.items = m.items[:0]
		for leaves, below := symbols, m.below; len(leaves) > 0 || len(below) > 1; {
			// If a symbol and a package have equal weights, the symbol comes first. This order
			// keeps the longest code short.
			isLeaf := len(below) < 2 || len(leaves) > 0 && counts[leaves[0]] <= below[0]+below[1]
			m.isLeaf[level][len(m.items)] = isLeaf
			if isLeaf {
				m.items, leaves = append(m.items, counts[leaves[0]]), leaves[1:]
			} else {
				m.items, below = append(m.items, below[0]+below[1]), below[2:]
			}
		}
		m.items, m.below = m.below, m.items
	}
	needed := 2*len(symbols) - 2
	for level := len(m.isLeaf) - 1; level >= 0; level-- {
		leaves := 0
		for _, isLeaf := range m.isLeaf[level][:needed] {
			if isLeaf {
				lengths[symbols[leaves]]++
				leaves++
			}
		}
		needed = 2 * (needed - leaves)
	}
}

// assign derives the codes of the symbols from the code lengths. The longest codes have the lowest
// values, and codes of equal length are in symbol order.
func (c *codeTable) assign() {
	c.longest = int(slices.Max(c.lengths[:]))
	code := uint16(0)
	for length := c.longest; length > 0; length-- {
		for symbol, l := range c.lengths {
			if int(l) == length {
				c.codes[symbol] = code
				code++
			}
		}
		code >>= 1
	}
}

// appendTable appends the number of weights, and then the weights of the symbols before c.last,
// each in four bits. RFC 8878 defines the weights. Decoders derive the weight of c.last.
func (c *codeTable) appendTable(dst []byte) []byte {
	weight := func(symbol int) byte {
		if length := int(c.lengths[symbol]); symbol < c.last && length > 0 {
			return byte(c.longest + 1 - length)
		}
		return 0
	}
	dst = append(dst, byte(127+c.last))
	for symbol := 0; symbol < c.last; symbol += 2 {
		dst = append(dst, weight(symbol)<<4|weight(symbol+1))
	}
	return dst
}

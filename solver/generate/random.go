package generate

import (
	"math/bits"

	"github.com/gridmill/gridmill/solver/morph"
)

// stream is a sequence of random numbers that depends only on its key, so streams can be created in
// any order. It uses SplitMix64.
type stream struct{ counter uint64 }

// The purposes of streams. Streams for different purposes are independent.
const (
	forGrid        = iota + 1 // a solution grid
	forAttempt                // the order in which clues are removed
	forTarget                 // the choice of row.target, a number of clues
	forReplacement            // a grid that replaces a grid whose attempts all failed
	forOption                 // the row seed after mixing in an option
	forLineage                // random choices in the search of a lineage
	forMixture                // the assignment of rows to the parts of a mixture
)

// newStream returns the stream for a seed, a purpose and two numbers.
func newStream(seed, purpose, a, b uint64) stream {
	key := morph.Mix(seed + morph.Step*purpose)
	key = morph.Mix(key + morph.Step + a)
	return stream{morph.Mix(key + morph.Step + b)}
}

// next returns 64 random bits.
func (s *stream) next() uint64 {
	s.counter += morph.Step
	return morph.Mix(s.counter)
}

// below returns a random number from 0 to n-1. The bias is below n/2^64, which is
// negligible for small n.
func (s *stream) below(n uint64) uint64 {
	high, _ := bits.Mul64(s.next(), n)
	return high
}

// shuffle fills order with a random permutation of 0 to len(order)-1. Each step uses 32 bits. For
// up to 100 numbers, the bias of a step is below 1 in 40 million.
func (s *stream) shuffle(order []uint8) {
	word, left := uint64(0), 0
	for i := range order {
		if left == 0 {
			word, left = s.next(), 2
		}
		j := (word & 0xffff_ffff) * uint64(i+1) >> 32
		word >>= 32
		left--
		order[i] = order[j]
		order[j] = uint8(i)
	}
}

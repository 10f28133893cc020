package dataset

import (
	"math/bits"

	"github.com/gridmill/gridmill/formats"
)

// tally counts the bases of a split.
type tally struct {
	clues   [82]int64
	guesses [33]int64 // by the number of bits in the number of guesses
}

// tallyWriter is a formats.Writer that counts the rows of batches.
type tallyWriter struct{ formats.Observer }

// Encode implements formats.Writer.
func (tallyWriter) Encode(b *formats.Batch, reuse formats.Encoded) (formats.Encoded, error) {
	t := formats.Reused[tally](reuse)
	*t = tally{}
	for i := range b.Results {
		if b.IsBase(i) {
			t.clues[b.Puzzles[i].Clues()]++
			t.guesses[bits.Len32(uint32(b.Results[i].Guesses))]++
		}
	}
	return t, nil
}

func (t *tally) add(o *tally) {
	for i, n := range o.clues {
		t.clues[i] += n
	}
	for i, n := range o.guesses {
		t.guesses[i] += n
	}
}

func (t *tally) byClues() map[int]int64 {
	return counted(t.clues[:], func(i int) int { return i })
}

func (t *tally) byGuesses() map[int]int64 {
	return counted(t.guesses[:], func(i int) int { return 1 << i >> 1 })
}

// counted returns the counts that are not 0, by the numbers that key returns for their indices.
func counted(counts []int64, key func(int) int) map[int]int64 {
	of := map[int]int64{}
	for i, n := range counts {
		if n > 0 {
			of[key(i)] = n
		}
	}
	return of
}

package dataset

import (
	"math/bits"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/solver/ladder"
)

// tally counts the bases of a split.
type tally struct {
	clues   [82]int64
	guesses [33]int64 // by the number of bits in the number of guesses
	// difficulties are those of rated bases.
	difficulties [ladder.ExtremelyHard + 1]int64
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
			if i < len(b.Ratings) {
				t.difficulties[b.Ratings[i].Difficulty]++
			}
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
	for i, n := range o.difficulties {
		t.difficulties[i] += n
	}
}

func (t *tally) byClues() map[int]int64 {
	return counted(t.clues[:], func(i int) int { return i })
}

func (t *tally) byGuesses() map[int]int64 {
	return counted(t.guesses[:], func(i int) int { return 1 << i >> 1 })
}

// byDifficulty returns nil if the bases are not rated.
func (t *tally) byDifficulty() map[string]int64 {
	var of map[string]int64
	for d, n := range t.difficulties {
		if n > 0 && ladder.Difficulty(d) != ladder.Unrated {
			if of == nil {
				of = map[string]int64{}
			}
			of[ladder.Difficulty(d).String()] = n
		}
	}
	return of
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

package dataset

import (
	"math/bits"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/solver/ladder"
)

// BaseCounts holds the number of bases for each number of clues, number of guesses and difficulty.
type BaseCounts struct {
	// Clues maps a number of clues to a number of bases. Guesses maps the solver's number of
	// guesses, rounded down to a power of two, to a number of bases.
	Clues   map[int]int64 `json:"clues"`
	Guesses map[int]int64 `json:"guesses"`
	// Difficulties maps a difficulty to a number of bases. It is nil if the bases were not rated.
	Difficulties map[string]int64 `json:"difficulties,omitempty"`
}

func (c *BaseCounts) add(o *BaseCounts) {
	addCounts(&c.Clues, o.Clues)
	addCounts(&c.Guesses, o.Guesses)
	if o.Difficulties != nil {
		addCounts(&c.Difficulties, o.Difficulties)
	}
}

func addCounts[K comparable](to *map[K]int64, from map[K]int64) {
	if *to == nil {
		*to = map[K]int64{}
	}
	for key, n := range from {
		(*to)[key] += n
	}
}

// tally counts the bases of a batch.
type tally struct {
	clues        [82]int64
	guesses      [33]int64 // indexed by the number of bits in the number of guesses
	difficulties [ladder.ExtremelyHard + 1]int64
}

// tallyWriter is a formats.Writer that counts the rows of batches.
type tallyWriter struct{ formats.Observer }

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

func (t *tally) counts() BaseCounts {
	t.difficulties[ladder.Unrated] = 0
	c := BaseCounts{
		Clues:        pipeline.CountsBy(t.clues[:], func(clues int) int { return clues }),
		Guesses:      pipeline.CountsBy(t.guesses[:], func(bits int) int { return 1 << bits >> 1 }),
		Difficulties: pipeline.CountsBy(t.difficulties[:], func(d int) string { return ladder.Difficulty(d).String() }),
	}
	if len(c.Difficulties) == 0 {
		c.Difficulties = nil
	}
	return c
}

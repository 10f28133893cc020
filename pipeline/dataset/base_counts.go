package dataset

import (
	"cmp"
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/folder"
	"github.com/gridmill/gridmill/solver/ladder"
)

// BaseCounts counts originals (puzzles from the inputs, not morphs) by several properties.
type BaseCounts struct {
	// Clues counts originals by their number of clues. Guesses counts originals by the number of
	// the solver's guesses, rounded down to a power of two.
	Clues   map[int]int64 `json:"clues"`
	Guesses map[int]int64 `json:"guesses"`
	// Difficulties counts originals by difficulty. It is empty if originals were not rated.
	Difficulties map[string]int64 `json:"difficulties,omitempty"`
}

func (c *BaseCounts) add(o *BaseCounts) {
	addCounts(&c.Clues, o.Clues)
	addCounts(&c.Guesses, o.Guesses)
	addCounts(&c.Difficulties, o.Difficulties)
}

func addCounts[K comparable](to *map[K]int64, from map[K]int64) {
	if *to == nil {
		*to = map[K]int64{}
	}
	for key, n := range from {
		(*to)[key] += n
	}
}

// countWriter is a formats.Writer that encodes each batch as its BaseCounts.
type countWriter struct{ formats.Observer }

func (countWriter) Encode(b *formats.Batch, _ formats.Encoded) (formats.Encoded, error) {
	c := &BaseCounts{Clues: map[int]int64{}, Guesses: map[int]int64{}, Difficulties: map[string]int64{}}
	for i := range b.Results {
		if !b.IsBase(i) {
			continue
		}
		c.Clues[b.Puzzles[i].Clues()]++
		c.Guesses[1<<bits.Len32(uint32(b.Results[i].Guesses))>>1]++
		if i < len(b.Ratings) && b.Ratings[i].Difficulty != ladder.Unrated {
			c.Difficulties[b.Ratings[i].Difficulty.String()]++
		}
	}
	return c, nil
}

// A Property is a property by which puzzles are counted, such as the number of clues. The empty
// Property has the same value for all puzzles.
type Property string

// The properties. ByGuesses is the number of guesses, rounded down to a power of two.
const (
	ByDifficulty Property = "difficulty"
	ByClues      Property = "clues"
	ByGuesses    Property = "guesses"
)

// PropertyNames lists the names that ParseProperty accepts.
var PropertyNames = []string{string(ByDifficulty), string(ByClues), string(ByGuesses)}

// ParseProperty returns the property with the given name. The empty name yields the empty Property.
func ParseProperty(name string) (Property, error) {
	if name != "" && !slices.Contains(PropertyNames, name) {
		return "", fmt.Errorf("unknown property %q; choose one of: %s", name, strings.Join(PropertyNames, ", "))
	}
	return Property(name), nil
}

// Phrase returns a name for the values of the property, such as "range of guesses".
func (p Property) Phrase() string {
	return cmp.Or(map[Property]string{ByClues: "number of clues", ByGuesses: "range of guesses"}[p], string(p))
}

// Extras returns the extra columns that are needed to compute the property.
func (p Property) Extras() formats.Extras {
	if p != ByDifficulty {
		return formats.Extras{}
	}
	return formats.ExtrasOf(formats.DifficultyColumn)
}

// Of returns the property's value in row i, encoded as a byte. The row's result and extra columns
// must already be computed.
func (p Property) Of(b *formats.Batch, i int) byte {
	switch p {
	case ByDifficulty:
		if i < len(b.Ratings) { // rows beyond the end of Ratings have no rating
			return byte(b.Ratings[i].Difficulty)
		}
	case ByClues:
		return byte(b.Puzzles[i].Clues())
	case ByGuesses:
		return byte(bits.Len32(uint32(b.Results[i].Guesses)))
	}
	return 0
}

// A ValueCount is a value of a property and the number of puzzles with that value.
type ValueCount struct {
	Value  string
	Number byte // the value, as returned by Property.Of
	Rows   int64
}

// By returns the number of originals for each value of p, sorted by value. For ByDifficulty, the
// result includes difficulties that do not occur.
func (c *BaseCounts) By(p Property) (counts []ValueCount) {
	switch p {
	case ByDifficulty:
		for i, name := range ladder.DifficultyNames() {
			counts = append(counts, ValueCount{name, byte(ladder.Easy) + byte(i), c.Difficulties[name]})
		}
	case ByClues:
		for _, n := range slices.Sorted(maps.Keys(c.Clues)) {
			counts = append(counts, ValueCount{fmt.Sprintf("%d clues", n), byte(n), c.Clues[n]})
		}
	case ByGuesses:
		for _, from := range slices.Sorted(maps.Keys(c.Guesses)) {
			counts = append(counts, ValueCount{folder.GuessRange(from) + " guesses", byte(bits.Len(uint(from))), c.Guesses[from]})
		}
	}
	return counts
}

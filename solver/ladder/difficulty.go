package ladder

import (
	"fmt"
	"slices"
	"strings"
)

// Difficulty is a band of techniques, named as by HoDoKu.
type Difficulty uint8

// The difficulties. A puzzle is as difficult as the hardest technique that it needs.
const (
	Unrated       Difficulty = iota // no puzzle that has one solution
	Easy                            // singles
	Medium                          // locked candidates to hidden triples
	Hard                            // naked quads to BUG+1
	Unfair                          // trial and error
	ExtremelyHard                   // what resists it
)

// difficultyNames are the names of all difficulties. That of Unrated is empty.
var difficultyNames = []string{"", "easy", "medium", "hard", "unfair", "extreme"}

// DifficultyNames returns the names of the difficulties from Easy on.
func DifficultyNames() []string { return difficultyNames[1:] }

// String returns the name of a difficulty, which is empty for Unrated.
func (d Difficulty) String() string { return difficultyNames[d] }

// ParseDifficulty returns the difficulty of a name, which Unrated has none of.
func ParseDifficulty(name string) (Difficulty, error) {
	d := slices.Index(difficultyNames, name)
	if d <= int(Unrated) {
		return Unrated, fmt.Errorf("there is no difficulty %q; there are: %s", name, strings.Join(DifficultyNames(), ", "))
	}
	return Difficulty(d), nil
}

// Last returns the hardest technique of a difficulty.
func (d Difficulty) Last() Technique {
	t := Extreme
	for t.Difficulty() > d {
		t--
	}
	return t
}

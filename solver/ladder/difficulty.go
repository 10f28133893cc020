package ladder

import (
	"fmt"
	"slices"
	"strings"
)

// Difficulty is a range of techniques. The difficulties have the same names as in HoDoKu.
type Difficulty uint8

// The difficulties. A puzzle has the difficulty of the hardest technique that it needs.
const (
	Unrated       Difficulty = iota // not a puzzle with exactly one solution
	Easy                            // singles
	Medium                          // locked candidates to hidden triples
	Hard                            // naked quads to BUG+1
	Unfair                          // trial and error
	ExtremelyHard                   // trial and error is not enough
)

// difficultyNames lists the names of all difficulties. The name of Unrated is empty.
var difficultyNames = []string{"", "easy", "medium", "hard", "unfair", "extreme"}

// DifficultyNames returns the names of all difficulties except Unrated.
func DifficultyNames() []string { return difficultyNames[1:] }

// String returns the name of the difficulty. The name of Unrated is empty.
func (d Difficulty) String() string { return difficultyNames[d] }

// ParseDifficulty returns the difficulty with the given name. It rejects the empty string.
func ParseDifficulty(name string) (Difficulty, error) {
	d := slices.Index(difficultyNames, name)
	if d <= int(Unrated) {
		return Unrated, fmt.Errorf("unknown difficulty %q; choose one of: %s", name, strings.Join(DifficultyNames(), ", "))
	}
	return Difficulty(d), nil
}

// Last returns the hardest technique of d. d must not be Unrated.
func (d Difficulty) Last() Technique {
	t := Extreme
	for t.Difficulty() > d {
		t--
	}
	return t
}

package ladder

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

// DifficultyNames are the names of the difficulties. That of Unrated is empty.
var DifficultyNames = []string{"", "easy", "medium", "hard", "unfair", "extreme"}

// String returns the name of a difficulty.
func (d Difficulty) String() string { return DifficultyNames[d] }

// ParseDifficulty returns the difficulty of a name. The empty name has none.
func ParseDifficulty(name string) (_ Difficulty, ok bool) {
	for d, known := range DifficultyNames {
		if name == known && d > 0 {
			return Difficulty(d), true
		}
	}
	return Unrated, false
}

// Last returns the hardest technique of a difficulty.
func (d Difficulty) Last() Technique {
	t := Extreme
	for t.Difficulty() > d {
		t--
	}
	return t
}

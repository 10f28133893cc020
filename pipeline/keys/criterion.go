package keys

import (
	"fmt"
	"slices"
	"strings"
)

// Criterion says when two puzzles count as the same.
type Criterion string

// The criteria.
const (
	None       Criterion = "none"       // never
	Exact      Criterion = "exact"      // the same 81 cells
	Puzzle     Criterion = "puzzle"     // equivalent puzzles
	Solution   Criterion = "solution"   // equivalent solutions
	Neighbours Criterion = "neighbours" // as Solution, or equivalent after each loses one clue, also through other puzzles
)

// minlex is another name of Puzzle, which Dedupe uses.
const minlex = "minlex"

// DedupeNames and ByNames are the names of the criteria that Dedupe and By can have, as they are
// written in _SUCCESS.json.
var (
	DedupeNames = []string{string(None), string(Exact), minlex, string(Solution)}
	ByNames     = []string{string(Solution), string(Puzzle), string(Neighbours)}
)

// Parse reads the name of a criterion, which must be in a list. Either name of Puzzle is
// accepted.
func Parse(text string, among []string) (Criterion, error) {
	c := criterionOf(text)
	if c.NameIn(among) == "" {
		return None, fmt.Errorf("unknown criterion %q; choose one of: %s", text, strings.Join(among, ", "))
	}
	return c, nil
}

// NameIn returns which of the names is that of the criterion, or "".
func (c Criterion) NameIn(names []string) string {
	i := slices.IndexFunc(names, func(name string) bool { return criterionOf(name) == c })
	if i < 0 {
		return ""
	}
	return names[i]
}

func criterionOf(name string) Criterion {
	if name == minlex {
		return Puzzle
	}
	return Criterion(name)
}

// rules has the properties of each criterion.
var rules = map[Criterion]struct {
	bySolution bool // only puzzles with exactly one solution can be compared
	neighbours bool // a puzzle also has a key for each of its clues
	// of returns bytes that are equal for puzzles that count as the same. For None, they
	// distinguish puzzles and decide the order in which samples are drawn.
	of       func(f *Finder) []byte
	relation string // how a puzzle is related to the equal one whose name follows
	// unrepeated is what a card promises about the puzzles, and unshared what it promises about the
	// splits. In the latter, %s is the other set.
	unrepeated, unshared string
}{
	None: {of: (*Finder).whole},
	Exact: {of: func(f *Finder) []byte { return f.puzzle[:] },
		relation: "it is the same puzzle as", unrepeated: "No puzzle occurs twice, except among morphs."},
	Puzzle: {of: (*Finder).whole, relation: "it is equivalent to",
		unrepeated: "No puzzle is equivalent to another, except those with the same `base`.",
		unshared:   "No puzzle is equivalent to one %s. Their solutions may be."},
	Solution: {of: (*Finder).class, bySolution: true, relation: "its solution is equivalent to that of",
		unrepeated: "No two puzzles have equivalent solutions, except those with the same `base`.",
		unshared:   "No solution is equivalent to one %s, so no puzzle is either."},
	Neighbours: {of: (*Finder).class, bySolution: true, neighbours: true, relation: "its solution, or the puzzle without a clue, is equivalent to that of",
		unshared: "No solution is equivalent to one %s, and no puzzle becomes equivalent when each loses a clue."},
}

// NeedsSolution reports whether only puzzles with exactly one solution can be compared.
func (c Criterion) NeedsSolution() bool { return rules[c].bySolution }

// HasManyKeys reports whether a puzzle also has a key for each of its clues.
func (c Criterion) HasManyKeys() bool { return rules[c].neighbours }

// Main returns the criterion without the keys for each clue.
func (c Criterion) Main() Criterion {
	if c.HasManyKeys() {
		return Solution
	}
	return c
}

// Relation says how a puzzle is related to the equal one whose name follows.
func (c Criterion) Relation() string { return rules[c].relation }

// Unrepeated is what a card promises about duplicates, or "".
func (c Criterion) Unrepeated() string { return rules[c].unrepeated }

// Unshared is what a card promises about splits; %s is the other set.
func (c Criterion) Unshared() string { return rules[c].unshared }

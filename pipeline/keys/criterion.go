// Package keys defines criteria by which two puzzles count as the same. It computes keys that are
// equal for such puzzles, and finds rows with equal keys.
package keys

import (
	"fmt"
	"slices"
	"strings"
)

// A Criterion determines when two puzzles are considered the same.
type Criterion string

// The criteria.
const (
	None     Criterion = "none"     // all puzzles count as different
	Exact    Criterion = "exact"    // same 81 cells
	Puzzle   Criterion = "puzzle"   // equivalent puzzles
	Solution Criterion = "solution" // equivalent solutions
	// Neighbors are puzzles that have equivalent solutions, or that become equivalent when one clue
	// is removed from each.
	Neighbors Criterion = "neighbors"
)

// minlex is the name of the Puzzle criterion in DedupeNames.
const minlex = "minlex"

// DedupeNames and ByNames list the values of the "dedupe" and "by" options.
var (
	DedupeNames = []string{string(None), string(Exact), minlex, string(Solution)}
	ByNames     = []string{string(Solution), string(Puzzle), string(Neighbors)}
)

// Parse returns the criterion whose name is text. It returns an error if names does not contain the
// criterion. In both arguments, "puzzle" and "minlex" mean the Puzzle criterion.
func Parse(text string, names []string) (Criterion, error) {
	c := criterionOf(text)
	if c.NameIn(names) == "" {
		return None, fmt.Errorf("unknown criterion %q; choose one of: %s", text, strings.Join(names, ", "))
	}
	return c, nil
}

// NameIn returns the first element of names that is a name of c, or "" if there is none.
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

// A Rule defines a criterion.
type Rule struct {
	NeedsSolution bool                   // whether compared puzzles must have exactly one solution
	HasManyKeys   bool                   // whether a puzzle also has a key for each of its clues
	of            func(f *Finder) []byte // returns the bytes that Finder.Key hashes
	byClass       bool                   // whether the key is made from the solution's class, which is already a hash
	Relation      string                 // the words before the other puzzle in messages, such as "it is equivalent to"
	// Unrepeated and Unshared are sentences for dataset cards. Unrepeated says that puzzles do not
	// repeat. Unshared says that splits do not overlap. In Unshared, %s is replaced by text like
	// "in another split".
	Unrepeated, Unshared string
}

// Rule returns the definition of c.
func (c Criterion) Rule() Rule { return rules[c] }

var rules = map[Criterion]Rule{
	None: {of: (*Finder).whole}, // the keys are used only for sampling
	Exact: {of: func(f *Finder) []byte { return f.puzzle[:] },
		Relation: "it is the same puzzle as", Unrepeated: "Among the rows that are not morphs, no puzzle occurs twice."},
	Puzzle: {of: (*Finder).whole, Relation: "it is equivalent to",
		Unrepeated: "No two puzzles are equivalent, except those with the same `base`.",
		Unshared:   "No puzzle is equivalent to a puzzle %s, but the solutions of two puzzles may be equivalent."},
	Solution: {of: (*Finder).class, byClass: true, NeedsSolution: true, Relation: "its solution is equivalent to that of",
		Unrepeated: "No two puzzles have equivalent solutions, except those with the same `base`.",
		Unshared:   "No solution, and therefore no puzzle, is equivalent to one %s."},
	Neighbors: {of: (*Finder).class, byClass: true, NeedsSolution: true, HasManyKeys: true, Relation: "it counts as a neighbor of",
		Unshared: "No solution is equivalent to one %[1]s. No puzzle becomes equivalent to a puzzle %[1]s if one clue is removed from each."},
}

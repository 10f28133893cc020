package dataset

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
	Puzzle     Criterion = "puzzle"     // images of each other
	Solution   Criterion = "solution"   // their solutions are images of each other
	Neighbours Criterion = "neighbours" // Solution, or images of each other after one clue less each, or both in turn over other puzzles
)

// minlex is another name of Puzzle, by which Dedupe has it.
const minlex = "minlex"

// Names of the criteria that Dedupe and By can be, as _SUCCESS.json has them.
var (
	DedupeNames = []string{string(None), string(Exact), minlex, string(Solution)}
	ByNames     = []string{string(Solution), string(Puzzle), string(Neighbours)}
)

// ParseCriterion reads the name of a criterion that is one of some. Either name of Puzzle will
// do.
func ParseCriterion(text string, among []string) (Criterion, error) {
	c := criterionOf(text)
	if c.NameIn(among) == "" {
		return None, fmt.Errorf("there is no criterion %q; there are: %s", text, strings.Join(among, ", "))
	}
	return c, nil
}

// NameIn returns which of some names is that of the criterion, or the empty text.
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

// rules say what is special to each criterion.
var rules = map[Criterion]struct {
	bySolution bool   // solutions are compared
	relation   string // what a puzzle is to another that is the same, whose name follows
	// What a card promises, of puzzles by Dedupe and of splits by By; %s is what they share
	// nothing with.
	unrepeated, unshared string
}{
	None:  {},
	Exact: {relation: "it is the same puzzle as", unrepeated: "No puzzle is there twice, but for images."},
	Puzzle: {relation: "it is an image of",
		unrepeated: "No puzzle is an image of another, but for those with the same `base`.",
		unshared:   "No puzzle is an image of one %s. Their solutions may be."},
	Solution: {bySolution: true, relation: "its solution is an image of that of",
		unrepeated: "No two puzzles have solutions that are images of each other, but for those with the same `base`.",
		unshared:   "No solution is an image of one %s, and so no puzzle is."},
	Neighbours: {bySolution: true, relation: "its solution, or what it is without a clue, is an image of that of",
		unshared: "No solution is an image of one %s, and no puzzle becomes one when each loses a clue."},
}

// check panics if there are no rules for the criterion.
func (c Criterion) check() Criterion {
	if _, found := rules[c]; !found {
		c.Unknown()
	}
	return c
}

// Unknown panics, where a switch over criteria has no case for one.
func (c Criterion) Unknown() { panic(fmt.Sprintf("there is no rule for the criterion %q", string(c))) }

// NeedsSolution reports whether the solutions of puzzles are compared.
func (c Criterion) NeedsSolution() bool { return rules[c.check()].bySolution }

// HasManyKeys reports whether a puzzle has a key for each of its clues beside the one that all
// criteria have.
func (c Criterion) HasManyKeys() bool { return c == Neighbours }

// Relation says what a puzzle is to another that is the same, whose name follows.
func (c Criterion) Relation() string { return rules[c.check()].relation }

// promises are sentences on what the puzzles of a data set do not share.
func (c *Config) promises() (promises []string) {
	if text := rules[c.Dedupe.check()].unrepeated; text != "" {
		promises = append(promises, text)
	}
	var others []string
	if len(c.Splits) > 1 {
		others = append(others, "in another split")
	}
	if len(c.Exclude.Files) > 0 {
		others = append(others, "in the files that are kept out")
	}
	if others != nil {
		promises = append(promises, fmt.Sprintf(rules[c.By.check()].unshared, strings.Join(others, " or ")))
	}
	return promises
}

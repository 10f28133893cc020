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

// NeedsSolution reports whether a criterion that By can be compares the solutions of puzzles.
func (c Criterion) NeedsSolution() bool {
	switch c {
	case Solution, Neighbours:
		return true
	case Puzzle:
		return false
	default:
		c.Unknown()
		return false
	}
}

// HasManyKeys reports whether a puzzle has a key for each of its clues beside the one that all
// criteria have.
func (c Criterion) HasManyKeys() bool { return c == Neighbours }

// Unknown panics, where a switch over criteria has no case for one.
func (c Criterion) Unknown() { panic(fmt.Sprintf("there is no rule for the criterion %q", string(c))) }

// Relation says what a puzzle is to another that is the same, whose name follows.
func (c Criterion) Relation() string {
	switch c {
	case Exact:
		return "it is the same puzzle as"
	case Puzzle:
		return "it is an image of"
	case Solution:
		return "its solution is an image of that of"
	case Neighbours:
		return "its solution, or what it is without a clue, is an image of that of"
	default:
		c.Unknown()
		return ""
	}
}

// promises are sentences on what the puzzles of a data set do not share.
func (c *Config) promises() (promises []string) {
	switch c.Dedupe {
	case None:
	case Exact:
		promises = append(promises, "No puzzle is there twice, but for images.")
	case Puzzle:
		promises = append(promises, "No puzzle is an image of another, but for those with the same `base`.")
	case Solution:
		promises = append(promises, "No two puzzles have solutions that are images of each other, but for those with the same `base`.")
	default:
		c.Dedupe.Unknown()
	}
	var others []string
	if len(c.Splits) > 1 {
		others = append(others, "in another split")
	}
	if len(c.Exclude.Files) > 0 {
		others = append(others, "in the files that are kept out")
	}
	if others == nil {
		return promises
	}
	where := strings.Join(others, " or ")
	switch c.By {
	case Puzzle:
		return append(promises, "No puzzle is an image of one "+where+". Their solutions may be.")
	case Solution:
		return append(promises, "No solution is an image of one "+where+", and so no puzzle is.")
	case Neighbours:
		return append(promises, "No solution is an image of one "+where+", and no puzzle becomes one when each loses a clue.")
	default:
		c.By.Unknown()
		return nil
	}
}

package dataset

import (
	"fmt"
	"strings"

	"github.com/gridmill/gridmill/pipeline/internal/keys"
)

// Criterion says when two puzzles count as the same.
type Criterion = keys.Criterion

// The criteria.
const (
	None       = keys.None
	Exact      = keys.Exact
	Puzzle     = keys.Puzzle
	Solution   = keys.Solution
	Neighbours = keys.Neighbours
)

// DedupeNames are the names of the criteria that Dedupe can have, as they are written in _SUCCESS.json.
var DedupeNames = keys.DedupeNames

// ByNames are the names of those that By can have.
var ByNames = keys.ByNames

// ParseCriterion reads the name of a criterion, which must be in a list.
func ParseCriterion(text string, among []string) (Criterion, error) { return keys.Parse(text, among) }

// promises returns sentences on what the puzzles of a data set do not share.
func (c *Config) promises() (promises []string) {
	if text := c.Dedupe.Unrepeated(); text != "" {
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
		promises = append(promises, fmt.Sprintf(c.By.Unshared(), strings.Join(others, " or ")))
	}
	return promises
}

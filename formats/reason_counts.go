package formats

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/solver"
)

// A Reason says why a row is not a puzzle, or why a puzzle obviously has no solution. The zero
// Reason means that the row is valid.
type Reason = gridtext.Reason

// RepeatReason returns the reason for a puzzle in which a clue repeats.
func RepeatReason(r solver.Repeat) Reason { return gridtext.Repeats(r) }

// A ReasonCount counts the rows with reasons of one kind, and describes the first such row.
type ReasonCount struct {
	First Reason `json:"reason"`
	Rows  int64  `json:"rows"`
	Row   int64  `json:"row"` // number of the first such row in the data set, counted from 1
	File  string `json:"file"`
	Line  int64  `json:"line"`           // line of this row (see Batch.Origin)
	Text  string `json:"text,omitempty"` // excerpt of this row (see excerptOf)
}

// ReasonCounts holds the number of rows for each kind of reason, sorted by kind.
type ReasonCounts []ReasonCount

// Add counts row i of a batch if the row has a reason.
func (c *ReasonCounts) Add(b *Batch, i int) {
	reason := b.Reasons[i]
	if reason.Kind == gridtext.NoReason {
		return
	}
	at, found := c.find(reason)
	if found {
		(*c)[at].Rows++
		return
	}
	file, line := b.Origin(i)
	b.scratch = b.appendRaw(b.scratch[:0], i)
	*c = slices.Insert(*c, at, ReasonCount{reason, 1, b.First + int64(i) + 1, file, line, excerptOf(b.scratch)})
}

// Merge adds the counts in others to c. Counts can be merged in any order.
func (c *ReasonCounts) Merge(others ReasonCounts) {
	for _, other := range others {
		at, found := c.find(other.First)
		if !found {
			*c = slices.Insert(*c, at, other)
			continue
		}
		mine := &(*c)[at]
		rows := mine.Rows + other.Rows
		if other.Row < mine.Row {
			*mine = other
		}
		mine.Rows = rows
	}
}

// find returns the index of the count for reason.Kind, and reports whether this count exists. If it
// does not exist, find returns the index at which to insert it.
func (c *ReasonCounts) find(reason Reason) (int, bool) {
	return slices.BinarySearchFunc(*c, reason, func(r ReasonCount, reason Reason) int {
		return cmp.Compare(r.First.Kind, reason.Kind)
	})
}

// Rows returns the number of rows counted.
func (c ReasonCounts) Rows() (rows int64) {
	for _, r := range c {
		rows += r.Rows
	}
	return rows
}

// Split separates counts of rows without a puzzle from counts of puzzles with repeated clues.
func (c ReasonCounts) Split() (noPuzzle, repeats ReasonCounts) {
	at, found := c.find(Reason{Kind: gridtext.ClueRepeats})
	if !found {
		return c, nil
	}
	return slices.Concat(c[:at], c[at+1:]), c[at : at+1]
}

// MostCommon returns the n most common kinds with their counts, starting with the most common kind.
// Kinds with equal counts are ordered by their first row.
func (c ReasonCounts) MostCommon(n int) []ReasonCount {
	sorted := slices.Clone(c)
	slices.SortFunc(sorted, func(a, b ReasonCount) int {
		return cmp.Or(-cmp.Compare(a.Rows, b.Rows), cmp.Compare(a.Row, b.Row))
	})
	return sorted[:min(len(sorted), n)]
}

const excerptBytes = 100

// excerptOf returns the start of a row as valid UTF-8. An ellipsis replaces the rest of a long row.
func excerptOf(row []byte) string {
	if len(row) <= excerptBytes {
		return strings.ToValidUTF8(string(row), "\uFFFD")
	}
	end := excerptBytes - 1
	for end >= excerptBytes-utf8.UTFMax && !utf8.RuneStart(row[end]) {
		end--
	}
	return strings.ToValidUTF8(string(row[:end]), "\uFFFD") + "…"
}

package formats

import (
	"cmp"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/likeness"
	"github.com/gridmill/gridmill/solver"
)

// A ReasonClass is a Reason without what differs from row to row, such as a position. There
// are few classes, so that counting them takes little memory whatever the rows hold.
type ReasonClass struct {
	kind reasonKind
	n    int32 // of characters or cells; a character; 1 for more fields, and not fewer
}

const (
	// manyCells is the number from which on numbers of characters or cells are one class.
	manyCells = 1000
	// notASCII stands for all characters that are not ASCII.
	notASCII = utf8.RuneSelf
)

func (r Reason) class() ReasonClass {
	switch r.kind {
	case wrongLength, wrongCount:
		return ReasonClass{r.kind, min(r.a, manyCells)}
	case wrongCharacter:
		return ReasonClass{r.kind, min(r.a, notASCII)}
	case wrongFields:
		if r.a > r.b {
			return ReasonClass{r.kind, 1}
		}
	}
	return ReasonClass{kind: r.kind}
}

// String returns the class in words.
func (c ReasonClass) String() string {
	switch {
	case c.kind == wrongLength && c.n >= manyCells:
		return "1000 characters or more"
	case c.kind == wrongCount && c.n >= manyCells:
		return "a list of 1000 cells or more"
	case c.kind == wrongCharacter && c.n >= notASCII:
		return "a character that is not ASCII"
	case c.kind == wrongCharacter:
		return "character " + strconv.QuoteRuneToGraphic(c.n)
	case c.kind == wrongFields && c.n > 0:
		return "more fields than expected"
	case c.kind == wrongFields:
		return "fewer fields than expected"
	case c.kind == notAList:
		return "not a list of cells"
	case c.kind == clueRepeats:
		return "a clue repeats"
	case c.kind == notJSON:
		return "not a JSON object"
	case c.kind == jsonNaN:
		return "NaN or an infinity, where JSON has null"
	case c.kind == jsonQuotes:
		return "a single quote, where JSON has a double one"
	case c.kind == wrongRow:
		return "too many or too few cells in a row of the grid"
	case c.kind == tooLong:
		return Reason{kind: tooLong, a: scan.MaxRow}.String()
	case c.kind == lostZeros:
		return "fewer than 81 digits, as if zeros in front were lost"
	case c.kind == tooManyCells:
		return Reason{kind: tooManyCells, a: solver.Cells}.String()
	}
	return Reason{kind: c.kind, a: c.n}.String()
}

// LostZeros reports whether rows of the class may be grids that were taken for numbers, which
// ReadOptions.LeftPad mends.
func (c ReasonClass) LostZeros() bool { return c.kind == lostZeros }

// ParseReasonClass reads a class back from its words.
func ParseReasonClass(text string) (ReasonClass, bool) {
	number, _ := numbersOf([]byte(text))
	for kind := isEmpty; kind < numKinds; kind++ {
		for _, n := range []int32{0, 1, number, notASCII, quotedRune([]byte(text))} {
			if c := (ReasonClass{kind, n}); c.String() == text {
				return c, true
			}
		}
	}
	return ReasonClass{}, false
}

// A ReasonCount says how many rows are invalid for reasons of a class, and where the first
// of them stands.
type ReasonCount struct {
	Class ReasonClass
	Rows  int64
	Row   int64 // number of the first in the data set, from 1
	File  string
	Line  int64 // as Batch.Origin returns it
}

// ReasonCounts counts invalid rows by the classes of their reasons. They are sorted by class.
type ReasonCounts []ReasonCount

// Add counts row i of a batch, which is invalid. A row that says no reason is not counted.
func (c *ReasonCounts) Add(b *Batch, i int) {
	class := b.Reasons[i].class()
	if class.kind == noReason {
		return
	}
	at, found := c.find(class)
	if found {
		(*c)[at].Rows++
		return
	}
	file, line := b.Origin(i)
	*c = slices.Insert(*c, at, ReasonCount{class, 1, b.First + int64(i) + 1, file, line})
}

// Merge adds other counts, which may be those of earlier rows.
func (c *ReasonCounts) Merge(others ReasonCounts) {
	for _, other := range others {
		at, found := c.find(other.Class)
		if !found {
			*c = slices.Insert(*c, at, other)
			continue
		}
		mine := &(*c)[at]
		other.Rows += mine.Rows
		if mine.Row < other.Row {
			other.Row, other.File, other.Line = mine.Row, mine.File, mine.Line
		}
		*mine = other
	}
}

// find returns where a class stands, or would.
func (c *ReasonCounts) find(class ReasonClass) (int, bool) {
	return slices.BinarySearchFunc(*c, class, func(r ReasonCount, class ReasonClass) int {
		return cmp.Or(cmp.Compare(r.Class.kind, class.kind), cmp.Compare(r.Class.n, class.n))
	})
}

// Rows returns how many rows are counted.
func (c ReasonCounts) Rows() (rows int64) {
	for _, r := range c {
		rows += r.Rows
	}
	return rows
}

// NoPuzzle returns how many rows are counted that hold no puzzle: all but those whose clues repeat.
func (c ReasonCounts) NoPuzzle() (rows int64) {
	for _, r := range c {
		if r.Class.kind != clueRepeats {
			rows += r.Rows
		}
	}
	return rows
}

// Commonest returns the classes of most rows, at most so many; of equal ones the first comes
// first.
func (c ReasonCounts) Commonest(most int) []ReasonCount {
	sorted := slices.Clone(c)
	slices.SortFunc(sorted, func(a, b ReasonCount) int {
		return cmp.Or(-cmp.Compare(a.Rows, b.Rows), cmp.Compare(a.Row, b.Row))
	})
	return sorted[:min(len(sorted), most)]
}

// likenessRows is how many of the first rows of a data set are looked at by CountLikeness.
const likenessRows = 100

// CountLikeness adds what row i looks like, which is invalid. Only the first rows of a data set
// count, however they are spread over batches.
func (b *Batch) CountLikeness(c *likeness.Counts, i int) {
	if b.First+int64(i) >= likenessRows {
		return
	}
	parser := b.segmentOf(i).source
	var row []byte
	if _, isLine := parser.(*lineSource); isLine { // of which appendPuzzle returns a part
		row = parser.appendRaw(nil, b, i)
	} else {
		row = parser.appendPuzzle(nil, b, i)
	}
	c.Add(likeness.Of(row), 1)
}

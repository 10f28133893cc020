package formats

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/canon"
)

// Extras are columns about a puzzle or its solution that take time of their own to find, so
// that they are found only where they are asked for.
type Extras struct{ columns ColumnSet }

// ExtraNames returns the words that ParseExtras knows.
func ExtraNames() []string {
	var names []string
	for _, c := range outputColumns {
		if c.extra != "" {
			names = append(names, c.extra)
		}
	}
	return names
}

// ParseExtras reads a list of words separated by commas. The empty text is none.
func ParseExtras(text string) (e Extras, err error) {
	if text == "" {
		return e, nil
	}
	for word := range strings.SplitSeq(text, ",") {
		word = strings.TrimSpace(word)
		c := slices.IndexFunc(outputColumns, func(c outputColumn) bool { return c.extra == word })
		if c < 0 || word == "" {
			return e, fmt.Errorf("there is no column %q to add; there are: %s", word, strings.Join(ExtraNames(), ", "))
		}
		e.columns |= 1 << c
	}
	return e, nil
}

// With returns the statistics and the extras beside them.
func (s Statistics) With(e Extras) Statistics {
	both := Statistics{slices.Clone(s.names)}
	for c := range numColumns {
		if e.columns.Has(c) {
			both.names = append(both.names, c.String())
		}
	}
	return both
}

// ClassText is the key of a class of solutions as 16 hexadecimal digits. The zero value is
// none.
type ClassText [16]byte

// TextOfClass returns a key as text.
func TextOfClass(key uint64) (text ClassText) {
	for i := range text {
		text[i] = "0123456789abcdef"[key>>(60-4*i)&15]
	}
	return text
}

// makeExtras makes room for those of rows up to n.
func (b *Batch) makeExtras(n int) {
	b.Minlex = slices.Grow(b.Minlex, n-len(b.Minlex))[:n]
	b.Classes = slices.Grow(b.Classes, n-len(b.Classes))[:n]
	b.Symmetries = slices.Grow(b.Symmetries, n-len(b.Symmetries))[:n]
}

// FindExtras finds extras of all rows, whose results must be there. A puzzle that has no
// solution, or several, has no class; one whose clues contradict each other has no minlex.
func (b *Batch) FindExtras(e Extras) {
	if e.columns == 0 {
		return
	}
	if b.form == nil {
		b.form = new(canon.Form)
	}
	b.makeExtras(b.Len())
	classes := e.columns.Has(ClassColumn) || e.columns.Has(SymmetriesColumn)
	for i := range b.Results {
		b.Classes[i], b.Symmetries[i] = ClassText{}, 0
		if !e.columns.Has(MinlexColumn) || !b.form.Minlex(&b.Minlex[i], &b.Puzzles[i]) {
			b.Minlex[i] = solver.Grid{}
		}
		if r := &b.Results[i]; classes && r.Verdict == solver.Unique {
			var least solver.Grid
			b.Symmetries[i] = int32(b.form.Solution(&least, &r.Solution))
			b.Classes[i] = TextOfClass(canon.Class(&least))
		}
	}
}

// parseMinlex takes any 81 characters, so that what checks the grid can say what is wrong with it.
func parseMinlex(b *Batch, i int, text []byte) bool {
	if len(text) == solver.Cells {
		b.Minlex[i] = solver.Grid(text)
		return true
	}
	return len(text) == 0
}

func parseClass(b *Batch, i int, text []byte) bool {
	if len(text) == len(ClassText{}) {
		b.Classes[i] = ClassText(text)
		return strings.Trim(string(text), "0123456789abcdef") == ""
	}
	return len(text) == 0
}

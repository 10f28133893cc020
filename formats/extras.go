package formats

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/canon"
)

// Extras is a set of columns that describe a puzzle or its solution. Because these columns take
// additional time to compute, they are computed only on request.
type Extras struct {
	Columns ColumnSet
	morphs  int  // number of morphs per puzzle for GuessesMeanColumn; 0 means DefaultMorphs
	search  bool // steps continue with a search if no technique makes progress
}

// ExtraNames returns the words that ParseExtras accepts.
func ExtraNames() (names []string) {
	for _, c := range outputColumns {
		if c.extra != "" && !slices.Contains(names, c.extra) {
			names = append(names, c.extra)
		}
	}
	return names
}

const (
	// DefaultMorphs is the default number of morphs per puzzle from which guesses_mean is computed.
	DefaultMorphs = 10
	mostMorphs    = 1_000_000
)

// withSearch requests the steps column, including the steps of a search.
const withSearch = "steps:search"

// ParseExtras parses a comma-separated list of words: names from ExtraNames, "steps:search", and
// "guesses_mean:N", where N is the number of morphs per puzzle. The empty string means no extras.
func ParseExtras(text string) (e Extras, err error) {
	e.morphs = DefaultMorphs
	if text == "" {
		return e, nil
	}
	for _, word := range option.ItemsOf(text) {
		e.search = e.search || word == withSearch
		word, number, hasColon := strings.Cut(word, ":")
		switch {
		case !hasColon || word+":"+number == withSearch:
		case word == StepsColumn.String():
			return e, fmt.Errorf("%s:%s is not valid; use %s or %s", word, number, word, withSearch)
		default:
			n, err := option.ParseCount(number)
			if word != GuessesMeanColumn.String() || err != nil || n > mostMorphs {
				return e, fmt.Errorf("%s:%s is not valid; only %s takes a number, which must be from 1 to %d", word, number, GuessesMeanColumn, mostMorphs)
			}
			e.morphs = int(n)
		}
		found := setWhere(func(c *outputColumn) bool { return c.extra == word && word != "" })
		isColumn := func(c outputColumn) bool { return c.name == word && c.extra != "" }
		switch i := slices.IndexFunc(outputColumns, isColumn); {
		case found != (ColumnSet{}):
		case i >= 0:
			return e, fmt.Errorf("the column %q is added by %q; use %[2]s instead", word, outputColumns[i].extra)
		default:
			return e, fmt.Errorf("unknown column %q; choose one of: %s", word, strings.Join(ExtraNames(), ", "))
		}
		e.Columns = e.Columns.Or(found)
	}
	return e, nil
}

// Steps reports whether the steps are requested, and whether they continue with a search.
func (e Extras) Steps() (steps, search bool) { return e.Columns.Has(StepsColumn), e.search }

// RowBytes returns the approximate size in bytes of one row's extras, in a batch that is encoded
// for the given number of outputs.
func (e Extras) RowBytes(outputs int) int {
	size := 512 // room for all columns except steps: numbers, words and canonical forms
	switch steps, search := e.Steps(); {
	case e.Columns == ColumnSet{}:
		return 0
	case steps && search:
		size = 32 << 10 // for about 25 kB
	case steps:
		size = 8 << 10 // for about 6 kB
	}
	return (1 + outputs) * size
}

// ForMorphs divides the extras of training data into two sets. Morphs copy the values of the first
// set from their originals. The values of the second set must be computed for each morph.
func (e Extras) ForMorphs() (copied, computed Extras) {
	copied, computed = e, e
	computed.Columns = e.Columns.And(setOf([]Column{StepsColumn, ComputedMinimalColumn, RedundantColumn}))
	copied.Columns = e.Columns.Without(computed.Columns)
	return copied, computed
}

// ExtrasOf returns the extras with the given columns.
func ExtrasOf(columns ...Column) Extras { return Extras{Columns: setOf(columns)} }

// ReadbackExtras returns the extras that a result contains. It does not return their options,
// because results do not record options.
func (s *Schema) ReadbackExtras() Extras {
	return Extras{Columns: s.ResultColumns.And(setWhere(func(c *outputColumn) bool { return c.extra != "" }))}
}

// ClassText is the key of a solution class as 16 hexadecimal digits. The zero value means no class.
type ClassText [16]byte

// TextOfClass returns the key of a solution class as text.
func TextOfClass(key uint64) (text ClassText) {
	for i := range text {
		text[i] = "0123456789abcdef"[key>>(60-4*i)&15]
	}
	return text
}

func (b *Batch) makeExtras(n int) {
	b.Minlex = grown(b.Minlex, n)
	b.Classes = grown(b.Classes, n)
	b.Symmetries = grown(b.Symmetries, n)
}

// FindExtras computes the given extras of all rows, which must have been solved. Only puzzles with
// exactly one solution get a solution class. Puzzles with repeated clues get no canonical form.
func (b *Batch) FindExtras(e Extras) {
	if e.Columns == (ColumnSet{}) {
		return
	}
	if b.form == nil {
		b.form = new(canon.Form)
	}
	b.findForms(e)
	b.rate(&e)
	b.findRedundant(&e)
}

// FindExtrasOf computes the given extras of puzzles and their results. It overwrites the rows of
// the batch, so use a batch that no Reader fills.
func (b *Batch) FindExtrasOf(puzzles []solver.Grid, results []solver.Result, e Extras) {
	b.Puzzles, b.Results, b.rows = puzzles, results, len(puzzles)
	b.Minlex, b.Classes, b.Symmetries, b.Ratings = b.Minlex[:0], b.Classes[:0], b.Symmetries[:0], b.Ratings[:0]
	b.FindExtras(e)
}

func (b *Batch) findForms(e Extras) {
	classes := e.Columns.Has(ClassColumn) || e.Columns.Has(SymmetriesColumn)
	if !classes && !e.Columns.Has(MinlexColumn) {
		return
	}
	b.makeExtras(b.Len())
	for i := range b.Results {
		b.Classes[i], b.Symmetries[i] = ClassText{}, 0
		if !e.Columns.Has(MinlexColumn) || !b.form.Minlex(&b.Minlex[i], &b.Puzzles[i]) {
			b.Minlex[i] = solver.Grid{}
		}
		if r := &b.Results[i]; classes && r.Verdict == solver.Unique {
			var least solver.Grid
			b.Symmetries[i] = int32(b.form.Solution(&least, &r.Solution))
			b.Classes[i] = TextOfClass(canon.Class(&least))
		}
	}
}

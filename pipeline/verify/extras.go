package verify

import (
	"bytes"
	"encoding/json"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/solver"
)

// An ExtrasCheck finds the columns again that follow from a puzzle and its solution, with the
// code that found them, and compares. What that code finds is held against other
// implementations by its own tests.
type ExtrasCheck struct {
	Extras formats.Extras
	// Guessed says that nothing records how many morphs guesses_mean is of, and whether steps go
	// on by a search.
	Guessed    bool
	again      *formats.Batch
	results    []solver.Result
	is, should []byte
}

// Find finds the columns of rows. A row without a single solution has a Result that says so.
func (c *ExtrasCheck) Find(puzzles []solver.Grid, results []solver.Result) {
	if c.again == nil {
		c.again = formats.NewBatch(0)
	}
	c.again.FindExtrasOf(puzzles, results, c.Extras)
}

// findOf finds the columns of rows of a result. Those whose solution is wrong have no columns.
func (c *ExtrasCheck) findOf(b *formats.Batch) {
	if c.Extras.Columns() == (formats.ColumnSet{}) {
		return
	}
	c.results = append(c.results[:0], b.Results...)
	for i := range c.results {
		if r := &c.results[i]; !isSolution(&r.Solution, &b.Puzzles[i]) {
			r.Verdict = solver.None
		}
	}
	c.Find(b.Puzzles, c.results)
}

// Compare reports the columns that say something else of row i. Values appends what a column says.
func (c *ExtrasCheck) Compare(i int, values func(dst []byte, column formats.Column) []byte, fault func(format string, args ...any)) {
	for column := range c.Extras.Columns().All() {
		c.is, c.should = values(c.is[:0], column), c.again.AppendExtra(c.should[:0], i, column)
		switch {
		case bytes.Equal(c.is, c.should):
		case column == formats.StepsColumn && (c.mayLackSteps() || sameSteps(c.is, c.should)):
		case column == formats.GuessesMeanColumn && c.Guessed:
			fault("%w", option.Errorf(option.Morphs, "%s is %s, expected %s if it is the mean of %d morphs", column, quoted(string(c.is)), quoted(string(c.should)), formats.DefaultMorphs))
		default:
			is, should := differing(string(c.is), string(c.should))
			fault("%s is %s, expected %s", column, is, should)
		}
	}
}

// mayLackSteps reports whether there are rightly no steps, as only a search leads to the solution.
func (c *ExtrasCheck) mayLackSteps() bool {
	return c.Guessed && len(c.is) == 0 && bytes.Contains(c.should, []byte(`"guess"`))
}

// sameSteps compares steps with an array of objects. What is read from Parquet has spaces between
// them, and what is read from Arrow may be an array of texts.
func sameSteps(is, should []byte) bool {
	var steps []json.RawMessage
	if json.Unmarshal(is, &steps) != nil {
		return false
	}
	joined := []byte{'['}
	for i, step := range steps {
		var text string
		if json.Unmarshal(step, &text) == nil {
			step = []byte(text)
		}
		if i > 0 {
			joined = append(joined, ',')
		}
		joined = append(joined, step...)
	}
	return bytes.Equal(append(joined, ']'), should)
}

// differing quotes two values, long ones from shortly before the place where they differ.
func differing(is, should string) (shownIs, shownShould string) {
	const context = 20
	at := 0
	for at < min(len(is), len(should)) && is[at] == should[at] {
		at++
	}
	if max(len(is), len(should)) <= mostQuoted || at <= context {
		return quoted(is), quoted(should)
	}
	return "..." + quoted(is[at-context:]), "..." + quoted(should[at-context:])
}

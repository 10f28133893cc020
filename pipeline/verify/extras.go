package verify

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/solver"
)

// An ExtrasCheck checks the columns that depend on a puzzle and its solution. It computes them
// again with the code that a run uses, so it cannot find errors in that code.
type ExtrasCheck struct {
	Extras formats.Extras
	// Guessed is set if the check must guess settings that the result does not record: the number
	// of morphs for guesses_mean, and which of steps and steps:search the run requested.
	Guessed    bool
	Found      formats.Batch // holds the computed columns; set by Find
	results    []solver.Result
	is, should []byte
}

// Find computes the columns for the puzzles. Most columns are empty unless the verdict is unique.
func (c *ExtrasCheck) Find(puzzles []solver.Grid, results []solver.Result) {
	c.Found.FindExtrasOf(puzzles, results, c.Extras)
}

// findOf computes c.Extras for the rows of b. If c.Extras has no columns, c.results remains nil. In
// c.results, a Unique row with a wrong solution gets the verdict None, so that it is not compared.
func (c *ExtrasCheck) findOf(b *formats.Batch) {
	if c.Extras.Columns == (formats.ColumnSet{}) {
		return
	}
	c.results = append(c.results[:0], b.Results...)
	for i := range c.results {
		if r := &c.results[i]; r.Verdict == solver.Unique && !isSolution(&r.Solution, &b.Puzzles[i]) {
			r.Verdict = solver.None
		}
	}
	c.Find(b.Puzzles, c.results)
	for i := range c.Found.Minlex {
		if b.Readback[i].Reason.Malformed() { // the run that produced the result could not read this row
			c.Found.Minlex[i] = solver.Grid{}
		}
	}
}

// Compare compares the columns of row i with the computed columns and reports the differences.
// values appends the value of row i in the given column to dst.
func (c *ExtrasCheck) Compare(i int, values func(dst []byte, column formats.Column) []byte, fault func(format string, args ...any)) {
	for column := range c.Extras.Columns.All() {
		c.is, c.should = values(c.is[:0], column), c.Found.AppendExtra(c.should[:0], i, column)
		switch {
		case bytes.Equal(c.is, c.should):
		case column == formats.StepsColumn && sameSteps(c.is, c.should):
		case column == formats.StepsColumn && c.Guessed && len(c.is) == 0 && bytes.Contains(c.should, []byte(`"guess"`)): // only a search can solve the puzzle
		case column == formats.GuessesMeanColumn && c.Guessed:
			fault("%w", option.Errorf(option.Morphs, "%s is %s, but the mean over %d morphs is %s", column, quoted(string(c.is)), formats.DefaultMorphs, quoted(string(c.should))))
		default:
			is, should := Differing(string(c.is), string(c.should))
			fault("%s is %s, expected %s", column, is, should)
		}
	}
}

// sameSteps reports whether two texts encode the same steps. Their formats can differ: steps from
// Parquet contain spaces, and steps from Arrow can be an array of strings instead of objects.
func sameSteps(is, should []byte) bool {
	var steps, expected []json.RawMessage
	if json.Unmarshal(is, &steps) != nil || json.Unmarshal(should, &expected) != nil {
		return false
	}
	return slices.EqualFunc(steps, expected, func(step, of json.RawMessage) bool {
		var text string
		return bytes.Equal(step, of) || json.Unmarshal(step, &text) == nil && text == string(of)
	})
}

// Differing returns its arguments in quotes, for a message. If an argument is long, both quotations
// start shortly before the first difference.
func Differing(is, should string) (shownIs, shownShould string) {
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

package datasets

import (
	"fmt"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline/dataset"
	"github.com/gridmill/gridmill/solver"
)

// readSampling reads the options that limit the number of puzzles in splits.
func (c *checker) readSampling(made *dataset.Success) (err error) {
	option := func(name string) string {
		text, _ := made.Options[name].(string)
		return text
	}
	for _, s := range made.Splits {
		c.sampling.Splits = append(c.sampling.Splits, dataset.Split{Name: s.Name})
	}
	if c.sampling.Each, err = dataset.ParseProperty(option("each")); err != nil {
		return fmt.Errorf("each: %w", err)
	}
	err = dataset.ParseNumbers(option("sample"), c.sampling.Splits, func(s *dataset.Split, n int64) { s.Sample = n })
	if err != nil {
		return fmt.Errorf("sample: %w", err)
	}
	return nil
}

// checkSample checks that split i has at most as many puzzles as its sample, in total or for each
// value of the property.
func (c *checker) checkSample(i int) {
	split, most := &c.made.Splits[i], c.sampling.Splits[i].Sample
	switch {
	case most == 0:
	case c.sampling.Each == "" && split.Bases > most:
		c.faultOf(dataset.SuccessName, "%s has %d puzzles, but its sample has at most %d", split.Name, split.Bases, most)
	default:
		for _, of := range split.By(c.sampling.Each) {
			if of.Rows > most {
				c.faultOf(dataset.SuccessName, "%s has %d puzzles of %s, but its sample has at most %d of each %s", split.Name, of.Rows, of.Value, most, c.sampling.Each.Phrase())
			}
		}
	}
}

// A valueFinder finds the values of the property that samples are balanced by. It counts guesses
// with the solver that makes all data sets.
type valueFinder struct {
	property dataset.Property
	lanes    solver.Solver
	puzzles  []solver.Grid
	results  []solver.Result
	rated    *formats.Batch
}

// newValueFinder returns a finder for the values of p, or nil if p is empty.
func newValueFinder(p dataset.Property) (*valueFinder, error) {
	if p == "" {
		return nil, nil
	}
	lanes, err := solver.New(solver.Default, solver.Config{MaxSolutions: 2})
	return &valueFinder{property: p, lanes: lanes, rated: formats.NewBatch(0)}, err
}

// find sets the values of the good originals of a batch, given its first row and the number of morphs of each.
func (f *valueFinder) find(e *checkedRows, first, morphs int64) {
	f.puzzles = f.puzzles[:0]
	isGoodBase := func(i int) bool { return e.rows[i].good && (first+int64(i))%(1+morphs) == 0 }
	for i := range e.rows {
		if isGoodBase(i) {
			f.puzzles = append(f.puzzles, e.puzzles[i])
		}
	}
	f.results = zeros(f.results, len(f.puzzles))
	f.lanes.Solve(f.puzzles, f.results)
	f.rated.FindExtrasOf(f.puzzles, f.results, f.property.Extras())
	k := 0
	for i := range e.rows {
		if isGoodBase(i) {
			e.rows[i].value = f.property.Of(f.rated, k)
			k++
		}
	}
}

// checkValues checks that the originals of the split have the recorded values.
func (v *tableVerifier) checkValues() {
	for _, of := range v.counts.By(v.sampling.Each) {
		if has := v.values[of.Number]; v.keys && has != of.Rows {
			v.faultOf(v.files[0], "it has %d puzzles of %s, expected %d according to %s", has, of.Value, of.Rows, dataset.SuccessName)
		}
	}
}

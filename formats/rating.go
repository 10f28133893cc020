package formats

import (
	"cmp"
	"math"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/ladder"
	"github.com/gridmill/gridmill/solver/morph"
)

// Rating holds the requested measures of a puzzle's difficulty. A puzzle without a unique solution
// has the zero Rating.
type Rating struct {
	ladder.Rating
	Difficulty ladder.Difficulty
	// GuessesMean is 1,000 times the mean number of guesses, plus 1. Without a mean, it is 0.
	GuessesMean int32
	// Backdoor is the size of the backdoor, plus 1. Without a value, it is 0.
	Backdoor int32
	// ExplainerRating is 1,000 times Sudoku Explainer's rating, plus 1. Without a rating, it is 0.
	ExplainerRating int32
	Redundant       Redundant
}

// rater computes ratings. It is allocated on first use.
type rater struct {
	ladder   *ladder.Ladder
	searches *solver.Searches[int] // solves morphs; nil until meanGuesses is called
	sums     []int64               // for each row, the total number of guesses in the searches of its morphs
}

var ladderColumns = setWhere(func(c *outputColumn) bool { return c.extra == "techniques" || c.extra == "difficulty" })

// ratings returns the ratings of the first n rows. It makes room for them if necessary.
func (b *Batch) ratings(n int) []Rating {
	if len(b.Ratings) < n {
		b.Ratings = grown(b.Ratings, max(n, b.Len()))
	}
	return b.Ratings[:n]
}

func (b *Batch) rating(i int) *Rating { return &b.ratings(i + 1)[i] }

// rate computes the ratings and the steps of all rows.
func (b *Batch) rate(e *Extras) {
	mean, techniques := e.Columns.Has(GuessesMeanColumn), e.Columns.And(ladderColumns) != ColumnSet{}
	rated := techniques || mean || e.Columns.Has(BackdoorColumn) || e.Columns.Has(ExplainerRatingColumn)
	steps := e.Columns.Has(StepsColumn)
	if !rated && !steps {
		return
	}
	if b.rater == nil {
		b.rater = &rater{ladder: ladder.New()}
	}
	b.steps.reset()
	for i := range b.Results {
		var found Rating
		if b.Results[i].Verdict == solver.Unique {
			found = b.rateRow(e, i, techniques)
		} else if steps {
			b.steps.endRow()
		}
		if rated {
			*b.rating(i) = found
		}
	}
	if mean {
		b.meanGuesses(cmp.Or(e.morphs, DefaultMorphs))
	}
}

// rateRow returns the Rating of a row, but leaves GuessesMean and Redundant zero. If steps are
// requested, it adds them to b.steps.
func (b *Batch) rateRow(e *Extras, i int, techniques bool) (r Rating) {
	l, puzzle := b.rater.ladder, &b.Puzzles[i]
	switch {
	case e.Columns.Has(StepsColumn):
		r.Rating = b.steps.addRow(l, puzzle, e.search)
	case techniques:
		r.Rating = l.Rate(puzzle)
	}
	if techniques {
		r.Difficulty = r.Hardest.Difficulty()
	}
	if e.Columns.Has(BackdoorColumn) {
		r.Backdoor = int32(1 + l.Backdoor(puzzle, &b.Results[i].Solution))
	}
	if e.Columns.Has(ExplainerRatingColumn) {
		if tenths := l.ExplainerRating(puzzle); tenths > 0 {
			r.ExplainerRating = int32(1 + 100*tenths)
		}
	}
	return r
}

// meanGuesses computes the mean number of guesses over the given number of morphs of each puzzle.
// It uses morphs of the canonical form, so that equivalent puzzles have the same mean.
func (b *Batch) meanGuesses(morphs int) {
	r := b.rater
	if r.searches == nil {
		r.searches, _ = solver.NewSearches(2, func(row int, found *solver.Result) { r.sums[row] += int64(found.Guesses) })
	}
	r.sums = grown(r.sums[:0], b.Len())
	var least solver.Grid
	var m morph.Morph
	for i := range b.Results {
		if b.Results[i].Verdict != solver.Unique || !b.form.Minlex(&least, &b.Puzzles[i]) {
			continue
		}
		for k := range morphs {
			m.Sample(k)
			m.Apply(r.searches.Next(i), &least)
		}
	}
	r.searches.Flush()
	for i := range b.Results {
		if b.Results[i].Verdict == solver.Unique {
			mean := (1000*r.sums[i] + int64(morphs)/2) / int64(morphs)
			b.Ratings[i].GuessesMean = int32(min(1+mean, math.MaxInt32))
		}
	}
}

package formats

import (
	"encoding/binary"
	"iter"
	"slices"
	"strconv"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/ladder"
	"github.com/gridmill/gridmill/solver/morph"
)

// Rating is the requested measures of how hard a puzzle is. It is zero if the verdict is not
// unique.
type Rating struct {
	ladder.Rating
	Difficulty ladder.Difficulty
	// GuessesMean is the mean number of guesses in thousandths plus one, or 0 for none.
	GuessesMean int32
	// Backdoor is the size plus one, or 0 for none.
	Backdoor int32
	// ExplainerRating is Sudoku Explainer's rating in thousandths plus one, or 0 for none.
	ExplainerRating int32
	Redundant       Redundant // clues that are not needed
}

// meanOf returns the mean number of guesses of searches in thousandths, plus one.
func meanOf(guesses int64, searches int) int32 {
	return int32(min(1+(1000*guesses+int64(searches)/2)/int64(searches), 1<<31-1))
}

// rater finds ratings. It is made when the first is needed.
type rater struct {
	ladder *ladder.Ladder
	lanes  solver.Solver
	// One round of searches: morphs of some rows.
	morphs  [256]solver.Grid
	results [256]solver.Result
	rows    [256]int
	n       int
	sums    []int64 // guesses for each row
}

// ratingColumns are the columns that the ladder finds.
var ratingColumns = func() (columns []Column) {
	columns = append(columns, DifficultyColumn, HardestColumn)
	for c := WavesColumn; c < RemovedColumn+ratedTechniques; c++ {
		columns = append(columns, c)
	}
	return columns
}()

// ratings returns the ratings of the rows up to n. It makes room for them if needed.
func (b *Batch) ratings(n int) []Rating {
	if had := len(b.Ratings); had < n {
		b.Ratings = slices.Grow(b.Ratings, max(n, b.Len())-had)[:max(n, b.Len())]
		clear(b.Ratings[had:])
	}
	return b.Ratings[:n]
}

// rating returns the rating of a row.
func (b *Batch) rating(i int) *Rating { return &b.ratings(i + 1)[i] }

// rate finds the ratings and the steps of all rows.
func (b *Batch) rate(e *Extras) {
	mean, techniques := e.columns.Has(GuessesMeanColumn), slices.ContainsFunc(ratingColumns, e.columns.Has)
	rated := techniques || mean || e.columns.Has(BackdoorColumn) || e.columns.Has(ExplainerRatingColumn)
	steps := e.columns.Has(StepsColumn)
	if !rated && !steps {
		return
	}
	if b.rater == nil {
		b.rater = &rater{ladder: ladder.New()}
	}
	var ratings []Rating
	if rated {
		ratings = b.ratings(b.Len())
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
			ratings[i] = found
		}
	}
	if mean {
		b.meanGuesses(e.morphs)
	}
}

// rateRow finds the rating of a row, except for its guesses, and adds its steps.
func (b *Batch) rateRow(e *Extras, i int, techniques bool) (r Rating) {
	l, puzzle := b.rater.ladder, &b.Puzzles[i]
	switch {
	case e.columns.Has(StepsColumn):
		r.Rating = b.steps.addRow(l, puzzle, e.search) // the ladder finds both at once
	case techniques:
		r.Rating = l.Rate(puzzle)
	}
	if techniques {
		r.Difficulty = r.Hardest.Difficulty()
	}
	if e.columns.Has(BackdoorColumn) {
		r.Backdoor = int32(1 + l.Backdoor(puzzle, &b.Results[i].Solution))
	}
	if e.columns.Has(ExplainerRatingColumn) {
		r.ExplainerRating = explainerRating(l, puzzle)
	}
	return r
}

// explainerRating returns Sudoku Explainer's rating as a Rating stores it.
func explainerRating(l *ladder.Ladder, puzzle *solver.Grid) int32 {
	if tenths := l.ExplainerRating(puzzle); tenths > 0 {
		return int32(1 + 100*tenths)
	}
	return 0
}

// meanGuesses searches the given number of morphs of each puzzle. They are morphs of its
// canonical form, so that equivalent puzzles have the same mean.
func (b *Batch) meanGuesses(morphs int) {
	r := b.rater
	if r.lanes == nil {
		r.lanes, _ = solver.New(solver.Default, solver.Config{MaxSolutions: 2})
	}
	r.sums = slices.Grow(r.sums[:0], b.Len())[:b.Len()]
	clear(r.sums)
	var least solver.Grid
	var m morph.Morph
	for i := range b.Results {
		if b.Results[i].Verdict != solver.Unique || !b.form.Minlex(&least, &b.Puzzles[i]) {
			continue
		}
		for k := range morphs {
			m.Sample(k)
			m.Apply(&r.morphs[r.n], &least)
			r.rows[r.n] = i
			if r.n++; r.n == len(r.morphs) {
				r.search()
			}
		}
	}
	r.search()
	for i := range b.Results {
		if b.Results[i].Verdict == solver.Unique {
			b.Ratings[i].GuessesMean = meanOf(r.sums[i], morphs)
		}
	}
}

// search counts the guesses of a round.
func (r *rater) search() {
	r.lanes.Solve(r.morphs[:r.n], r.results[:r.n])
	for i, row := range r.rows[:r.n] {
		r.sums[row] += int64(r.results[i].Guesses)
	}
	r.n = 0
}

// ratedTechniques is how many techniques have their own columns: those from Singles to
// TrialAndError.
const ratedTechniques = Column(ladder.TrialAndError)

// techniqueColumns returns the columns about techniques: the waves of each, and then what
// each removes.
func techniqueColumns() (columns []outputColumn) {
	for t := ladder.Singles; t <= ladder.TrialAndError; t++ {
		columns = append(columns, outputColumn{
			name: "waves_" + t.String(), extra: "techniques",
			numbers: func(dst []int32, b *Batch, from int) {
				copyRatings(dst, b, from, func(r *Rating) int32 { return r.Waves[t] })
			},
			readback: func(b *Batch, i int) *int32 { return &b.rating(i).Waves[t] },
		})
	}
	for t := ladder.Singles; t <= ladder.TrialAndError; t++ {
		name := "removed_" + t.String()
		if t == ladder.Singles {
			name = "placed_singles"
		}
		columns = append(columns, outputColumn{
			name: name, extra: "techniques",
			numbers: func(dst []int32, b *Batch, from int) {
				copyRatings(dst, b, from, func(r *Rating) int32 { return r.Removed[t] })
			},
			readback: func(b *Batch, i int) *int32 { return &b.rating(i).Removed[t] },
		})
	}
	return columns
}

// copyRatings stores a number of the rating of each row.
func copyRatings(dst []int32, b *Batch, from int, number func(*Rating) int32) {
	ratings := b.ratings(from + len(dst))[from:]
	for i := range dst {
		dst[i] = number(&ratings[i])
	}
}

// hardestNames are the names of techniques in the output. No technique is the empty text.
var hardestNames = textsOf(ladder.NumTechniques, func(i int) string {
	if ladder.Technique(i) == ladder.None {
		return ""
	}
	return ladder.Technique(i).String()
})

func parseHardest(b *Batch, i int, text []byte) bool {
	t := slices.Index(hardestNames, string(text))
	b.rating(i).Hardest = ladder.Technique(max(t, 0))
	return t >= 0
}

func parseDifficulty(b *Batch, i int, text []byte) bool {
	d, err := ladder.ParseDifficulty(string(text))
	b.rating(i).Difficulty = d
	return err == nil || len(text) == 0
}

func parseBackdoor(b *Batch, i int, text []byte) bool {
	n := slices.Index(backdoorNames, string(text))
	b.rating(i).Backdoor = int32(max(n, 0))
	return n >= 0
}

// backdoorNames are the sizes of backdoors, after the text for none.
var backdoorNames = []string{"", "0", "1", "2"}

// parseThousandths reads a number from 0 on that has up to three decimals, as
// appendThousandths writes it. The empty text means no number and yields 0.
func parseThousandths(text []byte) (n int32, ok bool) {
	if len(text) == 0 {
		return 0, true
	}
	value, err := strconv.ParseFloat(string(text), 64)
	n = int32(min(1000*value+1.5, 1<<31-1))
	return n, err == nil && value >= 0 && string(appendThousandths(nil, n)) == string(text)
}

func parseExplainerRating(b *Batch, i int, text []byte) (ok bool) {
	b.rating(i).ExplainerRating, ok = parseThousandths(text)
	return ok
}

func parseGuessesMean(b *Batch, i int, text []byte) (ok bool) {
	b.rating(i).GuessesMean, ok = parseThousandths(text)
	return ok
}

// appendThousandths appends a number that is given in thousandths plus one.
func appendThousandths(dst []byte, n int32) []byte {
	return strconv.AppendFloat(dst, float64(n-1)/1000, 'f', -1, 64)
}

// encode appends a rating as numbers.
func (r *Rating) encode(dst []byte) []byte {
	dst = append(dst, byte(r.Hardest), byte(r.Difficulty))
	for n := range r.numbers() {
		dst = binary.AppendUvarint(dst, uint64(uint32(*n)))
	}
	return dst
}

// decode reads what encode appended, and returns the bytes after it.
func (r *Rating) decode(encoded []byte) (rest []byte, good bool) {
	if len(encoded) < 2 {
		return nil, false
	}
	r.Hardest, r.Difficulty = ladder.Technique(encoded[0]), ladder.Difficulty(encoded[1])
	encoded = encoded[2:]
	for to := range r.numbers() {
		n, size := binary.Uvarint(encoded)
		if size <= 0 {
			return nil, false
		}
		*to, encoded = int32(uint32(n)), encoded[size:]
	}
	return encoded, true
}

// numbers iterates over the numbers of a rating that can be large.
func (r *Rating) numbers() iter.Seq[*int32] {
	return func(yield func(*int32) bool) {
		more := yield(&r.GuessesMean) && yield(&r.Backdoor) && yield(&r.ExplainerRating)
		for t := ladder.Singles; t <= ladder.TrialAndError && more; t++ {
			more = yield(&r.Waves[t]) && yield(&r.Removed[t])
		}
	}
}

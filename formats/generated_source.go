package formats

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"sync/atomic"

	"github.com/gridmill/gridmill/solver"
)

// A RowMaker generates a puzzle for each row number. It must be safe for concurrent use.
type RowMaker interface {
	// Make generates the puzzles of consecutive rows. first is the number of the first row. Make
	// sets minimal[i] if puzzles[i] is minimal, and steps[i] to its number of search steps. The
	// slices have equal lengths. A puzzle depends only on its row number. If Make fails for a row,
	// made is the number of rows made before that row.
	Make(first int64, puzzles []solver.Grid, minimal []bool, steps []int32) (made int, err error)
	// Weighted reports whether the weights of the puzzles are known.
	Weighted() bool
	// Searched reports whether some rows require a search.
	Searched() bool
	// Attempts returns the approximate number of attempts or search steps so far. name says which
	// of the two was counted. If neither was counted, n is 0.
	Attempts() (n int64, name string)
	// Wanted describes the puzzles that are being searched for.
	Wanted() string
	// AtOnce returns the maximum number of rows to make in one call. first is the number of the
	// first of these rows. The maximum can change at any time.
	AtOnce(first int64) int64
	// Stop makes all current calls to Make return an error soon.
	Stop()
}

// A ShortError is an error that Batch.Parse returns if a row fails. The batch then holds only the
// rows before that row.
type ShortError struct{ error }

// Unwrap returns the error of the row that failed.
func (e ShortError) Unwrap() error { return e.error }

// NewNumbered returns a Reader of generated rows. The Reader divides the row numbers into batches,
// and Parse makes the puzzles.
func NewNumbered(maker RowMaker, rows int64) Reader {
	return &numbered{RowMaker: maker, info: Schema{Generated: true, Searched: maker.Searched()}, rows: rows, end: rows}
}

// numbered is the Reader of generated rows, and also the only source of its rows.
type numbered struct {
	RowMaker
	ownPuzzles
	info            Schema
	rows, next, end int64
	done            atomic.Int64
}

func (m *numbered) Schema() *Schema { return &m.info }

func (m *numbered) Read(b *Batch) error {
	b.reset(m.next)
	n := min(b.rowsFrom(m.next, m.end), m.AtOnce(m.next))
	if n <= 0 {
		return io.EOF
	}
	b.addSegment(m, 0, int(n), m.next+1)
	m.next += n
	m.done.Store(m.next)
	return nil
}

// NumberedAt returns the position of a generated row.
func NumberedAt(row int64) Position { return Position{Offset: row, Line: row + 1} }

func (m *numbered) Position() Position { return NumberedAt(m.next) }

func (m *numbered) Seek(at Position, first, rows int64) error {
	if at != NumberedAt(first) || first > m.rows {
		return fmt.Errorf("row %d of %d cannot start at offset %d", first, m.rows, at.Offset)
	}
	if rows < 0 || rows > math.MaxInt64-first {
		rows = m.rows - first
	}
	m.next, m.end = first, min(first+rows, m.rows)
	return nil
}

// Progress counts rows instead of bytes.
func (m *numbered) Progress() (done, total int64) { return m.done.Load(), m.rows }

func (m *numbered) Close() error { return nil }

func (m *numbered) name() string { return "row" }

func (m *numbered) schema() *Schema { return &m.info }

func (m *numbered) parse(b *Batch, g *segment) error {
	b.minimal = slices.Grow(b.minimal[:0], g.to)[:g.to]
	b.weighted = slices.Grow(b.weighted[:0], g.to)[:g.to]
	for i := g.from; i < g.to; i++ {
		b.weighted[i] = m.Weighted()
	}
	b.searchSteps = slices.Grow(b.searchSteps[:0], g.to)[:g.to]
	clear(b.Reasons[g.from:g.to])
	made, err := m.Make(b.First+int64(g.from), b.Puzzles[g.from:g.to], b.minimal[g.from:g.to], b.searchSteps[g.from:g.to])
	if err != nil && made > 0 {
		g.to = g.from + made
		b.setLen(g.to)
		err = ShortError{err}
	}
	return err
}

func (m *numbered) lineOf(_ *Batch, g *segment, i int) int64 { return g.line + int64(i-g.from) }

func (m *numbered) appendRaw(dst []byte, b *Batch, i int) []byte {
	return strconv.AppendInt(dst, b.First+int64(i)+1, 10)
}

// Removing clues at random finds minimal puzzles with few clues far too often. Weights correct
// this. For each number of clues, two shares are known: the share of puzzles with that number among
// all minimal puzzles, and their share among the puzzles found. The weight is the first share
// divided by the second. A mean with these weights approximates the mean over all minimal puzzles.
// It is exact if the puzzles found with each number of clues are representative.

// leastWeighted is the smallest number of clues that has a weight. The shares of smaller numbers of
// clues are not known precisely enough.
const leastWeighted = 22

// shares holds percentages of minimal puzzles by their number of clues, which starts at
// leastWeighted. The first percentage is that among all minimal puzzles, as estimated by Denis
// Berthier and Ed Russell. The second is that among six million generated puzzles.
var shares = [][2]float64{
	{0.0035, 3.30}, {0.15, 16.82}, {2.28, 34.10}, {13.4, 30.13},
	{31.9, 12.51}, {32.7, 2.60}, {15.5, 0.286}, {3.6, 0.0179}, {0.41, 0.00045},
}

// weights and weightTexts hold the weights as numbers and as text. The first entry is for puzzles
// without a weight. It is followed by an entry for each element of shares.
var (
	weights     = make([]float64, len(shares)+1)
	weightTexts = make([]string, len(shares)+1)
)

func init() {
	for i, s := range shares {
		// Three digits suffice, because the estimates in shares are less precise.
		weightTexts[i+1] = strconv.FormatFloat(s[0]/s[1], 'g', 3, 64)
		weights[i+1], _ = strconv.ParseFloat(weightTexts[i+1], 64)
	}
}

// HasWeight reports whether the weight of minimal puzzles with the given number of clues is known.
func HasWeight(clues int) bool { return clues >= leastWeighted && clues < leastWeighted+len(shares) }

// weightsOf stores in dst the index of each row's weight. from is the first row.
func weightsOf(dst []int32, b *Batch, from int) {
	for i := range dst {
		dst[i] = 0
		if b.weighted[from+i] && b.minimal[from+i] {
			if n := b.Puzzles[from+i].Clues(); HasWeight(n) {
				dst[i] = int32(n - leastWeighted + 1)
			}
		}
	}
}

func parseWeight(b *Batch, i int, text []byte) bool {
	if len(text) == 0 {
		return true
	}
	weight, err := strconv.ParseFloat(string(text), 64)
	if err != nil || weight == 0 {
		return false
	}
	n := slices.Index(weights, weight)
	if n > 0 {
		b.Readback.Weighted[i], b.Readback.WeightClues[i] = true, int8(leastWeighted+n-1)
	}
	return n > 0
}

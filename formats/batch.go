package formats

import (
	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/parquet"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/canon"
)

// A Batch is rows that are read, solved, encoded and written together. It is allocated
// once and used again, so its slices belong to the goroutine that has the batch.
//
// What rows bring along stays as it was read, so that it passes unchanged to an output
// of the same kind: text byte for byte, and Parquet with its types. Rows of several
// files can share a batch, as segments that know their source.
type Batch struct {
	// First is the number of the first row in the data set, from 0.
	First int64
	// Puzzles, Results and Reasons hold one entry a row. The zero Grid stands
	// for a row that is not a puzzle; its Reason says why.
	Puzzles []solver.Grid
	Results []solver.Result
	Reasons []Reason
	// Answers are the classes of the input's answers; none where the input has none.
	Answers []AnswerClass
	// Minlex, Classes and Symmetries are what FindExtras found, or what was read back of a
	// result, one entry a row: the least image of the puzzle, the key of the class of its
	// solution as text, and how many symmetries that has. They are zero where a row has
	// none, and the slices are empty where they are neither found nor read.
	Minlex     []solver.Grid
	Classes    []ClassText
	Symmetries []int32
	// Ratings are likewise what FindExtras found or was read back.
	Ratings []Rating
	// Readback holds what was read from the result columns of the input, if it has any.
	Readback Readback

	answerGrids []solver.Grid // the input's answers, as far as they can be read
	minimal     []bool        // of puzzles that were made: no clue can go
	weighted    []bool        // likewise: made in a way for which weights are known
	bases       []int64       // of training data: the number of each row's base, from 1
	imageIndex  []int32       // of training data: which image of its base each row is, 0 for the base
	segments    []segment

	// What rows leave behind, but for those of Parquet: their text, where each row is in it, and
	// where the fields that pass through, and those of results that are read back. Of JSON, Arrow
	// and NumPy there are the kinds of these fields, too.
	block scan.Block

	// What Parquet rows leave behind: the values of each column, puzzles and
	// answers included, and about how many bytes they take.
	leaves []parquet.Column
	bytes  int

	scratch   []byte      // for one value at a time
	encoded   []byte      // for a column of a few rows at a time, as are values
	values    [][]byte    // of a column of a few rows at a time
	numbers   []int32     // for a few columns of a few rows at a time
	lines     []int64     // for a few rows at a time
	fractions []float64   // likewise
	rows      int         // rows held
	maxRows   int         // rows with which it is full
	maxBytes  int         // bytes with which it is closed early
	form      *canon.Form // nil until FindExtras needs it
	steps     stepTexts
	rater     *rater // nil until FindExtras needs it
	countOnly bool   // its rows are only counted, and have no entries in the slices above
}

// A segment is a run of rows that come from one source.
type segment struct {
	from, to int
	line     int64 // number of the first line, or row, in the source
	source   rowParser
}

// MinBatchBytes is the lowest limit that a batch can have: the longest row.
const MinBatchBytes = scan.MaxRow

// NewBatch returns a batch for up to size rows.
func NewBatch(size int) *Batch {
	return &Batch{
		Puzzles:  make([]solver.Grid, 0, size),
		Results:  make([]solver.Result, 0, size),
		Reasons:  make([]Reason, 0, size),
		block:    scan.Block{Rows: make([]scan.Row, 0, size)},
		maxRows:  size,
		maxBytes: batchBytes(size),
	}
}

// NewCounter returns a batch for up to size rows that are only counted: it must not be
// parsed or written. Of Parquet it needs no more than the footer.
func NewCounter(size int) *Batch {
	return &Batch{maxRows: size, maxBytes: batchBytes(size), countOnly: true}
}

// longRow is the mean length of a row, in bytes, from which on batches are closed before
// they are full, so that their memory stays bounded.
const longRow = 1 << 10

// batchBytes returns how many bytes a batch for so many rows takes before it is closed.
func batchBytes(size int) int { return min(max(size*longRow, 4*scan.MaxRow), scan.MaxBlock) }

// Limit closes the batch early when its rows come to about so many bytes, where
// that is fewer than it takes by itself.
func (b *Batch) Limit(bytes int) { b.maxBytes = min(b.maxBytes, max(bytes, MinBatchBytes)) }

// Len returns the number of rows.
func (b *Batch) Len() int { return b.rows }

// reset empties the batch for rows whose numbers start at first.
func (b *Batch) reset(first int64) {
	b.First = first
	b.setLen(0)
	clear(b.segments) // and their sources
	b.segments = b.segments[:0]
	b.block.Reset()
	b.bytes = 0
	for i := range b.leaves {
		b.leaves[i].Reset()
	}
}

// setLen makes room for n rows, without clearing them: parse sets each. Those that are only
// counted need none.
func (b *Batch) setLen(n int) {
	b.rows = n
	if !b.countOnly {
		b.Puzzles, b.Results, b.Reasons = b.Puzzles[:n], b.Results[:n], b.Reasons[:n]
	}
}

// maxSegments is how many segments a batch may hold. Each holds on to its source, which is tens of
// kilobytes for Parquet, until the batch is used again.
const maxSegments = 64

// heavy reports whether the batch holds so many bytes, or segments, that it is closed early.
func (b *Batch) heavy() bool { return b.room() < 0 || len(b.segments) >= maxSegments }

// room returns how many more bytes the batch may hold.
func (b *Batch) room() int { return b.maxBytes - max(b.block.Size(), b.bytes) }

// bytesOf returns how many bytes rows [from, to) take as they were read: their text, or
// the values of their columns.
func (b *Batch) bytesOf(from, to int) (bytes int) {
	for i := range b.leaves {
		bytes += b.leaves[i].Bytes(from, to)
	}
	if len(b.block.Rows) >= to {
		for _, r := range b.block.Rows[from:to] {
			bytes += int(r.End - r.Start)
		}
	}
	return bytes
}

// wholeSections returns how many sections the batch holds whole, and the first row
// of the first of them. Where there is none, that is the row behind the section in
// which the batch starts, or behind its last row.
func (b *Batch) wholeSections() (first, n int) {
	first = min(int(-b.First&(SectionRows-1)), b.Len())
	return first, (b.Len() - first) / SectionRows
}

// addSegment adds the rows since the last segment as one of source s.
func (b *Batch) addSegment(s rowParser, from, to int, line int64) {
	if to > from {
		b.segments = append(b.segments, segment{from: from, to: to, line: line, source: s})
		b.setLen(to)
	}
}

// segmentOf returns the segment that holds row i.
func (b *Batch) segmentOf(i int) *segment {
	for s := range b.segments {
		if i < b.segments[s].to {
			return &b.segments[s]
		}
	}
	panic("formats: row outside its batch")
}

// Origin says where row i stands: the file, and the line in it (for Parquet the
// row), counted from 1.
func (b *Batch) Origin(i int) (file string, line int64) {
	s := b.segmentOf(i)
	return s.source.name(), s.source.lineOf(b, s, i)
}

// Parse reads the puzzles, and the answers where there are any, out of the rows
// that a Reader cut. Different batches may be parsed at the same time. It fails
// where a file turns out to be damaged.
func (b *Batch) Parse() error {
	b.answerGrids, b.Answers = b.answerGrids[:0], b.Answers[:0]
	b.Readback.reset()
	b.Minlex, b.Classes, b.Symmetries, b.Ratings = b.Minlex[:0], b.Classes[:0], b.Symmetries[:0], b.Ratings[:0]
	for i := range b.segments {
		s := &b.segments[i]
		if err := s.source.parse(b, s); err != nil {
			return err
		}
	}
	return nil
}

// setPuzzle reads a puzzle's text into row i.
func (b *Batch) setPuzzle(i int, text []byte) {
	b.Reasons[i] = gridtext.Parse(&b.Puzzles[i], text)
}

// reject makes row i invalid.
func (b *Batch) reject(i int, why Reason) {
	b.Puzzles[i], b.Reasons[i] = solver.Grid{}, why
}

// Conclude completes what a solver found out about the batch: it sets the reason where
// clues contradict each other, and classes the answers. It does both in one pass, as
// the results of a batch have left the nearer caches by then.
func (b *Batch) Conclude() {
	for i := range b.Results {
		r := &b.Results[i]
		if r.Verdict == solver.None && r.Guesses == 0 {
			if repeat, found := b.Puzzles[i].FindRepeat(); found {
				b.Reasons[i] = gridtext.Repeats(repeat)
			}
		}
		if len(b.Answers) > 0 {
			b.Answers[i] = classify(b.Answers[i], &b.answerGrids[i], &b.Puzzles[i], r)
		}
	}
}

package formats

import (
	"slices"

	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/parquet"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/score"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/canon"
)

// A Batch holds rows that are read, solved, encoded and written together. Batches are reused, so
// only the goroutine that holds a batch may use its slices.
//
// The rows that come from the same file form a segment. Input columns that pass through are stored
// as they were read. If the output has the format of the input, text is copied verbatim, and
// Parquet values keep their types.
type Batch struct {
	// First is the number of the first row, counted from 0 in the data set.
	First int64
	// Puzzles, Results and Reasons have one entry per row. A row that is not a puzzle has the zero
	// Grid, and its Reason says why.
	Puzzles []solver.Grid
	Results []solver.Result
	Reasons []Reason
	// Answers holds the classes of the input's answers. It is empty if the input has no answers.
	Answers []AnswerClass
	// The following slices are computed by FindExtras or read back from a result. Otherwise, they
	// are empty. A row without a value has a zero entry.
	Minlex     []solver.Grid // canonical form of each puzzle
	Classes    []ClassText   // key of each solution's class
	Symmetries []int32       // number of symmetries of each solution
	Ratings    []Rating
	// The following values describe generated puzzles, or are read back from a result.
	Minimal     []bool  // whether each puzzle is minimal (no clue can be removed)
	Weighted    []bool  // whether each puzzle can have a weight (see weightOf)
	SearchSteps []int32 // number of search steps for each puzzle
	// Readback holds those values of a result that have no field of their own in Batch.
	Readback []Readback
	Events   Events // complete once all Writers have written the batch

	answerGrids []solver.Grid // answer of each row; see AnswerGrid
	bases       []int64       // for each training row, the row number of its original in the result, counted from 1
	morphIndex  []int32       // for each training row, its index among the morphs; 0 for an original
	segments    []segment
	kept        []Field // Schema.Kept of the input, if the batch holds rows from files

	// block holds the text of the rows, and the positions of the rows and of the needed fields. For
	// JSON, Arrow and NumPy, it also holds the kinds of these fields. Parquet rows do not use it.
	block scan.Block

	// leaves holds the columns of Parquet rows, including puzzles and answers. bytes is their
	// approximate size.
	leaves []parquet.Column
	bytes  int

	scratch   []byte   // scratch memory for values
	encoded   []byte   // memory for encoded numbers and booleans
	values    [][]byte // values of a column for a few rows
	numbers   []int32  // scratch memory for the results of columnNumbers and setNumbers
	rows      int      // number of rows
	maxRows   int
	maxBytes  int         // size at which the batch ends even if it has fewer than maxRows rows
	form      *canon.Form // nil until FindExtras needs it
	steps     stepTexts
	rater     *rater       // nil until FindExtras needs it
	remover   *clueRemover // nil until FindExtras needs it
	scoring   *Scoring
	scores    [][]outputScore // for each column of model outputs, the scores of the rows, from FindScores
	scorer    *score.Scorer   // nil until FindScores needs it
	countOnly bool            // rows are only counted, so the slices above are empty
}

// A segment is a sequence of rows from one source.
type segment struct {
	from, to int
	line     int64 // line or row number at which the segment starts in source
	source   rowParser
}

// number returns the number of row i. It requires that s.line is a row number, not a line number.
func (s *segment) number(i int) int64 { return s.line + int64(i-s.from) }

// MinBatchBytes is the lowest limit that Limit sets, because a single row can be this long.
const MinBatchBytes = scan.MaxRow

// NewBatch returns a batch that can hold at most maxRows rows. Its memory grows as it is filled.
func NewBatch(maxRows int) *Batch {
	return &Batch{
		block:    scan.Block{Bytes: []byte{}},
		maxRows:  maxRows,
		maxBytes: batchBytes(maxRows),
	}
}

// NewCountingBatch returns a batch that only counts rows, at most maxRows at a time. Do not parse
// or write this batch. Counting the rows of a Parquet file reads only its footer.
func NewCountingBatch(maxRows int) *Batch {
	return &Batch{maxRows: maxRows, maxBytes: batchBytes(maxRows), countOnly: true}
}

// If the average row is longer than longRow bytes, a batch may end before it has maxRows rows.
const longRow = 1 << 10

// batchBytes returns maxBytes for a batch that can hold the given number of rows.
func batchBytes(rows int) int { return min(max(rows*longRow, 4*scan.MaxRow), scan.MaxBlock) }

// Limit makes the batch end once its rows take up about the given number of bytes. It never raises
// the current limit.
func (b *Batch) Limit(bytes int) { b.maxBytes = min(b.maxBytes, max(bytes, MinBatchBytes)) }

// Len returns the number of rows.
func (b *Batch) Len() int { return b.rows }

// reset empties the batch. first is the number of the next row to be added.
func (b *Batch) reset(first int64) {
	b.First, b.Events = first, Events{}
	b.setLen(0)
	clear(b.segments) // release the sources
	b.segments = b.segments[:0]
	b.block.Reset()
	b.bytes = 0
	for i := range b.leaves {
		b.leaves[i].Reset()
	}
}

func (b *Batch) makeLeaves(n int) {
	if len(b.leaves) != n {
		b.leaves = make([]parquet.Column, n)
		for i := range b.leaves {
			b.leaves[i].Reset()
		}
	}
}

// setLen sets the number of rows. Unless the batch only counts rows, setLen also sets the lengths
// of Puzzles, Results and Reasons. It does not clear rows, because parsing overwrites all of them.
func (b *Batch) setLen(n int) {
	b.rows = n
	if !b.countOnly {
		more := max(n-len(b.Puzzles), 0)
		b.Puzzles, b.Results, b.Reasons = slices.Grow(b.Puzzles, more)[:n], slices.Grow(b.Results, more)[:n], slices.Grow(b.Reasons, more)[:n]
	}
}

// rowLimit returns the maximum number of rows in a batch if rows [next, end) are still to be read.
// Batches end at multiples of maxRows, wherever reading starts.
func (b *Batch) rowLimit(next, end int64) int64 {
	return min(int64(b.maxRows)-next%int64(b.maxRows), end-next)
}

// maxSegments is the maximum number of segments in a batch. Each segment keeps its source in memory
// until the batch is reused. A Parquet source takes tens of kilobytes.
const maxSegments = 64

func (b *Batch) closesEarly() bool { return b.room() < 0 || len(b.segments) >= maxSegments }

// room returns how many more bytes the batch can hold.
func (b *Batch) room() int { return b.maxBytes - max(b.block.Size(), b.bytes) }

// bytesOf returns the size of rows [from, to), which the batch holds as text or as column values.
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

// wholeSections returns the first row at which a section starts, and the number of whole sections.
// If no section starts in the batch, first is the number of rows.
func (b *Batch) wholeSections() (first, n int) {
	first = min(int((SectionRows-b.First%SectionRows)%SectionRows), b.Len())
	return first, (b.Len() - first) / SectionRows
}

func (b *Batch) addSegment(s rowParser, from, to int, line int64) {
	if to > from {
		b.segments = append(b.segments, segment{from: from, to: to, line: line, source: s})
		b.setLen(to)
	}
}

func (b *Batch) segmentOf(i int) *segment {
	for s := range b.segments {
		if i < b.segments[s].to {
			return &b.segments[s]
		}
	}
	panic("formats: the row is not in the batch")
}

// Origin returns the file and the line of row i. In JSON arrays and binary files, line is the row
// number. In training data, file is the split, and line is the row number of the original. Lines
// and rows are numbered from 1.
func (b *Batch) Origin(i int) (file string, line int64) {
	seg := b.segmentOf(i)
	return seg.source.name(), seg.source.lineOf(b, seg, i)
}

// appendRaw appends the text of row i or, in binary formats, of its puzzle.
func (b *Batch) appendRaw(dst []byte, i int) []byte {
	s := b.segmentOf(i).source
	if f := s.schema().Format; f.isText() || f.isJSON() {
		return append(dst, b.block.Row(i)...)
	}
	return s.appendPuzzle(dst, b, i)
}

// Parse parses the puzzles and answers in the rows that a Reader added. For a Reader from
// NewGenerated, Parse generates the puzzles. Different batches can be parsed at the same time.
// Parse returns an error if a file is damaged or a puzzle cannot be generated.
func (b *Batch) Parse() error {
	b.answerGrids, b.Answers = b.answerGrids[:0], b.Answers[:0]
	b.Readback = b.Readback[:0]
	b.Minimal, b.Weighted, b.SearchSteps = b.Minimal[:0], b.Weighted[:0], b.SearchSteps[:0]
	b.Minlex, b.Classes, b.Symmetries, b.Ratings = b.Minlex[:0], b.Classes[:0], b.Symmetries[:0], b.Ratings[:0]
	for i := range b.segments {
		seg := &b.segments[i]
		if err := seg.source.parse(b, seg); err != nil {
			return err
		}
	}
	return nil
}

func (b *Batch) setPuzzle(i int, text []byte) {
	b.Reasons[i] = parseValue(&b.Puzzles[i], text, false)
}

// unquoted returns a field without CSV quotes. The result is valid until b.scratch changes.
func (b *Batch) unquoted(field []byte) []byte {
	if len(field) == 0 || field[0] != '"' {
		return field
	}
	b.scratch = scan.AppendUnquoted(b.scratch[:0], field)
	return b.scratch
}

func (b *Batch) reject(i int, why Reason) {
	b.Puzzles[i], b.Reasons[i] = solver.Grid{}, why
}

// CompleteResults classifies the answers after solving, and sets the reason of each puzzle whose
// clues contradict each other. One pass does both, to load the results from memory only once.
func (b *Batch) CompleteResults() {
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

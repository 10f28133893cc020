package formats

import (
	"math"
	"slices"

	"github.com/gridmill/gridmill/formats/internal/parquet"
	"github.com/gridmill/gridmill/solver"
)

// A Batch is the unit of travel: puzzles that are read, solved, encoded and
// written together. It is allocated once and used again, so its slices belong
// to whoever holds the batch.
type Batch struct {
	// First is the number of the first row in the data set, from 0.
	First int64
	// Puzzles, Results and Reasons hold one entry a row. The zero Grid stands
	// for a row that is not a puzzle; its Reason says why.
	Puzzles []solver.Grid
	Results []solver.Result
	Reasons []Reason
	// Answers says how the input's own answers fare. It is empty where the
	// input has none.
	Answers []Answer
	// Recorded is what rows of a result say of themselves.
	Recorded Recorded

	answerGrids []solver.Grid // the input's answers, as far as they can be read
	segments    []segment

	// What text and CSV rows leave behind: the block that was cut, each row's
	// place in it, and the places of the fields that are kept.
	block  []byte
	rows   []row
	fields []span
	// fieldBytes is how many bytes the fields of a row take in fields.
	fieldBytes int

	// What Parquet rows leave behind: the values of each column, puzzles and
	// answers included, and about how many bytes they take.
	leaves []parquet.Column
	bytes  int

	scratch   []byte  // for one value at a time
	numbers   []int32 // for a few columns of a few rows at a time
	noted     []span  // the noted fields of a few rows of a result at a time
	n         int     // rows held
	size      int     // rows wanted
	mostBytes int     // bytes with which it is closed early
	counts    bool    // its rows are only counted, and have no entries in the slices above
}

// span is a piece of a batch's block.
type span struct{ start, end uint32 }

// absent is the place of a field that its row does not have. An empty field has
// a place.
var absent = span{math.MaxUint32, math.MaxUint32}

// row is one row of text in a batch's block.
type row struct {
	span
	line uint32 // counted from its segment's first line
}

// A segment is a run of rows that come from one source.
type segment struct {
	from, to int
	line     int64 // number of the first line, or row, in the source
	source   rowParser
}

// MinBatchBytes is the least that a batch can be held to: the longest row.
const MinBatchBytes = maxRow

// NewBatch returns a batch for up to size rows.
func NewBatch(size int) *Batch {
	return &Batch{
		Puzzles:   make([]solver.Grid, 0, size),
		Results:   make([]solver.Result, 0, size),
		Reasons:   make([]Reason, 0, size),
		rows:      make([]row, 0, size),
		size:      size,
		mostBytes: batchBytes(size),
	}
}

// NewCounter returns a batch for up to size rows that are only counted: it must not be
// parsed or written. Of Parquet it needs no more than the footer.
func NewCounter(size int) *Batch {
	return &Batch{size: size, mostBytes: batchBytes(size), counts: true}
}

// batchBytes returns how many bytes a batch for so many rows takes before it is closed.
func batchBytes(size int) int { return min(max(size*longRow, 4*maxRow), maxBlock) }

// Limit closes the batch early when its rows come to about so many bytes, where
// that is fewer than it takes by itself.
func (b *Batch) Limit(bytes int) { b.mostBytes = min(b.mostBytes, max(bytes, MinBatchBytes)) }

// Len returns the number of rows.
func (b *Batch) Len() int { return b.n }

// reset empties the batch for rows that begin at number first.
func (b *Batch) reset(first int64) {
	b.First = first
	b.setLen(0)
	b.segments = b.segments[:0]
	b.block, b.rows, b.fields, b.bytes = b.block[:0], b.rows[:0], b.fields[:0], 0
	b.fieldBytes = 0
	for i := range b.leaves {
		b.leaves[i].Reset()
	}
}

// setLen makes room for n rows, without clearing them: parse sets each. Those that are only
// counted need none.
func (b *Batch) setLen(n int) {
	b.n = n
	if !b.counts {
		b.Puzzles, b.Results, b.Reasons = b.Puzzles[:n], b.Results[:n], b.Reasons[:n]
	}
}

// heavy reports whether the batch holds so many bytes that it is closed early.
func (b *Batch) heavy() bool { return b.room() < 0 }

// room returns how many more bytes the batch may hold.
func (b *Batch) room() int { return b.mostBytes - max(len(b.block), b.bytes, len(b.rows)*b.fieldBytes) }

// bytesOf returns how many bytes rows [from, to) take as they were read: their text, or
// the values of their columns.
func (b *Batch) bytesOf(from, to int) (bytes int) {
	for i := range b.leaves {
		bytes += b.leaves[i].Bytes(from, to)
	}
	if len(b.rows) >= to {
		for _, r := range b.rows[from:to] {
			bytes += int(r.end - r.start)
		}
	}
	return bytes
}

// heavyAt reports whether a batch whose rows of text end at pos in its block is
// heavy.
func (b *Batch) heavyAt(pos int) bool { return max(pos, len(b.rows)*b.fieldBytes) > b.mostBytes }

// wholeSections returns how many sections the batch holds whole, and
// the row with which the first of them begins. Where there is none, that is the
// row behind the section that the batch begins in, or behind its last row.
func (b *Batch) wholeSections() (first, n int) {
	first = min(int(-b.First&(SectionRows-1)), b.Len())
	return first, (b.Len() - first) / SectionRows
}

// addSegment adds the rows since the last segment as one of source s.
func (b *Batch) addSegment(s rowParser, from, to int, line int64) {
	if to > from {
		b.segments = append(b.segments, segment{from, to, line, s})
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
	b.Recorded.reset()
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
	b.Reasons[i] = parseGrid(&b.Puzzles[i], text)
}

// makeAnswers makes room for the answers of rows up to n.
func (b *Batch) makeAnswers(n int) {
	b.answerGrids = slices.Grow(b.answerGrids, n-len(b.answerGrids))[:n]
	b.Answers = slices.Grow(b.Answers, n-len(b.Answers))[:n]
}

// setAnswer notes what Parse can say of row i's answer, given how its reading
// went: that there is none, that it is no grid, or nothing against it.
func (b *Batch) setAnswer(i int, reading Reason) {
	switch {
	case reading.kind == isEmpty:
		b.Answers[i] = NoAnswer
	case reading.kind != noReason:
		b.Answers[i] = Unreadable
	default:
		b.Answers[i] = unjudged
	}
}

// answersReadable notes of the answers of rows [from, to) that nothing is against them.
func (b *Batch) answersReadable(from, to int) {
	for i := from; i < to; i++ {
		b.setAnswer(i, Reason{})
	}
}

// reject makes row i invalid.
func (b *Batch) reject(i int, why Reason) {
	b.Puzzles[i], b.Reasons[i] = solver.Grid{}, why
}

// Conclude judges what a solver made of the batch: it names the reason where
// clues contradict each other, and classes the answers. It does both in one pass, as
// the results of a batch have left the nearer caches by then.
func (b *Batch) Conclude() {
	for i := range b.Results {
		r := &b.Results[i]
		if r.Verdict == solver.None && r.Guesses == 0 {
			if repeat, found := b.Puzzles[i].FindRepeat(); found {
				b.Reasons[i] = repeats(repeat)
			}
		}
		if len(b.Answers) > 0 {
			b.Answers[i] = classify(b.Answers[i], &b.answerGrids[i], &b.Puzzles[i], r)
		}
	}
}

// Answer classes an answer that came with a puzzle.
type Answer uint8

// The classes of answers.
const (
	NoAnswer   Answer = iota // there is none, or no puzzle to hold it against
	Match                    // the solution that was found, or a valid one where the budget ran out before any was
	Other                    // a valid solution, but not the one that was found
	Wrong                    // a grid that does not solve the puzzle
	Unreadable               // not a full grid
	NumAnswers = iota        // how many there are

	// unjudged is an answer that Parse could read and Conclude has yet to judge.
	unjudged = Answer(NumAnswers)
)

// String returns the class as it stands in the output.
func (a Answer) String() string { return answerClasses[a] }

var answerClasses = [NumAnswers]string{"", "match", "other", "wrong", "unreadable"}

// classify holds an answer that could be read against the puzzle and what was
// found. Others keep their class.
func classify(class Answer, answer, puzzle *solver.Grid, r *solver.Result) Answer {
	switch {
	case r.Verdict == solver.Invalid:
		return NoAnswer
	case class != unjudged:
		return class
	case *answer == r.Solution, r.Verdict == solver.Unfinished && r.Count == 0 && answer.SolutionOf(puzzle):
		return Match
	case answer.SolutionOf(puzzle):
		return Other
	case !answer.Full():
		return Unreadable
	}
	return Wrong
}

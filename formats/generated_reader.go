package formats

import (
	"fmt"
	"io"
	"sync/atomic"

	"github.com/gridmill/gridmill/solver"
)

// A RowMaker generates a puzzle for each row number. It must be safe for concurrent use.
type RowMaker interface {
	// Make generates the puzzles of consecutive rows. first is the number of the first row. Make
	// stores in minimal[i] whether puzzles[i] is minimal, and in steps[i] the number of search
	// steps. The slices have equal lengths. A puzzle depends only on its row number. If Make fails
	// for a row, made is the number of rows before that row.
	Make(first int64, puzzles []solver.Grid, minimal []bool, steps []int32) (made int, err error)
	// Weighted reports whether minimal puzzles have weights (see HasWeight).
	Weighted() bool
	// Searched reports whether some rows require a search.
	Searched() bool
	// Attempts returns the approximate number of attempts or search steps so far. name says which
	// of the two was counted. If neither was counted, n is 0.
	Attempts() (n int64, name string)
	// Wanted describes the puzzles that are being searched for.
	Wanted() string
	// AtOnce returns the maximum number of rows for a call to Make with the given first row. The
	// maximum can change at any time.
	AtOnce(first int64) int64
	// Stop makes all current calls to Make return an error soon.
	Stop()
}

// A NextRowError reports an error in the row after the last row of a batch. If Batch.Parse cannot
// generate a row, it ends the batch before that row and returns a NextRowError. If that row is the
// first of the batch, Batch.Parse returns the error without wrapping it.
type NextRowError struct{ error }

// Unwrap returns the wrapped error.
func (e NextRowError) Unwrap() error { return e.error }

// madeRows is embedded in Readers whose rows do not come directly from files.
type madeRows struct {
	info      Schema
	next, end int64 // rows [next, end) are still to be read
	total     int64 // number of rows; 0 if unknown
	done      atomic.Int64
}

func (m *madeRows) Schema() *Schema { return &m.info }

func (m *madeRows) schema() *Schema { return &m.info }

func (*madeRows) Close() error { return nil }

// Progress counts rows instead of bytes.
func (m *madeRows) Progress() (done, total int64) { return m.done.Load(), m.total }

// add adds the next n rows to b as a segment whose first row is at the given line.
func (m *madeRows) add(b *Batch, source rowParser, n, line int64) {
	b.addSegment(source, b.Len(), b.Len()+int(n), line)
	m.next += n
	m.done.Store(m.next)
}

func (*madeRows) appendPuzzle(dst []byte, b *Batch, i int) []byte {
	return append(dst, b.Puzzles[i][:]...)
}

// NewGenerated returns a Reader of generated rows. The Reader divides row numbers into batches, and
// Batch.Parse generates the puzzles.
func NewGenerated(maker RowMaker, rows int64) Reader {
	info := Schema{Generated: true, Searched: maker.Searched()}
	return &generatedRows{RowMaker: maker, madeRows: madeRows{info: info, end: rows, total: rows}}
}

type generatedRows struct {
	RowMaker
	madeRows
}

func (m *generatedRows) Read(b *Batch) error {
	b.reset(m.next)
	n := min(b.rowLimit(m.next, m.end), m.AtOnce(m.next))
	if n <= 0 {
		return io.EOF
	}
	m.add(b, m, n, m.next+1)
	return nil
}

// GeneratedAt returns the position of a generated row.
func GeneratedAt(row int64) Position { return Position{Offset: row, Line: row + 1} }

func (m *generatedRows) Position() Position { return GeneratedAt(m.next) }

func (m *generatedRows) Seek(at Position, first, rows int64) error {
	if at != GeneratedAt(first) || first > m.total {
		return fmt.Errorf("row %d of %d generated rows does not start at offset %d", first, m.total, at.Offset)
	}
	if rows < 0 {
		rows = m.total
	}
	m.next, m.end = first, first+min(rows, m.total-first)
	return nil
}

func (m *generatedRows) name() string { return "row" }

func (m *generatedRows) parse(b *Batch, seg *segment) error {
	b.Minimal = grown(b.Minimal, seg.to)
	b.Weighted = grown(b.Weighted, seg.to)
	for i := seg.from; i < seg.to; i++ {
		b.Weighted[i] = m.Weighted()
	}
	b.SearchSteps = grown(b.SearchSteps, seg.to)
	clear(b.Reasons[seg.from:seg.to])
	made, err := m.Make(b.First+int64(seg.from), b.Puzzles[seg.from:seg.to], b.Minimal[seg.from:seg.to], b.SearchSteps[seg.from:seg.to])
	if err != nil && made > 0 {
		seg.to = seg.from + made
		b.setLen(seg.to)
		err = NextRowError{err}
	}
	return err
}

func (m *generatedRows) lineOf(_ *Batch, seg *segment, i int) int64 { return seg.number(i) }

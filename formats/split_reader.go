package formats

import (
	"fmt"
	"io"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/morph"
)

// A Choice selects the rows of a result that form a split of training data. It also specifies the
// number of morphs of each row.
type Choice struct {
	Split string // name of the split
	// Decisions has an entry for each result row. Rows whose entry equals Decision form the split.
	Decisions []byte
	Decision  byte
	// Morphs is the number of morphs that follow each row. How a row is transformed depends only on
	// Seed, the number of the row and the index of the morph.
	Morphs int64
	Seed   uint64
}

// trainingRows is embedded in the Readers that read a split.
type trainingRows struct {
	Choice
	madeRows // rows of the split, including morphs
}

func newTrainingRows(result Reader, c Choice) *trainingRows {
	t := &trainingRows{Choice: c, madeRows: madeRows{info: *result.Schema()}}
	t.info.ResultColumns = ColumnSet{}
	return t
}

func (t *trainingRows) name() string { return t.Split }

// lineOf returns the number of the result row on which row i is based. The batch holds the number,
// because the source may have moved on to later rows before the batch is written.
func (t *trainingRows) lineOf(b *Batch, _ *segment, i int) int64 { return b.bases[i] }

func (b *Batch) makeTraining(seg *segment, leaves int) {
	b.makeLeaves(leaves)
	b.morphIndex = slices.Grow(b.morphIndex[:seg.from], seg.to-seg.from)[:seg.to]
	b.bases = slices.Grow(b.bases[:seg.from], seg.to-seg.from)[:seg.to]
	b.makeExtras(seg.to)
}

// setOrigin records that row i is based on the given row of a result, counted from 0. For an
// original, index is 0. Otherwise, row i becomes the morph of puzzle and solution with this index.
func (b *Batch) setOrigin(i int, row, index int64, seed uint64, m *morph.Morph, puzzle, solution *solver.Grid) {
	b.bases[i], b.morphIndex[i] = row+1, int32(index)
	if index > 0 {
		m.Draw(seed, uint64(b.bases[i]), uint64(index))
		m.Apply(&b.Puzzles[i], puzzle)
		m.Apply(&b.Results[i].Solution, solution)
	}
}

// copyRow copies a row of src to row i. Rows must be copied in increasing order of i, because
// copyRow appends the values of kept columns.
func (b *Batch) copyRow(i int, src *Batch, row int) {
	b.Puzzles[i], b.Results[i], b.Reasons[i] = src.Puzzles[row], src.Results[row], src.Reasons[row]
	b.Minlex[i], b.Classes[i], b.Symmetries[i] = src.Minlex[row], src.Classes[row], src.Symmetries[row]
	if len(src.Ratings) > 0 {
		*b.rating(i) = src.Ratings[row]
	}
	for k := range b.leaves {
		b.leaves[k].AppendRow(&src.leaves[k], row)
	}
}

// keptLeaves returns the number of leaves that hold kept columns. These leaves come first.
func (s *Schema) keptLeaves() (n int) {
	for _, f := range s.Kept {
		n += f.leafCount
	}
	return n
}

// IsBase reports whether row i of training data is an original rather than a morph.
func (b *Batch) IsBase(i int) bool { return b.morphIndex[i] == 0 }

// NewChosen returns a Reader of the chosen rows of a result, in order. Each row is followed by its
// morphs, and rows are numbered within the split.
//
// result must read Parquet files with TakeResults. Each file except the last must have partRows
// rows. Call Seek before Read. Seek cannot go to a morph, and its last argument must not be
// negative. If few rows are chosen, batches can be shorter than requested.
func NewChosen(result Reader, partRows int64, c Choice) Reader {
	return &chosen{trainingRows: newTrainingRows(result, c), result: result, partRows: partRows}
}

// RowAt returns the position of a row in a data set of Parquet files. All files except the last
// must have partRows rows.
func RowAt(row, partRows int64) Position {
	return Position{File: int(row / partRows), Offset: row % partRows, Line: row%partRows + 1}
}

// chosen is the Reader that NewChosen returns.
type chosen struct {
	*trainingRows
	result   Reader
	partRows int64
	row      int64 // next row of the result to read
	current  *baseRows
	at       int64 // number of rows that Read has taken from chosen.current, including morphs
	idle     sync.Pool
}

// mostBases is the maximum number of result batches that Read uses to fill one batch of the split.
const mostBases = 4

func (c *chosen) Read(b *Batch) error {
	b.reset(c.next)
	limit := b.rowLimit(c.next, c.end)
	for int64(b.Len()) < limit && len(b.segments) < mostBases && !b.closesEarly() {
		if c.current == nil || c.at == c.current.size() {
			if err := c.readBases(b.maxRows); err != nil && b.Len() > 0 {
				return nil // the next call returns the error
			} else if err != nil {
				return err
			}
		}
		rowBytes := c.current.batch.bytes/max(c.current.batch.Len(), 1) + 1
		n := min(limit-int64(b.Len()), c.current.size()-c.at, int64(max(b.room()/rowBytes, 1)))
		c.current.users.Add(1)
		b.bytes += rowBytes * int(n)
		c.add(b, c.current, n, c.at)
		c.at += n
	}
	if b.Len() == 0 {
		return io.EOF
	}
	return nil
}

// readBases reads batches of the result until a batch contains a chosen row.
func (c *chosen) readBases(size int) error {
	c.current.release()
	c.current = nil
	for {
		bases, _ := c.idle.Get().(*baseRows)
		if bases == nil {
			bases = &baseRows{chosen: c, batch: NewBatch(size)}
		}
		if err := c.result.Read(bases.batch); files.IsEnd(err) {
			return fmt.Errorf("the result has only %d rows, fewer than expected", c.row)
		} else if err != nil {
			return err
		}
		bases.choose()
		c.row += int64(bases.batch.Len())
		if len(bases.rows) > 0 {
			c.current, c.at = bases, 0
			return nil
		}
		c.idle.Put(bases)
	}
}

func (c *chosen) Position() Position { return RowAt(c.row, c.partRows) }

func (c *chosen) Seek(at Position, first, rows int64) error {
	row := int64(at.File)*c.partRows + at.Offset
	if first%(1+c.Morphs) != 0 || row < 0 || row > int64(len(c.Decisions)) {
		return fmt.Errorf("invalid position: row %d of %s cannot come from row %d of the result", first, c.Split, row)
	}
	if err := c.result.Seek(at, row, -1); err != nil {
		return err
	}
	c.current.release()
	c.row, c.next, c.end, c.current = row, first, first+rows, nil
	return nil
}

func (c *chosen) Close() error { return c.result.Close() }

// baseRows is the rowParser of the rows chosen from a batch of the result. The first call to parse
// parses that batch. After the last call to parse, the baseRows is reused for another batch, but
// other methods of rowParser, such as lineOf, can still be called. These methods must therefore not
// use the fields batch, rows, users or parsed.
type baseRows struct {
	*chosen
	batch  *Batch
	rows   []int32      // the chosen rows
	users  atomic.Int32 // number of segments not parsed yet, plus 1 while the reader can add segments
	parsed func() error // parses batch, on the first call only
}

// choose finds the rows of a new batch that belong to the split.
func (r *baseRows) choose() {
	r.parsed = sync.OnceValue(r.batch.Parse)
	r.users.Store(1)
	r.rows = r.rows[:0]
	for i, decision := range r.Decisions[r.row:][:r.batch.Len()] {
		if decision == r.Decision {
			r.rows = append(r.rows, int32(i))
		}
	}
}

// release subtracts 1 from r.users. When no users are left, r can be reused.
func (r *baseRows) release() {
	if r != nil && r.users.Add(-1) == 0 {
		r.batch.reset(0)
		r.idle.Put(r)
	}
}

func (r *baseRows) size() int64 { return int64(len(r.rows)) * (1 + r.Morphs) }

// parse copies the chosen rows of a segment and computes their morphs.
func (r *baseRows) parse(b *Batch, seg *segment) error {
	if err := r.parsed(); err != nil {
		return err
	}
	b.makeTraining(seg, r.info.keptLeaves())
	var m morph.Morph
	for i := seg.from; i < seg.to; i++ {
		n := seg.number(i)
		base := int(r.rows[n/(1+r.Morphs)])
		b.copyRow(i, r.batch, base)
		b.setOrigin(i, r.batch.First+int64(base), n%(1+r.Morphs), r.Seed, &m, &r.batch.Puzzles[base], &r.batch.Results[base].Solution)
	}
	r.release()
	return nil
}

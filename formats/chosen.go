package formats

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"

	"github.com/gridmill/gridmill/solver/morph"
)

// NewChosen returns a Reader of the rows of a split: those that are chosen of a result, in
// their order, each with its images behind it. Their numbers are those in the split. The
// result, which is that of TakeResults, must be in Parquet, and RowAt says where its rows
// stand: a position is that of a base, so that Seek reaches only bases. Batches may be shorter
// than asked for where few rows are chosen, as what they are made of takes memory.
func NewChosen(result Reader, partRows int64, c Choice) Reader {
	return &chosen{trainingRows: newTrainingRows(result, c), result: result, partRows: partRows}
}

// RowAt returns the place of a row in a data set of Parquet files that all have as many rows,
// but the last.
func RowAt(row, partRows int64) Position {
	return Position{File: int(row / partRows), Offset: row % partRows, Line: row%partRows + 1}
}

// chosen is the Reader of a split.
type chosen struct {
	*trainingRows
	result   Reader
	partRows int64
	row      int64 // of the result, behind those that were read
	current  *baseRows
	at       int64 // in it: rows of the split that were cut
	idle     sync.Pool
}

// mostBases is how many batches of the result a batch of the split may refer to.
const mostBases = 4

func (c *chosen) Read(b *Batch) error {
	b.reset(c.next)
	limit := b.rowsFrom(c.next, c.end)
	for int64(b.Len()) < limit && len(b.segments) < mostBases && !b.heavy() {
		left := int64(0)
		if c.current != nil {
			left = c.current.size(c.Images) - c.at
		}
		if left == 0 {
			if err := c.readBases(b.maxRows); err != nil {
				return err
			}
			continue
		}
		rowBytes := c.current.batch.bytes/max(c.current.batch.Len(), 1) + 1
		n := min(limit-int64(b.Len()), left, int64(max(b.room()/rowBytes, 1)))
		c.current.users.Add(1)
		b.bytes += rowBytes * int(n)
		b.addSegment(c.current, b.Len(), b.Len()+int(n), c.at)
		c.at += n
		c.next += n
		c.done.Store(c.next)
	}
	if b.Len() == 0 {
		return io.EOF
	}
	return nil
}

// readBases reads the next batch of the result from which a row is chosen.
func (c *chosen) readBases(size int) error {
	c.current.release()
	c.current = nil
	for {
		bases, _ := c.idle.Get().(*baseRows)
		if bases == nil {
			bases = &baseRows{chosen: c, batch: NewBatch(size)}
		}
		if err := c.result.Read(bases.batch); errors.Is(err, io.EOF) {
			return fmt.Errorf("the result has %d rows, and a row behind them was chosen", c.row)
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
	if first%(1+c.Images) != 0 || row < 0 || row > int64(len(c.Fates)) {
		return fmt.Errorf("row %d of the result is no place for row %d of %s", row, first, c.Split)
	}
	if err := c.result.Seek(at, row, -1); err != nil {
		return err
	}
	c.current.release()
	c.row, c.next, c.end, c.current = row, first, first+rows, nil
	return nil
}

func (c *chosen) Close() error { return c.result.Close() }

// baseRows are the rows that are chosen from a batch of the result. The first worker that
// needs them parses it. Batches of the split refer to it until they are written, when it may
// serve other rows already: only chosen, which never changes, may be read then.
type baseRows struct {
	*chosen
	batch  *Batch
	rows   []int32 // which are chosen
	users  atomic.Int32
	parsed sync.Once
	failed error
}

// choose finds the rows that are chosen, and makes the reader the one user.
func (r *baseRows) choose() {
	r.parsed, r.failed = sync.Once{}, nil
	r.users.Store(1)
	r.rows = r.rows[:0]
	fates := r.Fates[r.row:][:r.batch.Len()]
	for i := 0; ; i++ {
		n := bytes.IndexByte(fates[i:], r.Fate)
		if n < 0 {
			return
		}
		i += n
		r.rows = append(r.rows, int32(i))
	}
}

// release ends the use of the rows, so that their memory serves others.
func (r *baseRows) release() {
	if r != nil && r.users.Add(-1) == 0 {
		r.batch.reset(0)
		r.idle.Put(r)
	}
}

// size returns how many rows they make with their images.
func (r *baseRows) size(images int64) int64 { return int64(len(r.rows)) * (1 + images) }

// parse makes rows of a split.
func (r *baseRows) parse(b *Batch, g *segment) error {
	r.parsed.Do(func() { r.failed = r.batch.Parse() })
	if r.failed != nil {
		return r.failed
	}
	b.makeTraining(g, r.info.keptLeaves())
	var m morph.Morph
	for i := g.from; i < g.to; i++ {
		n := g.line + int64(i-g.from)
		base := int(r.rows[n/(1+r.Images)])
		b.copyRow(i, r.batch, base)
		b.setOrigin(i, r.batch.First+int64(base), n%(1+r.Images), r.Seed, &m, &r.batch.Puzzles[base], &r.batch.Results[base].Solution)
	}
	r.release()
	return nil
}

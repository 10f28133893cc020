package formats

import (
	"fmt"
	"io"
	"os"
	"slices"
	"sync/atomic"

	"github.com/apache/arrow/go/v15/parquet/schema"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/parquet"
)

// parquetSource reads the needed columns of a Parquet file, one row group at a time. Reading a
// batch only records which pages the batch needs. The first worker that needs a page decodes the
// page, and the last batch that uses the page releases it. The memory used does not depend on the
// size of row groups.
type parquetSource struct {
	fileSource
	index *parquet.File

	leaves   []int          // indices of the columns to read, in the order of a batch's leaves
	puzzle   int            // index of the puzzle column in leaves
	answer   int            // index of the answer column in leaves, or -1
	readback []readbackLeaf // leaves of the result columns, if a result is read

	group   int                     // the current row group
	inGroup int64                   // number of rows read so far from the current row group
	readers []*parquet.ColumnReader // readers of the current row group; nil between row groups
	rows    int64                   // number of rows read so far from the file
	counted bool                    // the previous rows were only counted, so group and inGroup are out of date
	done    *atomic.Int64
	bytes   int64 // size of the file
}

func openParquet(f *os.File, path string, o *ReadOptions, done *atomic.Int64) (source, error) {
	if err := Parquet.checkOptions(o); err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	index, err := parquet.Open(f, info.Size(), maxColumns)
	if err != nil {
		return nil, fmt.Errorf("cannot be read as Parquet: %w", err)
	}
	if o.parquetLimits != nil {
		index.Limits = *o.parquetLimits
	}
	s := &parquetSource{fileSource: fileSource{path: path, options: o, close: f.Close}, index: index, puzzle: -1, answer: -1, done: done, bytes: info.Size()}
	return s, parquet.RecoverDamage(func() error { return s.chooseColumns(o) })
}

func (s *parquetSource) Close() error {
	s.closeGroup()
	return s.close()
}

func (s *parquetSource) column(i int) *schema.Column { return s.index.Leaf(s.leaves[i]) }

// joins reports whether both sources read columns of the same types at the same positions.
func (s *parquetSource) joins(previous rowParser) bool {
	b, ok := previous.(*parquetSource)
	return ok && b.puzzle == s.puzzle && b.answer == s.answer && slices.Equal(b.readback, s.readback) &&
		slices.EqualFunc(s.leaves, b.leaves, func(i, j int) bool { return parquet.SameValues(s.index.Leaf(i), b.index.Leaf(j)) })
}

func (s *parquetSource) read(b *Batch, limit int) error {
	from, line := b.Len(), s.rows+1
	err := parquet.RecoverDamage(func() error { return s.readRows(b, limit) })
	b.addSegment(s, from, b.Len(), line)
	s.moved(line - 1)
	return files.InFile(s.path, err)
}

// moved adds the bytes of rows [first, s.rows) to the progress. It estimates the number of bytes
// from the number of rows, because not all columns are read.
func (s *parquetSource) moved(first int64) {
	if total := float64(s.index.Rows()); total > 0 {
		before := func(row int64) int64 { return int64(float64(s.bytes) * float64(row) / total) }
		s.done.Add(before(s.rows) - before(first))
	}
}

// readRows adds rows to b until b.Len() == limit || b.closesEarly(). At the end of the file, it
// returns io.EOF.
func (s *parquetSource) readRows(b *Batch, limit int) error {
	b.makeLeaves(len(s.leaves))
	if b.countOnly {
		return s.count(b, limit)
	}
	if s.counted {
		if err := s.seekRow(s.rows); err != nil {
			return err
		}
	}
	for s.group < s.index.RowGroups() {
		if b.Len() >= limit || b.closesEarly() {
			return nil
		}
		if err := s.openGroup(); err != nil {
			return err
		}
		if err := s.cut(b, limit); err != nil {
			return err
		}
		if s.inGroup == s.index.GroupRows(s.group) {
			if err := s.endGroup(); err != nil {
				return err
			}
		}
	}
	return io.EOF
}

// cut adds rows of the current row group. It stops where a page of any column ends.
func (s *parquetSource) cut(b *Batch, limit int) error {
	left := s.index.GroupRows(s.group) - s.inGroup
	n := int(min(int64(limit-b.Len()), left))
	rowBytes, pageBytes := 0, 0
	for _, r := range s.readers {
		if n == 0 {
			return nil
		}
		rows, err := r.Ready(left)
		if err != nil {
			return err
		}
		if pageBytes, err = r.AddPage(pageBytes); err != nil {
			return err
		}
		n = min(n, rows)
		rowBytes += r.RowBytes()
	}
	if rowBytes > 0 {
		n = min(n, max(b.room()/rowBytes, 1))
	}
	b.bytes += n * rowBytes
	for i, r := range s.readers {
		if err := r.Take(&b.leaves[i], n, b.Len()+n); err != nil {
			return err
		}
	}
	b.setLen(b.Len() + n)
	s.rows += int64(n)
	s.inGroup += int64(n)
	return nil
}

// count adds rows to b, which only counts them (see NewCountingBatch). count reads no pages,
// because the footer holds the number of rows.
func (s *parquetSource) count(b *Batch, limit int) error {
	n := min(int64(limit-b.Len()), s.index.Rows()-s.rows)
	b.setLen(b.Len() + int(n))
	s.rows += n
	s.closeGroup()
	s.counted = true
	if s.rows == s.index.Rows() {
		return io.EOF
	}
	return nil
}

// openGroup opens the current row group, unless it is already open.
func (s *parquetSource) openGroup() error {
	if s.readers != nil {
		return nil
	}
	s.inGroup = 0
	s.readers = make([]*parquet.ColumnReader, 0, len(s.leaves))
	for _, leaf := range s.leaves {
		r, err := s.index.Column(s.group, leaf)
		if err != nil {
			return err
		}
		s.readers = append(s.readers, r)
	}
	return nil
}

// endGroup moves to the next row group. It rejects columns that have more rows than declared.
func (s *parquetSource) endGroup() error {
	for _, r := range s.readers {
		if err := r.End(s.index.GroupRows(s.group)); err != nil {
			return err
		}
	}
	s.closeGroup()
	s.group++
	return nil
}

func (s *parquetSource) closeGroup() {
	for _, r := range s.readers {
		r.Close()
	}
	s.readers = nil
}

func (s *parquetSource) position() (row, line int64) { return s.rows, s.rows + 1 }

// seek goes to a row without reading earlier row groups. In the row's group, it decompresses
// earlier pages only if their column is nested.
func (s *parquetSource) seek(row, _ int64) (reached bool, err error) {
	from := s.rows
	if err := parquet.RecoverDamage(func() error { return s.seekRow(row) }); err != nil {
		return true, files.InFile(s.path, err)
	}
	s.moved(from)
	return true, nil
}

func (s *parquetSource) seekRow(row int64) error {
	if row > s.index.Rows() {
		return fmt.Errorf("row %d is beyond the last row (%d); the file has changed", row+1, s.index.Rows())
	}
	group, first := 0, int64(0)
	for group < s.index.RowGroups() && first+s.index.GroupRows(group) <= row {
		first += s.index.GroupRows(group)
		group++
	}
	if s.readers == nil || group != s.group || row < s.rows {
		s.closeGroup()
		s.group, s.inGroup, s.rows, s.counted = group, 0, first, false
	}
	if row == s.rows {
		return nil
	}
	if err := s.openGroup(); err != nil {
		return err
	}
	for _, r := range s.readers {
		if err := r.Skip(row - s.rows); err != nil {
			return err
		}
	}
	s.inGroup, s.rows = row-first, row
	return nil
}

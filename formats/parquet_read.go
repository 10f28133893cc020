package formats

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/apache/arrow/go/v15/parquet/metadata"
	"github.com/apache/arrow/go/v15/parquet/schema"
	"github.com/gridmill/gridmill/formats/files"
)

// parquetMagic begins and ends every Parquet file.
const parquetMagic = "PAR1"

// parquetSource reads the columns of a Parquet file that are wanted, row group
// by row group.
type parquetSource struct {
	path   string
	file   *os.File
	footer *metadata.FileMetaData
	info   Schema

	columns []string // of the file's top level
	roles   Roles
	leaves  []int // the file's columns that are read; a batch's leaves follow them
	kept    int   // how many of them pass through; they come first
	puzzle  int   // index among leaves
	answer  int   // the same, or -1
	results ResultsUse
	own     []ownLeaf // of a result that is read

	group   int             // row group at hand
	inGroup int64           // rows of it that were read
	readers []*columnReader // of the row group at hand; nil between row groups
	rows    int64           // rows read of the file
	counted bool            // some of them were only counted: the row group at hand is another
	done    *atomic.Int64
	bytes   int64 // of the file
}

func openParquet(f *os.File, path string, o *ReadOptions, done *atomic.Int64) (source, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	s := &parquetSource{path: path, file: f, puzzle: -1, answer: -1, done: done, bytes: info.Size()}
	if s.footer, err = readFooter(f, s.bytes); err != nil {
		return nil, fmt.Errorf("not a Parquet file that can be read: %w", err)
	}
	if err := guard(func() error { return s.chooseColumns(o) }); err != nil {
		return nil, err
	}
	return s, nil
}

// guard turns a panic, which bad data can cause in the libraries below, into an
// error. It also hides io.EOF in errors of theirs, which say that a piece of the
// file ends too early and must not be taken for the end of the rows.
func guard(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the Parquet data is damaged (%v)", p)
			if _, ok := p.(runtime.Error); ok { // which says nothing of the data
				err = fmt.Errorf("the Parquet data is damaged, or what reads it has a defect (%v)", p)
			}
		}
	}()
	if err = f(); errors.Is(err, io.EOF) && errors.Unwrap(err) != nil {
		err = errors.New(err.Error())
	}
	return err
}

func (s *parquetSource) name() string    { return s.path }
func (s *parquetSource) schema() *Schema { return &s.info }

func (s *parquetSource) Close() error {
	s.closeGroup()
	return s.file.Close()
}

// joins reports whether the columns that are read have the same types and places.
func (s *parquetSource) joins(before rowParser) bool {
	b, ok := before.(*parquetSource)
	if !ok || len(b.leaves) != len(s.leaves) || b.kept != s.kept || b.puzzle != s.puzzle || b.answer != s.answer || !slices.Equal(b.own, s.own) {
		return false
	}
	for i := range s.leaves {
		if !sameValues(s.column(i), b.column(i)) {
			return false
		}
	}
	return true
}

// sameValues reports whether the values and levels of two columns mean the same.
func sameValues(a, b *schema.Column) bool {
	return a.PhysicalType() == b.PhysicalType() && a.TypeLength() == b.TypeLength() &&
		a.MaxDefinitionLevel() == b.MaxDefinitionLevel() && a.MaxRepetitionLevel() == b.MaxRepetitionLevel() &&
		a.LogicalType().Equals(b.LogicalType()) && slices.Equal(listLevels(a), listLevels(b))
}

func (s *parquetSource) read(b *Batch, limit int) error {
	from, line := b.Len(), s.rows+1
	err := guard(func() error { return s.readRows(b, limit) })
	b.addSegment(s, from, b.Len(), line)
	s.moved(line - 1)
	return files.InFile(s.path, err)
}

// moved counts the bytes from a row to the one at hand as done. They are counted
// by rows, since columns that are not wanted are never read.
func (s *parquetSource) moved(from int64) {
	if total := float64(s.footer.NumRows); total > 0 {
		before := func(row int64) int64 { return int64(float64(s.bytes) * float64(row) / total) }
		s.done.Add(before(s.rows) - before(from))
	}
}

// readRows adds rows to b until it holds limit rows, is heavy, or the file ends.
func (s *parquetSource) readRows(b *Batch, limit int) error {
	if len(b.leaves) != len(s.leaves) {
		b.leaves = make([]leaf, len(s.leaves))
		for i := range b.leaves {
			b.leaves[i].reset()
		}
	}
	if b.counts {
		return s.count(b, limit)
	}
	if s.counted {
		if err := s.seekRow(s.rows); err != nil {
			return err
		}
	}
	for s.group < len(s.footer.RowGroups) {
		if b.Len() >= limit || b.heavy() {
			return nil
		}
		if s.readers == nil {
			if err := s.openGroup(); err != nil {
				return err
			}
		}
		if err := s.cut(b, limit); err != nil {
			return err
		}
		if s.inGroup == s.groupRows() {
			if err := s.endGroup(); err != nil {
				return err
			}
		}
	}
	return io.EOF
}

// groupRows returns how many rows the row group at hand has.
func (s *parquetSource) groupRows() int64 { return s.footer.RowGroups[s.group].NumRows }

// cut adds rows of the row group at hand, up to where the first of the columns' pages at
// hand ends.
func (s *parquetSource) cut(b *Batch, limit int) error {
	left := s.groupRows() - s.inGroup
	n := int(min(int64(limit-b.Len()), left))
	bytes := 0 // of a row
	for _, r := range s.readers {
		if n == 0 {
			return nil
		}
		rows, err := r.rows()
		if err != nil {
			return err
		}
		if rows == 0 {
			return r.chunk.inColumn(fmt.Errorf("it ends %d rows too early", left))
		}
		if isNested(r.chunk.column) {
			// Only the next page tells whether the last row goes on there, and may be
			// damaged: the rows before it must not wait for that.
			rows = max(rows-1, 1)
		}
		n = min(n, rows)
		bytes += r.rowBytes()
	}
	if bytes > 0 {
		n = min(n, max(b.room()/bytes, 1))
	}
	b.bytes += n * bytes
	for i, r := range s.readers {
		if err := r.take(&b.leaves[i], n, b.Len()); err != nil {
			return err
		}
	}
	b.setLen(b.Len() + n)
	s.rows += int64(n)
	s.inGroup += int64(n)
	return nil
}

func (s *parquetSource) openGroup() error {
	s.inGroup = 0
	s.readers = make([]*columnReader, 0, len(s.leaves))
	for _, column := range s.leaves {
		chunk, err := openChunk(s.file, s.bytes, s.footer, s.group, column)
		if err != nil {
			return err
		}
		s.readers = append(s.readers, &columnReader{chunk: chunk})
	}
	return nil
}

// endGroup goes past a row group, if no column holds more rows than the footer
// says.
func (s *parquetSource) endGroup() error {
	for _, r := range s.readers {
		if err := r.end(s.groupRows()); err != nil {
			return err
		}
	}
	s.closeGroup()
	s.group++
	return nil
}

// closeGroup lets go of the row group at hand.
func (s *parquetSource) closeGroup() {
	for _, r := range s.readers {
		r.close()
	}
	s.readers = nil
}

func (s *parquetSource) lineOf(_ *Batch, g *segment, i int) int64 {
	return g.line + int64(i-g.from)
}

func (s *parquetSource) appendRaw(dst []byte, b *Batch, i int) []byte {
	return s.appendLeaf(dst, b, i, s.puzzle)
}

// appendLeaf appends row i of one of the batch's leaves as text.
func (s *parquetSource) appendLeaf(dst []byte, b *Batch, i, leaf int) []byte {
	l := &b.leaves[leaf]
	if !s.staysInPage(leaf) {
		return l.appendText(dst, i)
	}
	if text := l.textAt(i); text != nil {
		return appendValue(dst, l.column, text)
	}
	return dst
}

func (s *parquetSource) appendPuzzle(dst []byte, b *Batch, i int) []byte {
	return s.appendRaw(dst, b, i)
}

package formats

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/apache/arrow/go/v15/arrow/memory"
	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/compress"
	"github.com/apache/arrow/go/v15/parquet/file"
	"github.com/apache/arrow/go/v15/parquet/schema"

	"github.com/gridmill/gridmill/solver"
)

// parquetMagic begins and ends every Parquet file.
const parquetMagic = "PAR1"

// parquetSource reads the columns of a Parquet file that are wanted, row group
// by row group.
type parquetSource struct {
	path   string
	file   *os.File
	reader *file.Reader
	info   Schema

	columns []string // of the file's top level
	roles   Roles
	leaves  []int // the file's columns that are read; a batch's leaves follow them
	puzzle  int   // index among leaves
	answer  int   // the same, or -1

	group   int           // row group at hand
	inGroup int64         // rows of it that were read
	readers []*leafReader // of the row group at hand; nil between row groups
	rows    int64         // rows read of the file
	done    *atomic.Int64
	bytes   int64 // of the file
}

func openParquet(f *os.File, o *ReadOptions, done *atomic.Int64) (source, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	s := &parquetSource{path: f.Name(), file: f, puzzle: -1, answer: -1, done: done, bytes: info.Size()}
	if err := guard(s.openFooter); err != nil {
		return nil, err
	}
	if err := guard(func() error { return s.chooseColumns(o) }); err != nil {
		return nil, err
	}
	return s, nil
}

// guard turns a panic of the Parquet library, which bad data can cause, into an
// error.
func guard(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the Parquet data is damaged (%v)", p)
		}
	}()
	return f()
}

func (s *parquetSource) openFooter() (err error) {
	props := parquet.NewReaderProperties(boundedAllocator{memory.DefaultAllocator})
	props.BufferedStreamEnabled = true
	props.BufferSize = 1 << 20
	if s.reader, err = file.NewParquetReader(s.file, file.WithReadProps(props)); err != nil {
		return fmt.Errorf("not a Parquet file that can be read: %w", err)
	}
	return nil
}

// chooseColumns finds the puzzles and answers and plans which leaves to read:
// those of the fields that pass through, then what else is needed.
func (s *parquetSource) chooseColumns(o *ReadOptions) error {
	root := s.reader.MetaData().Schema.Root()
	for i := range root.NumFields() {
		s.columns = append(s.columns, root.Field(i).Name())
	}
	rows, err := s.sample(sampleRows)
	if err != nil {
		return err
	}
	if s.roles, err = chooseRoles(s.columns, true, rows, o); err != nil {
		return err
	}
	chosen, err := o.Keep.choose(s.columns)
	if err != nil {
		return err
	}
	for _, c := range chosen {
		first, count := s.leavesOf(c)
		s.info.Kept = append(s.info.Kept, Field{
			Name: s.columns[c], node: root.Field(c), firstLeaf: len(s.leaves), leafCount: count,
		})
		for i := range count {
			s.leaves = append(s.leaves, first+i)
		}
	}
	if s.puzzle, err = s.roleLeaf(s.roles.Puzzle); err != nil {
		return err
	}
	if s.answer, err = s.roleLeaf(s.roles.Answer); err != nil {
		return err
	}
	s.info.HasAnswers = s.answer >= 0
	s.info.CarriesPuzzle = slices.Contains(chosen, s.roles.Puzzle) &&
		s.column(s.puzzle).MaxRepetitionLevel() == 0 && !holdsLists(rows, s.roles.Puzzle)
	return nil
}

// leavesOf returns which of the file's columns belong to a top-level column.
func (s *parquetSource) leavesOf(top int) (first, count int) {
	sc := s.reader.MetaData().Schema
	node := sc.Root().Field(top)
	first = -1
	for i := range sc.NumColumns() {
		if sc.ColumnRoot(i) == node {
			if first < 0 {
				first = i
			}
			count++
		}
	}
	return first, count
}

// roleLeaf returns which of the leaves holds a top-level column, adding it where
// it does not pass through. It returns -1 for the column -1.
func (s *parquetSource) roleLeaf(top int) (int, error) {
	if top < 0 {
		return -1, nil
	}
	first, count := s.leavesOf(top)
	if count != 1 {
		return -1, fmt.Errorf("column %q is nested and cannot hold grids; choose another with --column", s.columns[top])
	}
	if i := slices.Index(s.leaves, first); i >= 0 {
		return i, nil
	}
	s.leaves = append(s.leaves, first)
	return len(s.leaves) - 1, nil
}

// column describes the leaf with index i.
func (s *parquetSource) column(i int) *schema.Column {
	return s.reader.MetaData().Schema.Column(s.leaves[i])
}

// sample returns the first rows of the file as text. Columns that cannot hold
// grids stay empty and are not read, so that what is wrong with them does not
// matter to those who leave them out.
func (s *parquetSource) sample(n int) (sample, error) {
	probe := &parquetSource{reader: s.reader, path: s.path, done: new(atomic.Int64)}
	var tops []int
	for top := range s.columns {
		if first, count := s.leavesOf(top); count == 1 && mayHoldGrids(s.reader.MetaData().Schema.Column(first)) {
			tops = append(tops, top)
			probe.leaves = append(probe.leaves, first)
		}
	}
	b := NewBatch(n)
	b.reset(0)
	for b.Len() < n {
		if err := probe.readRows(b, n); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
	}
	rows := make(sample, b.Len())
	for i := range rows {
		rows[i] = make([][]byte, len(s.columns))
		for l, top := range tops {
			rows[i][top] = b.leaves[l].appendText(nil, i)
		}
	}
	return rows, nil
}

// mayHoldGrids reports whether a column's values can be grids: texts and lists
// can, single numbers cannot.
func mayHoldGrids(c *schema.Column) bool {
	return isBytes(c) || c.MaxRepetitionLevel() > 0
}

func (s *parquetSource) name() string    { return s.path }
func (s *parquetSource) schema() *Schema { return &s.info }
func (s *parquetSource) Close() error    { return s.file.Close() }

// joins reports whether the columns that are read have the same types.
func (s *parquetSource) joins(before source) bool {
	b, ok := before.(*parquetSource)
	if !ok || len(b.leaves) != len(s.leaves) {
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
	if err != nil && !errors.Is(err, io.EOF) {
		return inFile(s.path, fmt.Errorf("row group %d: %w", s.group+1, err))
	}
	b.addSegment(s, from, b.Len(), line)
	if total := s.reader.NumRows(); total > 0 {
		// Bytes are counted by rows, since columns that are not wanted are
		// never read.
		before := s.rows - int64(b.Len()-from)
		s.done.Add(int64(float64(s.bytes)*float64(s.rows)/float64(total)) - int64(float64(s.bytes)*float64(before)/float64(total)))
	}
	return err
}

// readRows adds rows of the row group at hand to b, and goes to the next one
// where it ends.
func (s *parquetSource) readRows(b *Batch, limit int) error {
	for s.readers == nil {
		if s.group == s.reader.NumRowGroups() {
			return s.checkRows()
		}
		if err := s.openGroup(); err != nil {
			return err
		}
	}
	if len(b.leaves) != len(s.leaves) {
		b.leaves = make([]leaf, len(s.leaves))
		for i := range b.leaves {
			b.leaves[i].reset()
		}
	}
	from := b.Len()
	left := s.reader.MetaData().RowGroups[s.group].NumRows - s.inGroup
	n := int(min(int64(limit-from), left))
	for i, r := range s.readers {
		b.leaves[i].column = r.column
		if err := r.read(&b.leaves[i], n); err != nil {
			return fmt.Errorf("column %q: %w", r.column.Path(), err)
		}
	}
	b.setLen(from + n)
	s.rows += int64(n)
	if s.inGroup += int64(n); int64(n) == left {
		return s.closeGroup()
	}
	return nil
}

func (s *parquetSource) openGroup() error {
	s.inGroup = 0
	group := s.reader.RowGroup(s.group)
	for i := range s.leaves {
		pages, err := openPages(group, s.leaves[i])
		if err != nil {
			return fmt.Errorf("column %q: %w", s.column(i).Path(), err)
		}
		checked := &checkedPages{PageReader: pages, column: s.column(i)}
		chunk := file.NewColumnReader(s.column(i), checked, boundedAllocator{memory.DefaultAllocator}, s.reader.BufferPool())
		s.readers = append(s.readers, newLeafReader(chunk))
	}
	if len(s.leaves) == 0 {
		s.readers = []*leafReader{}
	}
	return nil
}

// openPages opens the pages of a column of a row group whose compression is
// known.
func openPages(group *file.RowGroupReader, column int) (file.PageReader, error) {
	chunk, err := group.MetaData().ColumnChunk(column)
	if err != nil {
		return nil, err
	}
	if _, err := compress.GetCodec(chunk.Compression()); err != nil {
		return nil, fmt.Errorf("it is compressed with %s, which cannot be read; write the file again with zstd or snappy", chunk.Compression())
	}
	return group.GetColumnPageReader(column)
}

// checkRows ends the file, if the row groups hold as many rows as it announces.
func (s *parquetSource) checkRows() error {
	if all := s.reader.NumRows(); s.rows != all {
		return fmt.Errorf("its row groups hold %d rows where the footer says %d", s.rows, all)
	}
	return io.EOF
}

// closeGroup checks that no column holds more rows than the footer says.
func (s *parquetSource) closeGroup() error {
	for _, r := range s.readers {
		if more, err := r.more(); err != nil {
			return fmt.Errorf("column %q: %w", r.column.Path(), err)
		} else if more {
			return fmt.Errorf("column %q: it holds more rows than the footer says (%d)", r.column.Path(), s.inGroup)
		}
	}
	s.readers = nil
	s.group++
	return nil
}

func (s *parquetSource) parse(b *Batch, g *segment) {
	if s.answer >= 0 {
		b.makeAnswers(g.to)
	}
	for i := g.from; i < g.to; i++ {
		b.Reasons[i] = b.leaves[s.puzzle].parseGrid(&b.Puzzles[i], b, i)
		if s.answer >= 0 {
			b.setAnswer(i, b.leaves[s.answer].parseGrid(&b.answerGrids[i], b, i))
		}
	}
}

// parseGrid reads row i as a grid: text, or a list of 81 numbers however nested.
func (l *leaf) parseGrid(g *solver.Grid, b *Batch, i int) Reason {
	if value, ok := l.flat(i); ok && isBytes(l.column) {
		return parseGrid(g, value)
	}
	b.scratch = l.appendText(b.scratch[:0], i)
	return parseGrid(g, b.scratch)
}

func isBytes(c *schema.Column) bool {
	t := c.PhysicalType()
	return t == parquet.Types.ByteArray || t == parquet.Types.FixedLenByteArray
}

func (s *parquetSource) lineOf(_ *Batch, g *segment, i int) int64 {
	return g.line + int64(i-g.from)
}

func (s *parquetSource) appendRaw(dst []byte, b *Batch, i int) []byte {
	return b.leaves[s.puzzle].appendText(dst, i)
}

func (s *parquetSource) appendPuzzle(dst []byte, b *Batch, i int) []byte {
	return s.appendRaw(dst, b, i)
}

func (s *parquetSource) describe(info *Info) {
	info.Format, info.HasHeader, info.Roles = Parquet, true, s.roles
	info.Rows, info.RowsExact = s.reader.NumRows(), true
	info.RowGroups = s.reader.NumRowGroups()
	sc := s.reader.MetaData().Schema
	for top, name := range s.columns {
		kind := "nested"
		if first, count := s.leavesOf(top); count == 1 {
			kind = typeName(sc.Column(first))
		}
		info.Columns = append(info.Columns, ColumnInfo{name, kind})
	}
}

// typeName describes a column's type in a few words.
func typeName(c *schema.Column) string {
	name := strings.ToLower(c.PhysicalType().String())
	if t := c.LogicalType(); t != nil && !t.IsNone() {
		name = strings.ToLower(t.String())
	}
	for range c.MaxRepetitionLevel() {
		name = "list of " + name
	}
	return name
}

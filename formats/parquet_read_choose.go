package formats

import (
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/schema"
	"github.com/gridmill/gridmill/formats/option"
)

// chooseColumns finds the puzzles and answers and plans which leaves to read:
// those of the fields that pass through, then what else is needed.
func (s *parquetSource) chooseColumns(o *ReadOptions) error {
	root := s.footer.Schema.Root()
	for i := range root.NumFields() {
		s.columns = append(s.columns, root.Field(i).Name())
	}
	rows, err := s.sample(sampleRows)
	if err != nil {
		return err
	}
	var own []Column
	if s.roles, own, err = chooseOfResult(s.columns, true, rows, o); err != nil {
		return err
	}
	firstOwn := len(s.columns) - len(own)
	chosen, err := o.Keep.choose(s.columns[:firstOwn])
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
	s.kept = len(s.leaves)
	if s.puzzle, err = s.roleLeaf(s.roles.Puzzle); err != nil {
		return err
	}
	if s.answer, err = s.roleLeaf(s.roles.Answer); err != nil {
		return err
	}
	if err := s.planOwn(own, firstOwn); err != nil {
		return err
	}
	for i := range s.leaves {
		if err := checkDecimal(s.column(i)); err != nil {
			return err
		}
	}
	s.results, s.info.Results = o.Results, setOf(own)
	if record := s.footer.KeyValueMetadata().FindValue(recordKey); record != nil {
		s.info.Record = *record
	}
	s.info.HasAnswers = s.answer >= 0
	s.info.CarriesPuzzle = slices.Contains(chosen, s.roles.Puzzle) &&
		s.column(s.puzzle).MaxRepetitionLevel() == 0 && !holdsLists(rows, s.roles.Puzzle)
	return nil
}

// leavesOf returns which of the file's columns belong to a top-level column.
func (s *parquetSource) leavesOf(top int) (first, count int) {
	sc := s.footer.Schema
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
		return -1, option.Errorf(option.Column, "column %q is nested and cannot hold grids", s.columns[top])
	}
	if i := slices.Index(s.leaves, first); i >= 0 {
		return i, nil
	}
	s.leaves = append(s.leaves, first)
	return len(s.leaves) - 1, nil
}

// column describes the leaf with index i.
func (s *parquetSource) column(i int) *schema.Column {
	return s.footer.Schema.Column(s.leaves[i])
}

// sample returns the first rows of the file as text. Columns that cannot hold
// grids stay empty and are not read, so that what is wrong with them does not
// matter to those who leave them out.
func (s *parquetSource) sample(n int) (sample, error) {
	probe := &parquetSource{path: s.path, file: s.file, bytes: s.bytes, footer: s.footer, puzzle: -1, answer: -1}
	defer probe.closeGroup()
	var tops []int
	for top := range s.columns {
		if first, count := s.leavesOf(top); count == 1 && mayHoldGrids(s.footer.Schema.Column(first)) {
			tops = append(tops, top)
			probe.leaves = append(probe.leaves, first)
		}
	}
	probe.kept = len(probe.leaves)
	b := NewBatch(n)
	b.reset(0)
	defer b.reset(0)
	if err := probe.readRows(b, n); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if err := probe.fill(b, b.Len()); err != nil {
		return nil, err
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
	return (isBytes(c) || c.MaxRepetitionLevel() > 0) && checkDecimal(c) == nil
}

func isBytes(c *schema.Column) bool {
	t := c.PhysicalType()
	return t == parquet.Types.ByteArray || t == parquet.Types.FixedLenByteArray
}

// isInteger reports whether values of a type are integers of 4 or 8 bytes.
func isInteger(t parquet.Type) bool { return t == parquet.Types.Int32 || t == parquet.Types.Int64 }

func (s *parquetSource) describe(info *Info) {
	info.Format, info.HasHeader, info.Roles = Parquet, true, s.roles
	info.Rows, info.RowsExact = s.footer.NumRows, true
	info.RowGroups = len(s.footer.RowGroups)
	info.Record = s.info.Record
	sc := s.footer.Schema
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

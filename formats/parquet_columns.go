package formats

import (
	"fmt"
	"slices"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/parquet"
	"github.com/gridmill/gridmill/formats/option"
)

// chooseColumns finds the puzzle and answer columns, and sets s.leaves to the leaves to read.
// The leaves of kept columns come first, followed by the other leaves that are needed.
func (s *parquetSource) chooseColumns(o *ReadOptions) error {
	names := mapped(s.index.Fields, func(f parquet.Field) string { return f.Name })
	rows, err := s.sample(sampleRows)
	if err != nil {
		return err
	}
	s.info.Format = Parquet
	p, err := s.info.plan(names, true, rows, o)
	if err != nil {
		return err
	}
	for _, c := range p.chosen {
		f := s.index.Fields[c]
		s.info.Kept = append(s.info.Kept, Field{Name: p.names[c], column: c, node: f.Node, firstLeaf: len(s.leaves), leafCount: f.Count})
		for i := range f.Count {
			s.leaves = append(s.leaves, f.First+i)
		}
	}
	if s.puzzle, err = s.roleLeaf(s.info.Roles.Puzzle); err != nil {
		return err
	}
	if s.answer, err = s.roleLeaf(s.info.Roles.Answer); err != nil {
		return err
	}
	for i, column := range p.readback {
		leaf, err := s.roleLeaf(p.firstReadback + i)
		if err != nil {
			return fmt.Errorf("this is not a gridmill result: column %q is nested", names[p.firstReadback+i])
		}
		s.readback = append(s.readback, readbackLeaf{column, leaf})
	}
	for i := range s.leaves {
		if err := parquet.CheckDecimal(s.column(i)); err != nil {
			return err
		}
	}
	s.info.Provenance = s.index.Metadata(provenanceKey)
	s.info.CarriesPuzzle = s.info.CarriesPuzzle && !parquet.IsNested(s.column(s.puzzle))
	return nil
}

// roleLeaf returns the index in s.leaves of the first leaf of a top-level column, and adds the leaf
// if necessary. It returns -1 if top < 0, and an error if the column has structs.
func (s *parquetSource) roleLeaf(top int) (int, error) {
	if top < 0 {
		return -1, nil
	}
	f := s.index.Fields[top]
	if parquet.HasStructs(f.Node) {
		return -1, option.Errorf(option.Column, "column %q is nested and cannot hold grids", f.Name)
	}
	if i := slices.Index(s.leaves, f.First); i >= 0 {
		return i, nil
	}
	s.leaves = append(s.leaves, f.First)
	return len(s.leaves) - 1, nil
}

// A readbackLeaf is a column that gridmill wrote. leaf is an index into parquetSource.leaves.
type readbackLeaf struct {
	column Column
	leaf   int
}

// sample returns the first rows of the file as text. It reads only columns that can hold grids, so
// it ignores damage in other columns. It reads one column at a time, since first pages can be huge.
func (s *parquetSource) sample(n int) (sample, error) {
	rows := make(sample, min(int64(n), s.index.Rows()))
	for i := range rows {
		rows[i] = slices.Repeat([][]byte{notGrid}, len(s.index.Fields))
	}
	for top, f := range s.index.Fields {
		if len(rows) == 0 || parquet.HasStructs(f.Node) {
			continue
		}
		leaf := s.index.Leaf(f.First)
		isAllNull := parquet.TypeName(leaf) == "null"
		if !parquet.IsBytes(leaf) && !parquet.IsNested(leaf) && !isAllNull || parquet.CheckDecimal(leaf) != nil {
			continue
		}
		probe := &parquetSource{index: s.index, puzzle: -1, answer: -1, leaves: []int{f.First}}
		b := NewBatch(len(rows))
		b.reset(0)
		err := probe.readRows(b, len(rows))
		if err == nil || files.IsEnd(err) {
			err = parquet.Fill(b.leaves, b.Len())
		}
		rows = rows[:b.Len()]
		for i := 0; i < len(rows) && err == nil; i++ {
			rows[i][top] = b.leaves[0].AppendText(nil, i)
		}
		b.reset(0)
		probe.closeGroup()
		if err != nil {
			return nil, err
		}
	}
	return rows, nil
}

func (s *parquetSource) describe(info *Info) {
	s.fileSource.describe(info)
	info.Rows, info.RowsExact = s.index.Rows(), true
	info.RowGroups = s.index.RowGroups()
	info.Provenance = s.info.Provenance
	for _, f := range s.index.Fields {
		kind := "nested"
		if !parquet.HasStructs(f.Node) {
			kind = parquet.TypeName(s.index.Leaf(f.First))
		}
		info.Types = append(info.Types, kind)
	}
}

// printable returns an error if fields have structs or maps, which cannot be written as text.
func printable(fields ...Field) error {
	nested := slices.DeleteFunc(slices.Clone(fields), Field.HasText)
	if len(nested) == 0 {
		return nil
	}
	names := mapped(nested, func(f Field) string { return f.Name })
	return option.Errorf(option.NestedColumns, "only Parquet output can contain nested columns: %s", NameList(names))
}

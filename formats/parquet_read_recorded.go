package formats

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/apache/arrow/go/v15/parquet"
)

// ownLeaf says which leaf holds a column that gridmill wrote.
type ownLeaf struct {
	column Column
	leaf   int
}

// planOwn adds the leaves of gridmill's own columns to those that are read.
func (s *parquetSource) planOwn(own []Column, firstOwn int) error {
	for i, column := range own {
		leaf, err := s.roleLeaf(firstOwn + i)
		if err != nil {
			return fmt.Errorf("this is no result of gridmill: column %q is nested", s.columns[firstOwn+i])
		}
		s.own = append(s.own, ownLeaf{column, leaf})
	}
	return nil
}

// parseOwn reads the columns of a result.
func (s *parquetSource) parseOwn(b *Batch, g *segment) error {
	if s.own == nil {
		return nil
	}
	b.makeReadback(g.to)
	for i := g.from; i < g.to; i++ {
		b.clearReadback(i, i+1)
	}
	for _, own := range s.own {
		if ownColumns[own.column].readback != nil && s.column(own.leaf).PhysicalType() == parquet.Types.Int32 && !isNested(s.column(own.leaf)) {
			s.parseNumbers(b, g, own)
			continue
		}
		err := s.eachText(b, g, own.leaf, nil, func(i int, text []byte) { b.readValue(own.column, i, text) })
		if err != nil {
			return err
		}
	}
	for i := g.from; i < g.to; i++ {
		b.endReadback(i, s.results)
	}
	return nil
}

// parseNumbers is Batch.record for a column of numbers.
func (s *parquetSource) parseNumbers(b *Batch, g *segment, own ownLeaf) {
	l := &b.leaves[own.leaf]
	place := ownColumns[own.column].readback
	for i := g.from; i < g.to; i++ {
		v := l.firstValue[i]
		if v < l.firstValue[i+1] {
			if n := int32(binary.LittleEndian.Uint32(l.data[4*v:])); n >= 0 {
				*place(b, i) = n
				continue
			}
		}
		b.Readback.Damaged[i] |= 1 << own.column
	}
}

func (s *parquetSource) appendReadback(dst []byte, b *Batch, i int, c Column) []byte {
	at := slices.IndexFunc(s.own, func(own ownLeaf) bool { return own.column == c })
	return s.appendLeaf(dst, b, i, s.own[at].leaf)
}

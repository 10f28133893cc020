package formats

import (
	"fmt"

	"github.com/gridmill/gridmill/formats/files"
)

func (s *parquetSource) position() (row, line int64) { return s.rows, s.rows + 1 }

// seek goes to a row. Row groups before it are passed over by what the footer
// says of them, and pages before it in its group without being decoded, but for
// those of nested columns, where only the levels tell the rows of a page.
func (s *parquetSource) seek(row, _ int64) (reached bool, err error) {
	from := s.rows
	if err := guard(func() error { return s.seekRow(row) }); err != nil {
		return true, files.InFile(s.path, err)
	}
	s.moved(from)
	return true, nil
}

func (s *parquetSource) seekRow(row int64) error {
	groups := s.footer.RowGroups
	if row > s.footer.NumRows {
		return fmt.Errorf("row %d lies beyond its end, after %d rows; the file has changed", row+1, s.footer.NumRows)
	}
	group, first := 0, int64(0)
	for group < len(groups) && first+groups[group].NumRows <= row {
		first += groups[group].NumRows
		group++
	}
	if s.readers == nil || group != s.group || row < s.rows {
		s.closeGroup()
		s.group, s.inGroup, s.rows, s.counted = group, 0, first, false
	}
	if row == s.rows {
		return nil
	}
	if s.readers == nil {
		if err := s.openGroup(); err != nil {
			return err
		}
	}
	for _, r := range s.readers {
		if err := r.skip(row - s.rows); err != nil {
			return err
		}
	}
	s.inGroup, s.rows = row-first, row
	return nil
}

// skip goes past n rows.
func (r *columnReader) skip(n int64) error {
	var passed leaf
	for n > 0 {
		whole, err := r.passPage(n)
		if n -= whole; err != nil || whole > 0 {
			if err != nil {
				return err
			}
			continue
		}
		rows, err := r.rows()
		if err != nil {
			return err
		}
		if rows == 0 {
			return r.chunk.inColumn(fmt.Errorf("it ends %d rows too early", n))
		}
		rows = int(min(int64(rows), n))
		err = r.take(&passed, rows, 0)
		passed.reset()
		if err != nil {
			return err
		}
		n -= int64(rows)
	}
	return nil
}

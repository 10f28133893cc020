package formats

import (
	"fmt"
	"math"
)

// What is only counted, or passed over, need not be unpacked where a page's header says
// how many rows it holds: where its column does not nest. The counts are held against the
// footer, here and again where the page is read.

// pass goes past the next page of a flat column, if it holds at most so many values, by
// what its header says. It returns how many, or 0 where only reading can go on, or tell
// what is wrong.
func (r *chunkReader) pass(most int64) (int64, error) {
	for r.entries > 0 && r.splitter == nil && r.left() > 0 {
		h, size, err := r.header()
		if err != nil {
			return 0, nil //nolint:nilerr // reading says where
		}
		entries := int64(h.entries)
		switch {
		case h.kind == pageDictionary && r.page == 0, h.kind == pageIndex:
			r.page++
			if _, err := r.nextPage(); err != nil {
				return 0, r.inColumn(fmt.Errorf("page %d: %w", r.page, err))
			}
			continue
		case h.kind != pageData && h.kind != pageDataV2, entries == 0 || entries > min(most, r.entries),
			h.kind == pageDataV2 && h.rows != h.entries, int64(h.packed) > r.left()-int64(size):
			return 0, nil
		}
		r.page++
		r.taken += size
		r.goPast(&h)
		return entries, nil
	}
	return 0, nil
}

// passPage goes past a whole page of at most n rows, if that comes next and can be passed
// over, and returns how many they are.
func (r *columnReader) passPage(n int64) (int64, error) {
	if isNested(r.chunk.column) || r.page != nil && r.at < r.page.header.entries {
		return 0, nil
	}
	r.drop()
	return r.chunk.pass(n)
}

// count goes past n rows that are only counted.
func (r *columnReader) count(n int64) error {
	for n > 0 {
		if r.passed == 0 {
			var err error
			if r.passed, err = r.passPage(math.MaxInt64); err != nil {
				return err
			}
		}
		if r.passed == 0 {
			return r.skip(n)
		}
		some := min(n, r.passed)
		r.passed, n = r.passed-some, n-some
	}
	return nil
}

// count adds rows of the row group at hand to a batch that only counts them.
func (s *parquetSource) count(b *Batch, limit int) error {
	n := min(int64(limit-b.Len()), s.groupRows()-s.inGroup)
	for _, r := range s.readers {
		if err := r.count(n); err != nil {
			return err
		}
	}
	b.setLen(b.Len() + int(n))
	s.rows += n
	s.inGroup += n
	return nil
}

// passing reports whether a page was passed over of which not all rows are counted, so
// that the row group must be begun anew to read them.
func (s *parquetSource) passing() bool {
	for _, r := range s.readers {
		if r.passed > 0 {
			return true
		}
	}
	return false
}

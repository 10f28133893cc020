package formats

import (
	"fmt"
	"io"
)

// What is passed over need not be unpacked where a page's header says how many rows it
// holds: where its column does not nest. What is only counted need not even be passed over.

// pass goes past the next page of a flat column, if it holds at most so many values, by
// what its header says. It returns how many, or 0 where only reading can go on, or tell
// what is wrong.
func (r *chunkReader) pass(most int64) (int64, error) {
	for r.entries > 0 && r.left() > 0 {
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
		r.passBody(&h)
		return entries, nil
	}
	return 0, nil
}

// passBody goes past the values of a page and its body, whether that was read or not.
func (r *chunkReader) passBody(h *pageHeader) {
	r.entries -= int64(h.entries)
	rest := min(h.packed, len(r.rest()))
	r.taken += rest
	r.pos += int64(h.packed - rest)
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

// count adds rows to a batch that only counts them, as many as the footer says: whoever
// reads them holds that against the pages.
func (s *parquetSource) count(b *Batch, limit int) error {
	n := min(int64(limit-b.Len()), s.footer.NumRows-s.rows)
	b.setLen(b.Len() + int(n))
	s.rows += n
	s.closeGroup()
	s.counted = true
	if s.rows == s.footer.NumRows {
		return io.EOF
	}
	return nil
}

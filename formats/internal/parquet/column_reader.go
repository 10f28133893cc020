package parquet

import (
	"errors"
	"fmt"
	"io"

	"github.com/apache/arrow/go/v15/parquet/compress"

	"github.com/gridmill/gridmill/formats/option"
)

// A ColumnReader reads the pages of one column in a row group and cuts them into rows. Only one
// goroutine at a time may use it.
type ColumnReader struct {
	columnChunk
	file     io.ReaderAt
	pos, end int64      // the unread part of the chunk in the file
	head     []byte     // buffer for reading page headers
	pages    int        // number of pages read
	entries  int64      // number of entries not yet read
	dict     *inputPage // the dictionary of the chunk, or nil
	page     *inputPage // the current page, or nil if there is none
	at       int        // index of the next entry of page
}

// Column returns a reader for one leaf column of a row group.
func (f *File) Column(group, leaf int) (*ColumnReader, error) {
	chunk := columnChunk{group: group, column: f.Leaf(leaf), limits: f.Limits}
	r := &ColumnReader{columnChunk: chunk, file: f.data}
	if err := RecoverDamage(func() error { return r.open(f.footer, leaf, f.size) }); err != nil {
		return nil, r.inColumn(err)
	}
	return r, nil
}

// Close releases all pages.
func (r *ColumnReader) Close() {
	r.page.release()
	r.dict.release()
	r.page, r.dict = nil, nil
}

// advance reports whether the column has more entries. If the current page has none left, advance
// first reads the next page with values.
func (r *ColumnReader) advance() (more bool, err error) {
	if r.page != nil && r.at < r.page.header.entries {
		return true, nil
	}
	r.page.release()
	r.page, r.at = nil, 0
	for r.page == nil && r.entries > 0 {
		r.pages++
		if r.page, err = r.nextPage(); err != nil {
			return false, r.inColumn(fmt.Errorf("page %d: %w", r.pages, err))
		}
	}
	if r.page != nil && IsNested(r.column) {
		// Only the levels show how many rows the page has.
		if err := r.page.decodeLevels(); err != nil {
			return false, r.page.inPage(err)
		}
	}
	return r.page != nil, nil
}

// Ready returns the number of rows that Take can take from the current page. If the page has no
// rows left, Ready first reads the next page. At the end of the column, Ready returns an error that
// includes wanted, the number of rows that the caller still needs.
func (r *ColumnReader) Ready(wanted int64) (int, error) {
	more, err := r.advance()
	switch {
	case err != nil:
		return 0, err
	case !more:
		return 0, r.inColumn(fmt.Errorf("it ends %d rows too early", wanted))
	case !IsNested(r.column):
		return r.page.header.entries - r.at, nil
	}
	rep := &r.page.rep
	before := rep.count(r.at)
	if rep.find(before) != r.at {
		return 0, r.page.inPage(errors.New("it starts in the middle of a row"))
	}
	// The last row may continue in the next page, which may be damaged. The caller therefore takes
	// the last row separately, after the other rows.
	return max(rep.hits-before-1, 1), nil
}

// Take adds the next n rows to c, which then has rowEnd rows. Ready must have returned at least n.
func (r *ColumnReader) Take(c *Column, n, rowEnd int) error {
	if !IsNested(r.column) {
		c.add(r.page, r.at, r.at+n, rowEnd)
		r.at += n
		return nil
	}
	end := r.page.rep.find(r.page.rep.count(r.at) + n)
	c.add(r.page, r.at, end, rowEnd)
	r.at = end
	return r.takeRest(c, rowEnd)
}

// takeRest adds the rest of the last row, which may continue in later pages. All of these pages
// stay in memory, so takeRest returns an error if they exceed the limits.
func (r *ColumnReader) takeRest(c *Column, rowEnd int) error {
	entries, bytes := 0, 0
	for r.at == r.page.header.entries {
		more, err := r.advance()
		if !more {
			return err
		}
		end := r.page.rep.find(0)
		if end == 0 {
			return nil
		}
		entries, bytes = entries+end, bytes+r.page.header.uncompressedSize
		if limits := r.limits; entries > limits.Entries || bytes > limits.Bytes {
			return r.page.inPage(option.Errorf(option.FewerColumns, "a row spans pages that together exceed the limit of %d values or %d bytes",
				limits.Entries, limits.Bytes))
		}
		c.add(r.page, 0, end, rowEnd)
		r.at = end
	}
	return nil
}

// RowBytes estimates the average decompressed size in bytes of a row of the current page.
func (r *ColumnReader) RowBytes() int {
	p := r.page
	rows := p.header.entries
	if IsNested(r.column) {
		rows = max(p.rep.hits, 1)
	}
	bytes := p.header.uncompressedSize
	if p.dict != nil {
		// The product does not overflow, because both factors are less than 1<<31.
		bytes += p.dict.header.uncompressedSize / max(p.dict.header.entries, 1) * p.header.entries
	}
	return bytes / rows
}

// AddPage returns total plus the compressed and decompressed sizes in bytes of the current page and
// of its dictionary. total is the sum for the previous columns. If the result exceeds Limits.Pages,
// AddPage also returns an error.
func (r *ColumnReader) AddPage(total int) (int, error) {
	for p := r.page; p != nil; p = p.dict {
		total += p.header.uncompressedSize
		if p.chunk.compression != compress.Codecs.Uncompressed {
			total += p.header.compressedSize
		}
	}
	if most := r.limits.Pages; total > most {
		return total, r.page.inPage(option.Errorf(option.FewerColumns, "this page and the pages with the same rows in other columns take at least %d bytes, more than the limit of %d", total, most))
	}
	return total, nil
}

// End checks that the column has no more rows than the footer declares.
func (r *ColumnReader) End(rows int64) error {
	more, err := r.advance()
	if more {
		err = r.inColumn(fmt.Errorf("it has more rows than the footer says (%d)", rows))
	}
	return err
}

// Skip skips n rows. It decompresses only nested columns, because their levels show where rows end.
func (r *ColumnReader) Skip(n int64) error {
	var passed Column
	for n > 0 {
		ready, err := r.Ready(n)
		if err != nil {
			return err
		}
		rows := min(int64(ready), n)
		err = r.Take(&passed, int(rows), 0)
		passed.Reset()
		if err != nil {
			return err
		}
		n -= rows
	}
	return nil
}

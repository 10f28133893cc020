package formats

import (
	"errors"
	"fmt"

	"github.com/apache/arrow/go/v15/parquet/schema"
)

// columnReader cuts the pages of a column chunk into rows.
type columnReader struct {
	chunk *chunkReader
	page  *inputPage // at hand; nil where the next one has not been read
	at    int        // the entry of it that comes next
}

func isNested(c *schema.Column) bool { return c.MaxRepetitionLevel() > 0 }

// close lets go of all pages.
func (r *columnReader) close() {
	r.drop()
	r.chunk.close()
}

func (r *columnReader) drop() {
	if r.page != nil {
		r.page.release()
		r.page = nil
	}
}

// more makes sure that there is an entry at hand, and reports whether there is.
func (r *columnReader) more() (bool, error) {
	if r.page != nil && r.at < r.page.header.entries {
		return true, nil
	}
	r.drop()
	page, err := r.chunk.next()
	if page == nil {
		return false, err
	}
	r.page, r.at = page, 0
	if isNested(r.chunk.column) {
		// Only its levels can tell which rows the page holds.
		if err := page.decodeLevels(); err != nil {
			return false, page.inPage(err)
		}
	}
	return true, nil
}

// rows returns how many rows begin in the page at hand, and 0 after the last.
func (r *columnReader) rows() (int, error) {
	more, err := r.more()
	switch {
	case !more:
		return 0, err
	case !isNested(r.chunk.column):
		return r.page.header.entries - r.at, nil
	}
	rep := &r.page.rep
	before := rep.count(r.at)
	if rep.find(before) != r.at {
		return 0, r.page.inPage(errors.New("it begins in the middle of a row"))
	}
	return rep.hits - before, nil
}

// take adds n rows, not more than begin in the page at hand, to a leaf of a batch
// whose next row is row.
func (r *columnReader) take(l *leaf, n, row int) error {
	if !isNested(r.chunk.column) {
		l.add(r.page, r.at, r.at+n, row, row+n)
		r.at += n
		return nil
	}
	end := r.page.rep.find(r.page.rep.count(r.at) + n)
	l.add(r.page, r.at, end, row, row+n)
	r.at = end
	return r.takeRest(l, row+n)
}

// takeRest adds what the next pages hold of the last row that was taken, where it
// reaches the end of the page at hand. The leaf holds all of these pages, so a row that
// takes many is refused before they are read.
func (r *columnReader) takeRest(l *leaf, rowEnd int) error {
	entries, bytes := 0, 0
	for r.at == r.page.header.entries {
		more, err := r.more()
		if !more {
			return err
		}
		end := r.page.rep.find(0)
		if end == 0 {
			return nil
		}
		entries, bytes = entries+end, bytes+r.page.header.unpacked
		if entries > leafLimits.entries || bytes > leafLimits.bytes {
			return r.page.inPage(fmt.Errorf("a row goes on over pages of more than %d values or %d bytes, which is more than can be held",
				leafLimits.entries, leafLimits.bytes))
		}
		l.add(r.page, 0, end, rowEnd, rowEnd)
		r.at = end
	}
	return nil
}

// rowBytes estimates how many bytes a row of the page at hand takes.
func (r *columnReader) rowBytes() int {
	p := r.page
	rows := p.header.entries
	if isNested(r.chunk.column) {
		rows = max(p.rep.hits, 1)
	}
	bytes := p.header.unpacked
	if p.dict != nil {
		// Both factors are below 1<<31.
		bytes += p.dict.header.unpacked / max(p.dict.header.entries, 1) * p.header.entries
	}
	return bytes / rows
}

// end checks that all rows were taken.
func (r *columnReader) end(rows int64) error {
	more, err := r.more()
	if more {
		err = r.chunk.inColumn(fmt.Errorf("it holds more rows than the footer says (%d)", rows))
	}
	return err
}

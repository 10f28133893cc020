package formats

import (
	"fmt"
)

// pages are a growing page of each column, over the same rows.
type pages struct {
	columns []page
	rows    int
	file    *fileWriter
}

// encodedPages are an encoded page of each column, over the same rows.
type encodedPages struct {
	columns []encodedPage
	rows    int
}

// newPages returns pages without rows. Any goroutine may fill them.
func (w *fileWriter) newPages() *pages {
	p := w.memory.growing.take()
	if p == nil {
		p = &pages{columns: make([]page, len(w.columns))}
	}
	p.file = w
	for i := range p.columns {
		p.columns[i].column = w.columns[i]
	}
	p.reset()
	return p
}

// reset removes all rows.
func (p *pages) reset() {
	p.rows = 0
	for i := range p.columns {
		p.columns[i].reset()
	}
}

// keptBytes is how much memory pages that grow may keep. Those of very long rows take more.
const keptBytes = 32 << 20

// release gives the memory of pages back.
func (p *pages) release() {
	size := 0
	for i := range p.columns {
		size += p.columns[i].size()
	}
	if size <= keptBytes {
		p.file.memory.growing.give(p)
	}
}

// encode returns what is written of the pages.
func (p *pages) encode() (*encodedPages, error) {
	e := p.file.memory.encoded.take()
	if e == nil {
		e = &encodedPages{columns: make([]encodedPage, len(p.columns))}
	}
	e.rows = p.rows
	for i := range p.columns {
		c := &p.columns[i]
		if size := len(c.values); size > maxPageBytes {
			return nil, &longPageError{c.column.Path(), size, p.rows}
		}
		c.encode(&e.columns[i], p.file.compressor, p.file.options.literalLength)
	}
	return e, nil
}

// keptRoom is how many bytes of memory may be more than four times those of the page in it,
// for the memory to be used again.
const keptRoom = 4 << 10

// releaseEncoded gives the memory of pages back that were written. What is much more than its page
// took is forgotten, or in the end every page of the column would have as much memory as its
// longest.
func (w *fileWriter) releaseEncoded(e *encodedPages) {
	for i := range e.columns {
		c := &e.columns[i]
		if cap(c.memory) > 4*len(c.body)+keptRoom {
			c.memory = nil
		}
		c.body = nil
	}
	w.memory.encoded.give(e)
}

// longPageError says that readers would refuse a page for its size.
type longPageError struct {
	column      string
	bytes, rows int
}

func (e *longPageError) Error() string {
	return fmt.Sprintf("column %q: its values are too long for Parquet (%d bytes in %d rows)", e.column, e.bytes, e.rows)
}

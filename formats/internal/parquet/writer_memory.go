package parquet

import "sync"

// writerMemory is page memory that all writers reuse. In a run in parts, a writer reuses the memory
// of pages that another writer has just written. Each column has its own memory. Otherwise, the
// memory of every column would grow to the size of the largest column.
type writerMemory struct {
	growing sync.Pool // Pages being filled, which take several times the memory
	encoded sync.Pool // EncodedPages
}

var pagesWritten writerMemory

// keptBytes is the maximum size of memory that is kept for reuse. Pages of very long rows take
// more.
const keptBytes = 32 << 20

// takePages returns memory for the pages of the given number of columns.
func (m *writerMemory) takePages(columns int) *Pages {
	if p, found := m.growing.Get().(*Pages); found && len(p.columns) == columns {
		return p
	}
	return &Pages{columns: make([]Page, columns)}
}

// Release releases the memory of pages that are no longer needed.
func (p *Pages) Release() {
	size := 0
	for i := range p.columns {
		size += p.columns[i].size()
	}
	if size <= keptBytes {
		pagesWritten.growing.Put(p)
	}
}

// takeEncoded is like takePages, but for encoded pages.
func (m *writerMemory) takeEncoded(columns int) *EncodedPages {
	if e, found := m.encoded.Get().(*EncodedPages); found && len(e.columns) == columns {
		return e
	}
	return &EncodedPages{columns: make([]encodedPage, columns)}
}

// spareBytes is the number of bytes by which memory may exceed four times the size of its page and
// still be reused.
const spareBytes = 4 << 10

// release releases the memory of pages that were written. It drops memory that is much larger than
// its page. Otherwise, all memory of a column would grow to the size of the longest page.
func (m *writerMemory) release(e *EncodedPages) {
	for i := range e.columns {
		c := &e.columns[i]
		if cap(c.memory) > 4*len(c.body)+spareBytes {
			c.memory = nil
		}
		c.body = nil
	}
	m.encoded.Put(e)
}

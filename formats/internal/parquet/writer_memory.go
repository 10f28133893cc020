package parquet

import "sync"

// The memory of pages is reused, even by later files of the same run. A column reuses only its own
// memory, which therefore has about the right size.
var (
	growingPages sync.Pool // holds *Pages; each takes several times as much memory as an *EncodedPages
	encodedPages sync.Pool // holds *EncodedPages
)

const (
	// keptBytes is the maximum size of a Pages value that is reused. Only very long rows need more.
	keptBytes = 32 << 20
	// The memory of an encoded page of n bytes is reused if its capacity is at most 4*n+spareBytes.
	spareBytes = 4 << 10
)

// Release makes p available for reuse, unless p takes more than keptBytes of memory.
func (p *Pages) Release() {
	size := 0
	for i := range p.columns {
		c := &p.columns[i]
		size += cap(c.values) + cap(c.levels) + 2*(cap(c.def)+cap(c.rep)+cap(c.indices))
	}
	if size <= keptBytes {
		growingPages.Put(p)
	}
}

// newEncodedPages returns memory for one encoded page of each column.
func newEncodedPages(columns int) *EncodedPages {
	if e, found := encodedPages.Get().(*EncodedPages); found && len(e.columns) == columns {
		return e
	}
	return &EncodedPages{columns: make([]encodedPage, columns)}
}

// release keeps the memory of written pages for reuse. It drops memory that is much larger than its
// page, so that one long page does not increase memory use permanently.
func (e *EncodedPages) release() {
	for i := range e.columns {
		if body := e.columns[i].body; cap(body) > 4*len(body)+spareBytes {
			e.columns[i].body = nil
		}
	}
	encodedPages.Put(e)
}

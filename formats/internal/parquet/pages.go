package parquet

import "github.com/gridmill/gridmill/formats/option"

// Pages are a growing page of each column. One goroutine at a time may use them.
type Pages struct {
	// Rows is how many rows have been added to each of the columns.
	Rows    int
	columns []Page
	writer  *Writer
}

// EncodedPages are an encoded page of each column, over the same rows.
type EncodedPages struct {
	columns []encodedPage
	rows    int
}

// NewPages returns pages without rows. Any goroutine may call it.
func (w *Writer) NewPages() *Pages {
	p := w.memory.growing.take()
	if p == nil {
		p = &Pages{columns: make([]Page, len(w.columns))}
	}
	p.writer = w
	for i := range p.columns {
		p.columns[i].column = w.columns[i]
	}
	p.Reset()
	return p
}

// Reset removes all rows.
func (p *Pages) Reset() {
	p.Rows = 0
	for i := range p.columns {
		p.columns[i].reset()
	}
}

// Column returns the page of a column of the schema.
func (p *Pages) Column(i int) *Page { return &p.columns[i] }

// Encode encodes and compresses the pages, which must be Reset or Released then.
func (p *Pages) Encode() (*EncodedPages, error) {
	e := p.writer.memory.encoded.take()
	if e == nil {
		e = &EncodedPages{columns: make([]encodedPage, len(p.columns))}
	}
	e.rows = p.Rows
	for i := range p.columns {
		c := &p.columns[i]
		if size := len(c.values); size > maxPageBytes {
			return nil, option.Errorf(option.Keep, "column %q: its values are too long for Parquet (%d bytes in %d rows)", c.column.Path(), size, p.Rows)
		}
		c.encode(&e.columns[i], p.writer.compressor, p.writer.options.LiteralLength)
	}
	return e, nil
}

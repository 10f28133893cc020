package parquet

import (
	"encoding/binary"
	"hash/crc32"
	"math/bits"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/compress"
	"github.com/apache/arrow/go/v15/parquet/schema"
	"github.com/gridmill/gridmill/formats/option"
)

const gridLength = 81 // length of a grid as text

// A Page collects rows of one column for a version 1 data page.
type Page struct {
	column   writerColumn
	def, rep []int16 // levels, if the column has them
	indices  []int16 // indices into the column's dictionary, if any
	values   []byte  // the values in PLAIN encoding, except that a boolean takes one byte
	levels   []byte  // the encoded levels
	entries  int
	nulls    int
	literals bool // set by AddInt32s; see encode
}

func (p *Page) reset() {
	p.def, p.rep, p.indices = p.def[:0], p.rep[:0], p.indices[:0]
	p.values, p.levels = p.values[:0], p.levels[:0]
	p.entries, p.nulls, p.literals = 0, 0, false
}

// AddInt32s adds rows to a column of 32-bit integers without nulls.
func (p *Page) AddInt32s(numbers []int32) {
	values := p.values
	for _, n := range numbers {
		values = binary.LittleEndian.AppendUint32(values, uint32(n))
	}
	p.values, p.literals = values, true
	p.entries += len(numbers)
}

// AddIndices adds rows to a column with a dictionary. Each row is an index into the dictionary, or
// a negative number for null.
func (p *Page) AddIndices(indices []int32) {
	for _, index := range indices {
		if index < 0 {
			p.def = append(p.def, 0)
			p.nulls++
		} else {
			p.def, p.indices = append(p.def, 1), append(p.indices, int16(index))
		}
	}
	p.entries += len(indices)
}

// AddBytes adds rows to a column of byte arrays, numbers or booleans. Numbers are little-endian,
// and a boolean is one byte. A nil slice is null.
func (p *Page) AddBytes(rows [][]byte) {
	isArray := width(p.column.Column) == 0
	for _, value := range rows {
		if value == nil {
			p.def = append(p.def, 0)
			p.nulls++
			continue
		}
		p.def = append(p.def, 1)
		if isArray {
			p.values = appendPlain(p.values, value)
		} else {
			p.values = append(p.values, value...)
		}
	}
	p.entries += len(rows)
}

// AddList adds a row: an optional list of required byte arrays. An empty list is stored as null.
func (p *Page) AddList(values [][]byte) {
	if len(values) == 0 {
		p.rep, p.def = append(p.rep, 0), append(p.def, 0)
		p.nulls++
	}
	for i, value := range values {
		p.rep, p.def = append(p.rep, int16(min(i, 1))), append(p.def, 2)
		p.values = appendPlain(p.values, value)
	}
	p.entries += max(len(values), 1)
}

// AddColumn adds rows [from, to) of c, which was read from a file and has the type of p's column.
func (p *Page) AddColumn(c *Column, from, to int) {
	def, rep, entries, values := c.Levels(from, to)
	p.def, p.rep = append(p.def, def...), append(p.rep, rep...)
	p.entries += entries
	p.nulls += entries - values
	p.values = c.AppendPlain(p.values, from, to)
}

// encode sets e to the encoded page. Integers from AddInt32s count as literals (see compressPage),
// and so do byte arrays whose average length is gridLength. For integers, a search for repeats
// would make a file only 2% smaller, but take 5 to 8% of a run's time.
func (p *Page) encode(e *encodedPage, c compress.Compression) {
	present := p.entries - p.nulls
	literals := p.literals || present > 0 && p.column.PhysicalType() == parquet.Types.ByteArray &&
		len(p.values) == present*(lengthBytes+gridLength)
	e.kind, e.entries, e.nulls, e.encoding = pageData, p.entries, p.nulls, parquet.Encodings.Plain
	switch {
	case p.column.dictionary != nil: // the width of the indices precedes them
		width := bits.Len(uint(p.column.dictionary.entries - 1))
		p.values = appendRLE(append(p.values, byte(width)), p.indices, width)
		e.encoding = parquet.Encodings.RLEDict
	case isOrdered(p.column.Column):
		e.min, e.max = plainExtremes(p.values, width(p.column.Column))
	case p.column.PhysicalType() == parquet.Types.Boolean:
		p.values = packBooleans(p.values)
	}
	if most := p.column.MaxRepetitionLevel(); most > 0 {
		p.levels = appendLevels(p.levels, p.rep, most)
	}
	if most := p.column.MaxDefinitionLevel(); most > 0 {
		p.levels = appendLevels(p.levels, p.def, most)
	}
	e.complete(c, p.levels, p.values, literals)
}

// isOrdered reports whether a column holds signed integers, or values that are stored and compared
// like signed integers.
func isOrdered(c *schema.Column) bool {
	return isInteger(c.PhysicalType()) && c.SortOrder() == schema.SortSIGNED
}

// encodedPage is a page that is ready to be written.
type encodedPage struct {
	pageHeader
	min, max int64 // the smallest and the largest value, if isOrdered is true for the column
	body     []byte
}

// complete compresses the levels and values, and records the sizes and the checksum of the result.
// For literals, see compressPage.
func (e *encodedPage) complete(c compress.Compression, levels, values []byte, literals bool) {
	e.body = compressPage(e.body[:0], c, levels, values, literals)
	e.uncompressedSize, e.compressedSize = len(levels)+len(values), len(e.body)
	e.crc = crc32.ChecksumIEEE(e.body)
}

// Pages holds the unfinished page of each column. Only one goroutine at a time may use a Pages.
type Pages struct {
	// Rows is the number of rows added to each column.
	Rows    int
	columns []Page
	writer  *Writer
}

// EncodedPages holds one encoded page for each column. All pages hold the same rows.
type EncodedPages struct {
	columns []encodedPage
	rows    int
}

// NewPages returns pages without rows. Several goroutines may call it at the same time.
func (w *Writer) NewPages() *Pages {
	p, found := growingPages.Get().(*Pages)
	if !found || len(p.columns) != len(w.columns) {
		p = &Pages{columns: make([]Page, len(w.columns))}
	}
	p.writer, p.Rows = w, 0
	for i := range p.columns {
		p.columns[i].column = w.columns[i]
		p.columns[i].reset()
	}
	return p
}

// Column returns the page of a column of the schema.
func (p *Pages) Column(i int) *Page { return &p.columns[i] }

// Encode encodes and compresses the pages. The caller must then call p.Release.
func (p *Pages) Encode() (*EncodedPages, error) {
	e := newEncodedPages(len(p.columns))
	e.rows = p.Rows
	for i := range p.columns {
		c := &p.columns[i]
		if size := len(c.values); size > maxPageBytes {
			return nil, option.Errorf(option.Keep, "column %q: its values are too long for Parquet (%d bytes in %d rows)", c.column.Path(), size, p.Rows)
		}
		c.encode(&e.columns[i], p.writer.compression)
	}
	return e, nil
}

package parquet

import (
	"encoding/binary"
	"hash/crc32"
	"math"
	"slices"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/schema"
	"github.com/gridmill/gridmill/formats/option"
)

// gridLength is the length of a grid as text.
const gridLength = 81

// levelRoom is the space reserved for a page's levels, which precede the values but are encoded
// last. The space is enough for 4096 rows of a column that is not nested.
const levelRoom = 8 + 4096/8

// A Page is a data page of version 1 to which rows of one column are added.
type Page struct {
	column   writerColumn
	def, rep []int16 // levels, if the column has them
	indices  []int16
	// values starts with levelRoom bytes of space for levels. If the column has a dictionary,
	// encodeValues appends the indices. Otherwise, PLAIN values follow, but a boolean takes one
	// byte until the page is encoded.
	values   []byte
	levels   []byte
	entries  int
	nulls    int
	min, max int64 // the smallest and the largest integer; max < min if unknown
	last     int   // size of the previous page's body
}

func (p *Page) reset() {
	p.def, p.rep, p.indices = p.def[:0], p.rep[:0], p.indices[:0]
	if cap(p.values) < levelRoom {
		p.values = p.newMemory()
	}
	p.values = p.values[:levelRoom]
	p.entries, p.nulls = 0, 0
	p.min, p.max = math.MaxInt64, math.MinInt64
}

// newMemory allocates slightly more memory than the previous page used. Growing a slice row by row
// would be slower.
func (p *Page) newMemory() []byte { return make([]byte, 0, levelRoom+p.last+p.last/16) }

// AddInt32s adds rows to a column of 32-bit integers without nulls.
func (p *Page) AddInt32s(numbers []int32) {
	values := p.values
	for _, n := range numbers {
		values = binary.LittleEndian.AppendUint32(values, uint32(n))
		p.min, p.max = min(p.min, int64(n)), max(p.max, int64(n))
	}
	p.values = values
	p.entries += len(numbers)
}

// AddIndices adds rows to a column with a dictionary. Each row is an index into the dictionary, or
// a negative number for null.
func (p *Page) AddIndices(indices []int32) {
	for len(indices) > 0 {
		index, n := int16(indices[0]), repeated(indices)
		indices = indices[n:]
		p.entries += n
		if index < 0 {
			p.def = appendRepeated(p.def, 0, n)
			p.nulls += n
			continue
		}
		p.def = appendRepeated(p.def, 1, n)
		p.indices = appendRepeated(p.indices, index, n)
	}
}

// AddFixed adds rows to a column of numbers or booleans. Numbers are little-endian, and a boolean
// is one byte. A nil slice is null.
func (p *Page) AddFixed(rows [][]byte) { p.AddBytes(rows) }

// AddBytes adds rows to a column of byte arrays. A nil slice is null.
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

// AddList adds a row to a column of optional lists of required byte arrays. If values is empty, the
// row is null.
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

// encode sets e to the encoded page. For grids and for the integers of AddInt32s, it uses
// appendLiterals, which does not search for repeats. In integers, such a search would make a file
// only 2% smaller, but take 5 to 8% of the time of a run. Byte arrays count as grids if their
// average length is gridLength.
func (p *Page) encode(e *encodedPage, c compressor) {
	literals := p.min <= p.max || p.entries > p.nulls && p.column.PhysicalType() == parquet.Types.ByteArray &&
		len(p.values)-levelRoom == (p.entries-p.nulls)*(lengthBytes+gridLength)
	e.kind, e.entries, e.nulls, e.encoding = pageData, p.entries, p.nulls, p.encodeValues()
	e.min, e.max = p.min, p.max
	body := p.withLevels()
	if e.memory == nil && c.compresses() {
		e.memory = p.newMemory()
	}
	switch {
	case !c.compresses(): // e takes ownership of the memory of the body without copying it
		e.body, e.memory, p.values = body, p.values, e.memory
	case literals:
		e.memory = c.appendLiterals(e.memory[:0], body, len(p.levels))
		e.body = e.memory
	default:
		e.memory = c.append(e.memory[:0], body)
		e.body = e.memory
	}
	p.last = len(e.body)
	e.complete(len(body))
}

// encodeValues encodes the values, and returns the encoding.
func (p *Page) encodeValues() parquet.Encoding {
	switch {
	case p.column.dictionary != nil: // the width of the indices precedes them
		p.values = append(p.values, byte(p.column.dictionary.width))
		p.values = appendRLE(p.values, p.indices, p.column.dictionary.width)
		return parquet.Encodings.RLEDict
	case isOrdered(p.column.Column) && p.max < p.min:
		p.min, p.max = plainExtremes(p.values[levelRoom:], width(p.column.Column))
	case p.column.PhysicalType() == parquet.Types.Boolean:
		p.values = appendBooleans(p.values[:levelRoom], p.values[levelRoom:])
	}
	return parquet.Encodings.Plain
}

// isOrdered reports whether a column holds signed integers, or values that are stored and compared
// like signed integers.
func isOrdered(c *schema.Column) bool {
	return isInteger(c.PhysicalType()) && c.SortOrder() == schema.SortSIGNED
}

// withLevels encodes the levels into the space before the values, and returns both.
func (p *Page) withLevels() []byte {
	levels := p.levels[:0]
	if most := p.column.MaxRepetitionLevel(); most > 0 {
		levels = appendLevels(levels, p.rep, most)
	}
	if most := p.column.MaxDefinitionLevel(); most > 0 {
		levels = appendLevels(levels, p.def, most)
	}
	p.levels = levels
	if n := len(levels); n <= levelRoom {
		start := levelRoom - n
		copy(p.values[start:], levels)
		return p.values[start:]
	}
	p.values = slices.Replace(p.values, 0, levelRoom, levels...)
	return p.values
}

// encodedPage is a page that is ready to be written.
type encodedPage struct {
	pageHeader
	min, max int64 // the smallest and the largest integer; max < min if unknown
	body     []byte
	memory   []byte // holds the body
}

// complete records the sizes and the checksum of the body. size is the size before compression.
func (e *encodedPage) complete(size int) {
	e.uncompressedSize, e.compressedSize, e.crc = size, len(e.body), crc32.ChecksumIEEE(e.body)
}

// Pages holds, for each column, the page being filled. Only one goroutine at a time may use it.
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
		c.encode(&e.columns[i], p.writer.compressor)
	}
	return e, nil
}

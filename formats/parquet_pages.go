package formats

import (
	"encoding/binary"
	"hash/crc32"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/schema"

	"github.com/gridmill/gridmill/solver"
)

// levelRoom is the room before the values of a page for its levels, which are
// known last. It is enough for a column that does not nest.
const levelRoom = 8 + chunkRows/8

// page is a data page (version 1) of one column while it grows.
type page struct {
	column   *schema.Column
	codec    *codec
	numeric  bool // whether it is one of gridmill's own columns of numbers
	ordered  bool // whether it has a smallest and a largest number
	def, rep []int16
	numbers  []int32 // of a numeric column
	plain    []byte  // levelRoom bytes, then the values in PLAIN encoding, but for booleans, which take a byte each
	levels   []byte
	sealedPage
}

// sealedPage is a page as it is written.
type sealedPage struct {
	rows, entries int
	nulls         int64
	min, max      int64 // of the values, if the column is ordered; max < min where there are none
	encoding      parquet.Encoding
	uncompressed  int    // size of the body before compression
	body          []byte // levels and values, compressed
	crc           uint32 // of the body
	memory        []byte // what the body lies in
}

func (p *page) reset() {
	p.sealedPage = sealedPage{memory: p.memory}
	if !p.codec.compresses() {
		p.plain = p.memory // so that the body need not be copied there
	}
	p.def, p.rep, p.numbers = p.def[:0], p.rep[:0], p.numbers[:0]
	p.plain = slices.Grow(p.plain[:0], levelRoom)[:levelRoom]
}

// addLeaf adds rows [from, to) of an input's column.
func (p *page) addLeaf(l *leaf, from, to int) {
	e0, e1 := l.firstEntry[from], l.firstEntry[to]
	v0, v1 := int(l.firstValue[from]), int(l.firstValue[to])
	if p.column.MaxDefinitionLevel() > 0 {
		p.def = append(p.def, l.def[e0:e1]...)
	}
	if p.column.MaxRepetitionLevel() > 0 {
		p.rep = append(p.rep, l.rep[e0:e1]...)
	}
	p.entries += int(e1 - e0)
	p.nulls += int64(e1-e0) - int64(v1-v0)
	if w := width(p.column); w > 0 {
		p.plain = append(p.plain, l.data[v0*w:v1*w]...)
		return
	}
	plain := p.plain
	for v := v0; v < v1; v++ {
		plain = appendLengthAnd(plain, l.value(v))
	}
	p.plain = plain
}

// appendLengthAnd appends a byte array in PLAIN encoding.
func appendLengthAnd(dst, value []byte) []byte {
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(value)))
	return append(dst, value...)
}

// addText adds field k of the kept fields of rows [from, to) of CSV.
func (p *page) addText(b *Batch, kept, k, from, to int) {
	for i := from; i < to; i++ {
		p.entries++
		field := b.fields[i*kept+k]
		if field == absent {
			p.def = append(p.def, 0)
			p.nulls++
			continue
		}
		p.def = append(p.def, 1)
		value := b.unquoted(b.text(field))
		if !utf8.Valid(value) {
			// A Parquet string must be UTF-8, or no reader opens the file.
			value = []byte(string([]rune(string(value))))
		}
		p.plain = appendLengthAnd(p.plain, value)
	}
}

// addOwn adds rows [from, to) of one of gridmill's columns.
func (p *page) addOwn(c *ownColumn, b *Batch, from, to int) {
	p.entries += to - from
	switch {
	case c.number != nil:
		n := len(p.numbers)
		p.numbers = slices.Grow(p.numbers, chunkRows-n)[:n+to-from]
		c.numbers(p.numbers[n:], b, from)
	case c.grid != nil:
		p.addGrids(c, b, from, to)
	default:
		p.addOwnText(c, b, from, to)
	}
}

// gridEntry is the size of a grid as a text in PLAIN encoding.
const gridEntry = 4 + solver.Cells

// addGrids adds rows [from, to) of a column of grids.
func (p *page) addGrids(c *ownColumn, b *Batch, from, to int) {
	pos := len(p.plain)
	plain := slices.Grow(p.plain, (chunkRows-p.rows)*gridEntry) // once for all rows of the page
	plain = plain[:pos+(to-from)*gridEntry]
	present := p.moreLevels(to - from)
	for i := range present {
		g := c.grid(b, from+i)
		if g == nil {
			p.nulls++
			continue
		}
		present[i] = 1
		entry := plain[pos : pos+gridEntry]
		binary.LittleEndian.PutUint32(entry, solver.Cells)
		*(*solver.Grid)(entry[4:]) = *g
		pos += gridEntry
	}
	p.plain = plain[:pos]
}

// moreLevels adds n definition levels, all zero, and returns them.
func (p *page) moreLevels(n int) []int16 {
	before := len(p.def)
	p.def = slices.Grow(p.def, chunkRows-before)[:before+n]
	clear(p.def[before:])
	return p.def[before:]
}

// addOwnText adds rows [from, to) of a column of other texts.
func (p *page) addOwnText(c *ownColumn, b *Batch, from, to int) {
	plain := p.plain
	present := p.moreLevels(to - from)
	for i := range present {
		start := len(plain)
		plain = c.text(append(plain, 0, 0, 0, 0), b, from+i)
		length := len(plain) - start - 4
		if length == 0 && !c.always {
			plain = plain[:start]
			p.nulls++
			continue
		}
		binary.LittleEndian.PutUint32(plain[start:], uint32(length))
		present[i] = 1
	}
	p.plain = plain
}

// finish makes the body of the page and takes its checksum.
func (p *page) finish() {
	grids := p.holdsGrids()
	p.encodeValues()
	plain := p.withLevels()
	p.uncompressed = len(plain)
	if p.codec.compresses() {
		p.memory = p.codec.compress(p.memory[:0], plain, len(p.levels), grids)
		p.body = p.memory
	} else {
		p.body, p.memory = plain, p.plain
	}
	p.crc = crc32.ChecksumIEEE(p.body)
}

// holdsGrids reports whether the values are texts of 81 bytes on average.
func (p *page) holdsGrids() bool {
	present := p.entries - int(p.nulls)
	return present > 0 && p.column.PhysicalType() == parquet.Types.ByteArray && len(p.plain)-levelRoom == present*gridEntry
}

// encodeValues makes the values in plain what the page's encoding wants.
func (p *page) encodeValues() {
	p.encoding = parquet.Encodings.Plain
	switch {
	case p.numeric:
		p.encoding = p.codec.numbers
		p.min, p.max = extremes(p.numbers)
		if p.encoding == parquet.Encodings.DeltaBinaryPacked {
			p.plain = appendDeltas(p.plain, p.numbers)
		} else {
			p.plain = appendPlain(p.plain, p.numbers)
		}
	case p.ordered:
		p.min, p.max = plainExtremes(p.plain[levelRoom:], width(p.column))
	case p.column.PhysicalType() == parquet.Types.Boolean:
		p.plain = appendBooleans(p.plain[:levelRoom], p.plain[levelRoom:])
	}
}

// isOrdered reports whether a column holds signed integers, or what is stored and
// compared as such.
func isOrdered(c *schema.Column) bool {
	t := c.PhysicalType()
	return (t == parquet.Types.Int32 || t == parquet.Types.Int64) && c.SortOrder() == schema.SortSIGNED
}

// extremes returns the smallest and the largest of some numbers.
func extremes(numbers []int32) (least, most int64) {
	low, high := numbers[0], numbers[0]
	for _, n := range numbers {
		low, high = min(low, n), max(high, n)
	}
	return int64(low), int64(high)
}

// plainExtremes is extremes for any number of integers in PLAIN encoding, of
// four or eight bytes each.
func plainExtremes(values []byte, width int) (least, most int64) {
	least, most = math.MaxInt64, math.MinInt64
	for ; len(values) > 0; values = values[width:] {
		n := int64(int32(binary.LittleEndian.Uint32(values)))
		if width == 8 {
			n = int64(binary.LittleEndian.Uint64(values))
		}
		least, most = min(least, n), max(most, n)
	}
	return least, most
}

// appendPlain appends numbers in PLAIN encoding.
func appendPlain(dst []byte, numbers []int32) []byte {
	start := len(dst)
	dst = slices.Grow(dst, 4*len(numbers))[:start+4*len(numbers)]
	for i, n := range numbers {
		binary.LittleEndian.PutUint32(dst[start+4*i:], uint32(n))
	}
	return dst
}

// withLevels puts the levels right before the values and returns both.
func (p *page) withLevels() []byte {
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
		copy(p.plain[start:], levels)
		return p.plain[start:]
	}
	p.plain = slices.Replace(p.plain, 0, levelRoom, levels...)
	return p.plain
}

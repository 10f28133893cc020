package formats

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"unicode/utf8"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/schema"

	"github.com/gridmill/gridmill/solver"
)

// page is a data page (version 1) of one column while it grows.
type page struct {
	column   *schema.Column
	numeric  bool // whether it has a smallest and a largest number
	def, rep []int16
	values   []byte  // in PLAIN encoding, but for booleans, which take a byte each
	numbers  []int32 // the values of one of gridmill's own numeric columns
	plain    []byte  // the body before compression
	sealedPage
}

// sealedPage is a page as it is written.
type sealedPage struct {
	rows, entries int
	nulls         int64
	min, max      int32 // of a numeric column
	encoding      parquet.Encoding
	uncompressed  int    // size of the body before compression
	body          []byte // levels and values, compressed
}

func (p *page) reset() {
	p.def, p.rep, p.values, p.numbers = p.def[:0], p.rep[:0], p.values[:0], p.numbers[:0]
	p.sealedPage = sealedPage{body: p.body[:0]}
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
		p.values = append(p.values, l.data[v0*w:v1*w]...)
		return
	}
	for v := v0; v < v1; v++ {
		p.values = appendLengthAnd(p.values, l.value(v))
	}
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
		p.values = appendLengthAnd(p.values, value)
	}
}

// addOwn adds rows [from, to) of one of gridmill's columns.
func (p *page) addOwn(c *ownColumn, b *Batch, from, to int) {
	p.entries += to - from
	if c.number != nil {
		for i := from; i < to; i++ {
			p.numbers = append(p.numbers, c.number(b, i))
		}
		return
	}
	for i := from; i < to; i++ {
		start := len(p.values)
		p.values = append(p.values, 0, 0, 0, 0)
		p.values = c.text(p.values, b, i)
		length := len(p.values) - start - 4
		binary.LittleEndian.PutUint32(p.values[start:], uint32(length))
		if c.always {
			continue
		}
		if length == 0 {
			p.values = p.values[:start]
			p.nulls++
		}
		p.def = append(p.def, int16(min(length, 1)))
	}
}

// finish makes the body of the page.
func (p *page) finish(c *codec) {
	if p.encoding = parquet.Encodings.Plain; p.numeric {
		p.encoding, p.min, p.max = c.numbers, slices.Min(p.numbers), slices.Max(p.numbers)
	}
	if !c.compresses() {
		p.body = p.appendBody(p.body[:0])
		p.uncompressed = len(p.body)
		return
	}
	p.plain = p.appendBody(p.plain[:0])
	p.uncompressed = len(p.plain)
	p.body = c.compress(p.body[:0], p.plain, p.holdsGrids())
}

// holdsGrids reports whether the values are texts of 81 bytes on average, length
// prefixes aside.
func (p *page) holdsGrids() bool {
	present := p.entries - int(p.nulls)
	return present > 0 && p.column.PhysicalType() == parquet.Types.ByteArray && len(p.values) == present*(4+solver.Cells)
}

// appendBody appends levels and values.
func (p *page) appendBody(dst []byte) []byte {
	if most := p.column.MaxRepetitionLevel(); most > 0 {
		dst = appendLevels(dst, p.rep, most)
	}
	if most := p.column.MaxDefinitionLevel(); most > 0 {
		dst = appendLevels(dst, p.def, most)
	}
	switch {
	case p.encoding == parquet.Encodings.DeltaBinaryPacked:
		return appendDeltas(dst, p.numbers)
	case p.numeric:
		for _, n := range p.numbers {
			dst = binary.LittleEndian.AppendUint32(dst, uint32(n))
		}
		return dst
	case p.column.PhysicalType() == parquet.Types.Boolean:
		return appendBooleans(dst, p.values)
	}
	return append(dst, p.values...)
}

// appendLevels appends levels in the hybrid of run lengths and bit packing, with
// the length before it: one run where all are the same, else one packed run.
func appendLevels(dst []byte, levels []int16, most int16) []byte {
	start := len(dst)
	dst = append(dst, 0, 0, 0, 0)
	width := bits.Len16(uint16(most))
	same := len(levels) > 0
	for _, level := range levels {
		same = same && level == levels[0]
	}
	if same {
		dst = binary.AppendUvarint(dst, uint64(len(levels))<<1)
		dst = append(dst, byte(levels[0]))
		if width > 8 {
			dst = append(dst, byte(levels[0]>>8))
		}
	} else {
		dst = appendPacked(dst, levels, width)
	}
	binary.LittleEndian.PutUint32(dst[start:], uint32(len(dst)-start-4))
	return dst
}

// appendPacked appends levels bit by bit, lowest first, in groups of eight.
func appendPacked(dst []byte, levels []int16, width int) []byte {
	groups := (len(levels) + 7) / 8
	dst = binary.AppendUvarint(dst, uint64(groups)<<1|1)
	end := len(dst) + groups*width
	var pending uint64
	held := 0
	for _, level := range levels {
		pending |= uint64(level) << held
		for held += width; held >= 8; held -= 8 {
			dst = append(dst, byte(pending))
			pending >>= 8
		}
	}
	if held > 0 {
		dst = append(dst, byte(pending))
	}
	for len(dst) < end {
		dst = append(dst, 0)
	}
	return dst
}

// appendBooleans packs bytes that are 0 or 1 into bits.
func appendBooleans(dst, values []byte) []byte {
	for i, v := range values {
		if i%8 == 0 {
			dst = append(dst, 0)
		}
		dst[len(dst)-1] |= v << (i % 8)
	}
	return dst
}

package formats

import (
	"encoding/binary"
	"hash/crc32"
	"math"
	"slices"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/schema"
)

// levelRoom is the room before the values of a page for its levels, which are
// known last. It is enough for a column that does not nest.
const levelRoom = 8 + SectionRows/8

// page is a data page (version 1) of one column while it grows.
type page struct {
	column     *schema.Column
	codec      *codec
	numeric    bool        // whether it is one of gridmill's own columns of numbers
	dictionary *dictionary // if it is one of words; else nil
	ordered    bool        // whether it has a smallest and a largest number
	def, rep   hybrid
	indices    hybrid // of the values in the dictionary, if there is one
	// values are levelRoom bytes, then the values in PLAIN encoding. Booleans take a byte
	// each until the page is finished, when indices are appended.
	values []byte
	levels []byte
	sealedPage
}

// sealedPage is a page as it is written.
type sealedPage struct {
	kind          int32 // pageData or pageDictionary
	rows, entries int
	nulls         int64
	min, max      int64 // of the values, if the column is ordered; max < min where there are none
	encoding      parquet.Encoding
	uncompressed  int    // size of the body before compression
	body          []byte // levels and values, compressed
	crc           uint32 // of the body
	// memory is what the body lies in. It belongs to the page while that grows and is
	// sealed, and from push on to the row group. Who pushed the page gives it other memory
	// before it is used again; after an error nothing is.
	memory []byte
}

func (p *page) reset() {
	p.sealedPage = sealedPage{memory: p.memory}
	if !p.codec.compresses() {
		p.values = p.memory // so that the body need not be copied there
	}
	p.def.reset()
	p.rep.reset()
	p.indices.reset()
	p.values = slices.Grow(p.values[:0], levelRoom)[:levelRoom]
}

// keptGrowing is how much memory of a kind a page keeps for the next. Pages end when they
// are half as long, unless a single row takes more.
const keptGrowing = 2 * sectionBytes

// forgetLarge lets go of memory that a very long row took.
func (p *page) forgetLarge() {
	for _, memory := range []*[]byte{&p.values, &p.levels} {
		if cap(*memory) > keptGrowing {
			*memory = nil
		}
	}
	for _, h := range []*hybrid{&p.def, &p.rep, &p.indices} {
		if 2*cap(h.mixed) > keptGrowing {
			h.mixed = nil
		}
	}
}

// addLeaf adds rows [from, to) of an input's column.
func (p *page) addLeaf(l *leaf, from, to int) {
	def, rep, entries, values := l.Levels(from, to)
	if p.column.MaxDefinitionLevel() > 0 {
		p.def.add(def)
	}
	if p.column.MaxRepetitionLevel() > 0 {
		p.rep.add(rep)
	}
	p.entries += entries
	p.nulls += int64(entries - values)
	p.values = l.AppendPlain(p.values, from, to)
}

// finish makes the body of the page and takes its checksum.
func (p *page) finish() {
	how := p.packing()
	p.encodeValues()
	body := p.withLevels()
	p.uncompressed = len(body)
	if p.codec.compresses() {
		p.memory = p.codec.compress(p.memory[:0], body, len(p.levels), how)
		p.body = p.memory
	} else {
		p.body, p.memory = body, p.values
	}
	p.crc = crc32.ChecksumIEEE(p.body)
}

// packing returns how the page, whose values are not encoded yet, is best compressed.
func (p *page) packing() packing {
	if p.dictionary != nil {
		return stored
	}
	// Texts of 81 bytes on average are taken for grids.
	present := p.entries - int(p.nulls)
	if present > 0 && p.column.PhysicalType() == parquet.Types.ByteArray && len(p.values)-levelRoom == present*gridEntry {
		return coded
	}
	return searched
}

// encodeValues makes the values what the page's encoding wants.
func (p *page) encodeValues() {
	p.encoding = parquet.Encodings.Plain
	switch {
	case p.numeric: // their extremes are known
	case p.dictionary != nil:
		p.encodeIndices()
	case p.ordered:
		p.min, p.max = plainExtremes(p.values[levelRoom:], width(p.column))
	case p.column.PhysicalType() == parquet.Types.Boolean:
		p.values = appendBooleans(p.values[:levelRoom], p.values[levelRoom:])
	}
}

// isOrdered reports whether a column holds signed integers, or what is stored and
// compared as such.
func isOrdered(c *schema.Column) bool {
	return isInteger(c.PhysicalType()) && c.SortOrder() == schema.SortSIGNED
}

// plainExtremes returns the smallest and the largest of any number of integers in
// PLAIN encoding, of four or eight bytes each.
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

// appendBooleans packs bytes that are 0 or 1 into bits. They may begin where dst
// ends.
func appendBooleans(dst, values []byte) []byte {
	for i, v := range values {
		if i%8 == 0 {
			dst = append(dst, 0)
		}
		dst[len(dst)-1] |= v << (i % 8)
	}
	return dst
}

// withLevels puts the levels right before the values and returns both.
func (p *page) withLevels() []byte {
	levels := p.levels[:0]
	if most := p.column.MaxRepetitionLevel(); most > 0 {
		levels = p.rep.appendLevels(levels, most)
	}
	if most := p.column.MaxDefinitionLevel(); most > 0 {
		levels = p.def.appendLevels(levels, most)
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

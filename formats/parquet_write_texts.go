package formats

import (
	"encoding/binary"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/gridmill/gridmill/solver"
)

// lengthSize is the size of the length before each text in PLAIN encoding.
const lengthSize = 4

// appendLengthAnd appends a byte array in PLAIN encoding.
func appendLengthAnd(dst, value []byte) []byte {
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(value)))
	return append(dst, value...)
}

// addText adds field k of the kept fields of rows [from, to) of CSV.
func (p *page) addText(b *Batch, kept, k, from, to int) {
	p.expectRows()
	p.entries += to - from
	values, present := p.values, 0 // rows with a value since the last without
	for i := from; i < to; i++ {
		field := b.fields[i*kept+k]
		if field == absent {
			p.def.repeat(1, present)
			p.def.repeat(0, 1)
			p.nulls++
			present = 0
			continue
		}
		present++
		value := b.unquoted(b.text(field))
		if start := len(values); len(value) == solver.Cells && cap(values)-start >= gridEntry {
			values = values[:start+gridEntry]
			putGrid((*[gridEntry]byte)(values[start:]), (*solver.Grid)(value))
			continue
		}
		values = appendLengthAnd(values, value)
	}
	p.def.repeat(1, present)
	if before := len(p.values); !isASCII(values[before:]) {
		values = appendValid(values[:before], b, kept, k, from, to)
	}
	p.values = values
}

// appendValid appends field k of rows [from, to) as addText does, each as UTF-8, since
// no reader opens a file with strings of other bytes.
func appendValid(dst []byte, b *Batch, kept, k, from, to int) []byte {
	for i := from; i < to; i++ {
		field := b.fields[i*kept+k]
		if field == absent {
			continue
		}
		value := b.unquoted(b.text(field))
		if !utf8.Valid(value) {
			value = []byte(string([]rune(string(value))))
		}
		dst = appendLengthAnd(dst, value)
	}
	return dst
}

// expectRows makes room for all rows of a page once the first show how long their
// values are, so that it need not grow in many steps.
func (p *page) expectRows() {
	const most = 1 << 20 // as what follows may be shorter
	room := min((len(p.values)-levelRoom)*(chunkRows/cachedRows), most)
	if p.rows == cachedRows && cap(p.values) < room/2 {
		p.values = slices.Grow(p.values, room)
	}
}

// isASCII reports whether bytes are ASCII characters, which says sooner of texts than
// utf8.Valid that they are UTF-8. Lengths before them are ASCII too where they are
// below 128.
func isASCII(text []byte) bool {
	const highBits = 0x8080808080808080
	all := uint64(0)
	for len(text) >= 64 {
		t := (*[64]byte)(text)
		all |= binary.LittleEndian.Uint64(t[0:]) | binary.LittleEndian.Uint64(t[8:]) |
			binary.LittleEndian.Uint64(t[16:]) | binary.LittleEndian.Uint64(t[24:]) |
			binary.LittleEndian.Uint64(t[32:]) | binary.LittleEndian.Uint64(t[40:]) |
			binary.LittleEndian.Uint64(t[48:]) | binary.LittleEndian.Uint64(t[56:])
		text = text[64:]
	}
	for ; len(text) >= 8; text = text[8:] {
		all |= binary.LittleEndian.Uint64(text)
	}
	for _, c := range text {
		all |= uint64(c)
	}
	return all&highBits == 0
}

// addOwn adds rows [from, to) of one of gridmill's columns.
func (p *page) addOwn(c *ownColumn, b *Batch, from, to int) {
	p.entries += to - from
	switch {
	case c.numeric():
		n := len(p.numbers)
		p.numbers = slices.Grow(p.numbers, chunkRows-n)[:n+to-from]
		c.numbers(p.numbers[n:], b, from)
	case c.grid != ofNothing:
		p.addGrids(c, b, from, to)
	case c.words != nil:
		p.addWords(c, b, from, to)
	default:
		p.addReasons(b, from, to)
	}
}

// addNulls adds rows without a value.
func (p *page) addNulls(n int) {
	p.def.repeat(0, n)
	p.nulls += int64(n)
}

// addGrids adds rows [from, to) of a column of grids.
func (p *page) addGrids(c *ownColumn, b *Batch, from, to int) {
	room := (to - from) * gridEntry
	if p.nulls == 0 {
		room = (chunkRows - p.rows) * gridEntry // once for all rows of the page
	}
	values, present := slices.Grow(p.values, room), 0 // rows with a grid since the last without
	for i := from; i < to; i++ {
		g := b.grid(c.grid, i)
		if g == nil {
			p.def.repeat(1, present)
			p.addNulls(1)
			present = 0
			continue
		}
		present++
		start := len(values)
		values = values[:start+gridEntry]
		putGrid((*[gridEntry]byte)(values[start:]), g)
	}
	p.def.repeat(1, present)
	p.values = values
}

// addWords adds rows [from, to) of a column of words. An empty one is none, unless
// every row has one.
func (p *page) addWords(c *ownColumn, b *Batch, from, to int) {
	pos, present := len(p.values), 0 // rows with a word since the last without
	values := slices.Grow(p.values, (to-from)*len(word{}.entry))
	values = values[:cap(values)]
	for _, n := range b.numbersOf(c, from, to) {
		w := &c.words[n&7]
		if w.size == lengthSize && !c.always {
			p.def.repeat(1, present)
			p.addNulls(1)
			present = 0
			continue
		}
		present++
		*(*[16]byte)(values[pos:]) = w.entry
		pos += w.size
	}
	p.def.repeat(1, present)
	p.values = values[:pos]
}

// addReasons adds the reasons of rows [from, to).
func (p *page) addReasons(b *Batch, from, to int) {
	absent := 0 // rows without a reason since the last with one
	for i := from; i < to; i++ {
		if b.Reasons[i].kind == noReason {
			absent++
			continue
		}
		p.addNulls(absent)
		absent = 0
		b.scratch = b.Reasons[i].AppendText(b.scratch[:0])
		p.values = appendLengthAnd(p.values, b.scratch)
		p.def.repeat(1, 1)
	}
	p.addNulls(absent)
}

// gridEntry is the size of a grid as a text in PLAIN encoding.
const gridEntry = lengthSize + solver.Cells

// putGrid stores a grid as a text in PLAIN encoding.
func putGrid(dst *[gridEntry]byte, g *solver.Grid) {
	binary.LittleEndian.PutUint32(dst[:], solver.Cells)
	copyGrid((*solver.Grid)(dst[lengthSize:]), g)
}

// copyGrid copies a grid. Sixteen bytes at a time need no call, which takes longer than
// the copying.
func copyGrid(dst, g *solver.Grid) {
	const last = solver.Cells - 16 // which overlaps those before
	*(*[16]byte)(dst[0:]) = *(*[16]byte)(g[0:])
	*(*[16]byte)(dst[16:]) = *(*[16]byte)(g[16:])
	*(*[16]byte)(dst[32:]) = *(*[16]byte)(g[32:])
	*(*[16]byte)(dst[48:]) = *(*[16]byte)(g[48:])
	*(*[16]byte)(dst[64:]) = *(*[16]byte)(g[64:])
	*(*[16]byte)(dst[last:]) = *(*[16]byte)(g[last:])
}

// word is a short text in as many bytes as are stored at once, in PLAIN encoding as a
// rule.
type word struct {
	entry [16]byte
	size  int
}

// words are the texts of a column that has few. There are at most eight, and a number
// is taken as &7, which changes none and spares the check of bounds.
type words [8]word

// set makes w a text, which must fit.
func (w *word) set(text []byte) {
	if w.size = copy(w.entry[:], text); w.size < len(text) {
		panic(fmt.Sprintf("formats: the text %q is too long for a word", text))
	}
}

// text returns the text of a word in PLAIN encoding, and nothing for one that was not set.
func (w *word) text() string { return string(w.entry[min(lengthSize, w.size):w.size]) }

// wordsOf returns n texts by their numbers.
func wordsOf(n int, text func(int) string) *words {
	var w words
	for i := range n {
		w[i].set(appendLengthAnd(nil, []byte(text(i))))
	}
	return &w
}

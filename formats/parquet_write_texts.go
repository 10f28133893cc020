package formats

import (
	"encoding/binary"
	"slices"
	"unicode/utf8"

	"github.com/gridmill/gridmill/solver"
)

// appendPlain appends a byte array in PLAIN encoding.
func appendPlain(dst, value []byte) []byte {
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(value)))
	return append(dst, value...)
}

// addText adds field k of the kept fields of rows [from, to) of CSV.
func (p *page) addText(b *Batch, k, from, to int) {
	p.expectRows()
	p.entries += to - from
	values, present := p.values, 0 // rows with a value since the last without
	for i := from; i < to; i++ {
		value, has := b.keptText(i, k)
		if !has {
			p.addRun(present, 1)
			present = 0
			continue
		}
		present++
		if start := len(values); len(value) == solver.Cells && cap(values)-start >= gridEntry {
			values = values[:start+gridEntry]
			putGrid((*[gridEntry]byte)(values[start:]), (*solver.Grid)(value))
			continue
		}
		values = appendPlain(values, value)
	}
	p.addRun(present, 0)
	if before := len(p.values); !isASCII(values[before:]) {
		values = appendValid(values[:before], b, k, from, to)
	}
	p.values = values
}

// appendValid appends field k of rows [from, to) as addText does, each as UTF-8, since
// no reader opens a file with strings of other bytes.
func appendValid(dst []byte, b *Batch, k, from, to int) []byte {
	for i := from; i < to; i++ {
		value, has := b.keptText(i, k)
		if !has {
			continue
		}
		if !utf8.Valid(value) {
			value = []byte(string([]rune(string(value))))
		}
		dst = appendPlain(dst, value)
	}
	return dst
}

// expectRows makes room for all rows of a page once the first show how long their
// values are, so that it need not grow in many steps.
func (p *page) expectRows() {
	const most = 1 << 20 // as what follows may be shorter
	room := min((len(p.values)-levelRoom)*(SectionRows/cachedRows), most)
	if p.rows == cachedRows && cap(p.values) < room/2 {
		p.values = slices.Grow(p.values, room)
	}
}

// isASCII reports whether bytes are ASCII characters, which says sooner of texts than
// utf8.Valid that they are UTF-8. Lengths before them are ASCII too where they are
// below 128.
func isASCII(text []byte) bool {
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

// addOwn adds rows [from, to) of one of gridmill's columns. Levels are noted for runs of
// rows with a value or without, since nearly all columns are one such run.
func (p *page) addOwn(c *ownColumn, b *Batch, from, to int) {
	p.entries += to - from
	switch {
	case c.numeric():
		p.addNumbers(c, b, from, to)
	case c.grid != ofNothing:
		p.addGrids(c, b, from, to)
	case c.words != nil:
		p.addWords(c, b, from, to)
	case c.reasons:
		p.addReasons(b, from, to)
	}
}

// addRun notes rows with a value and then rows without one.
func (p *page) addRun(present, absent int) {
	p.def.repeat(1, present)
	p.def.repeat(0, absent)
	p.nulls += int64(absent)
}

// addGrids adds rows [from, to) of a column of grids.
func (p *page) addGrids(c *ownColumn, b *Batch, from, to int) {
	room := (to - from) * gridEntry
	if p.nulls == 0 {
		room = (SectionRows - p.rows) * gridEntry // once for all rows of the page
	}
	values := slices.Grow(p.values, room)
	for i := from; i < to; {
		start := len(values)
		present := putGrids(values[start:cap(values)], b, c.grid, i, to)
		values = values[:start+present*gridEntry]
		i += present
		absent := 0
		for ; i < to && b.grid(c.grid, i) == nil; i++ {
			absent++
		}
		p.addRun(present, absent)
	}
	p.values = values
}

// addReasons adds the reasons of rows [from, to).
func (p *page) addReasons(b *Batch, from, to int) {
	absent := 0 // rows without a reason since the last with one
	for i := from; i < to; i++ {
		if b.Reasons[i].kind == noReason {
			absent++
			continue
		}
		p.addRun(0, absent)
		absent = 0
		b.scratch = b.Reasons[i].AppendText(b.scratch[:0])
		p.values = appendPlain(p.values, b.scratch)
		p.addRun(1, 0)
	}
	p.addRun(0, absent)
}

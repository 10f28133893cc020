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
	case c.number != nil:
		n := len(p.numbers)
		p.numbers = slices.Grow(p.numbers, chunkRows-n)[:n+to-from]
		c.numbers(p.numbers[n:], b, from)
	case c.texts == nil || !p.addOwnTexts(c, b, from, to):
		p.addOwnText(c, b, from, to)
	}
}

// addOwnTexts adds rows [from, to) of a column of texts, if the column takes them at
// once, and reports whether it did.
func (p *page) addOwnTexts(c *ownColumn, b *Batch, from, to int) bool {
	if room := (chunkRows - p.rows) * c.room; p.nulls == 0 && cap(p.values)-len(p.values) < room {
		p.values = slices.Grow(p.values, room) // once for all rows of the page
	}
	values, uniform := c.texts(p.values, b, from, to)
	switch {
	case !uniform:
		p.values = values[:len(p.values)] // with the room that was made
		return false
	case len(values) == len(p.values):
		p.def.repeat(0, to-from)
		p.nulls += int64(to - from)
	default:
		p.def.repeat(1, to-from)
	}
	p.values = values
	return true
}

// addOwnText adds rows [from, to) of a column of texts one by one.
func (p *page) addOwnText(c *ownColumn, b *Batch, from, to int) {
	values := p.values
	for i := from; i < to; i++ {
		start := len(values)
		values = c.text(append(values, 0, 0, 0, 0), b, i)
		length := len(values) - start - lengthSize
		if length == 0 && !c.always {
			values = values[:start]
			p.def.repeat(0, 1)
			p.nulls++
			continue
		}
		binary.LittleEndian.PutUint32(values[start:], uint32(length))
		p.def.repeat(1, 1)
	}
	p.values = values
}

// gridEntry is the size of a grid as a text in PLAIN encoding.
const gridEntry = lengthSize + solver.Cells

// putGrid stores a grid as a text in PLAIN encoding. Sixteen bytes at a time need no
// call, which takes longer than the copying.
func putGrid(dst *[gridEntry]byte, g *solver.Grid) {
	const last = solver.Cells - 16 // which overlaps those before
	text := (*solver.Grid)(dst[lengthSize:])
	binary.LittleEndian.PutUint32(dst[:], solver.Cells)
	*(*[16]byte)(text[0:]) = *(*[16]byte)(g[0:])
	*(*[16]byte)(text[16:]) = *(*[16]byte)(g[16:])
	*(*[16]byte)(text[32:]) = *(*[16]byte)(g[32:])
	*(*[16]byte)(text[48:]) = *(*[16]byte)(g[48:])
	*(*[16]byte)(text[64:]) = *(*[16]byte)(g[64:])
	*(*[16]byte)(text[last:]) = *(*[16]byte)(g[last:])
}

// puzzleTexts appends the puzzles of rows [from, to), if all are some.
func puzzleTexts(dst []byte, b *Batch, from, to int) ([]byte, bool) {
	start, size := len(dst), (to-from)*gridEntry
	dst = slices.Grow(dst, size)
	entries := dst[start : start+size]
	for i := range b.Puzzles[from:to] {
		g := &b.Puzzles[from+i]
		if g[0] == 0 {
			return dst, false
		}
		putGrid((*[gridEntry]byte)(entries), g)
		entries = entries[gridEntry:]
	}
	return dst[:start+size], true
}

// solutionTexts appends the solutions of rows [from, to), if all have one.
func solutionTexts(dst []byte, b *Batch, from, to int) ([]byte, bool) {
	start, size := len(dst), (to-from)*gridEntry
	dst = slices.Grow(dst, size)
	entries := dst[start : start+size]
	for i := range b.Results[from:to] {
		r := &b.Results[from+i]
		if r.Count == 0 {
			return dst, false
		}
		putGrid((*[gridEntry]byte)(entries), &r.Solution)
		entries = entries[gridEntry:]
	}
	return dst[:start+size], true
}

// word is a short text in PLAIN encoding, in as many bytes as are stored at once.
type word struct {
	entry [16]byte
	size  int
}

// words are the texts of a column that has few. There are at most eight, and a number
// is taken as &7, which changes none and spares the check of bounds.
type words [8]word

// wordsOf returns n texts by their numbers.
func wordsOf(n int, text func(int) string) (w words) {
	for i := range n {
		entry := appendLengthAnd(nil, []byte(text(i)))
		w[i].size = len(entry)
		if copy(w[i].entry[:], entry) < len(entry) {
			panic(fmt.Sprintf("formats: the text %q is too long for a word", text(i)))
		}
	}
	return w
}

var (
	verdictWords = wordsOf(solver.NumVerdicts, func(i int) string { return solver.Verdict(i).String() })
	answerWords  = wordsOf(NumAnswers, func(i int) string { return Answer(i).String() })
)

// verdictTexts appends the verdicts of rows [from, to).
func verdictTexts(dst []byte, b *Batch, from, to int) ([]byte, bool) {
	pos := len(dst)
	dst = slices.Grow(dst, (to-from)*len(word{}.entry))
	dst = dst[:cap(dst)]
	for i := range b.Results[from:to] {
		w := &verdictWords[b.Results[from+i].Verdict&7]
		*(*[16]byte)(dst[pos:]) = w.entry
		pos += w.size
	}
	return dst[:pos], true
}

// answerTexts appends what rows [from, to) say of their answers, if all have one.
func answerTexts(dst []byte, b *Batch, from, to int) ([]byte, bool) {
	pos := len(dst)
	dst = slices.Grow(dst, (to-from)*len(word{}.entry))
	dst = dst[:cap(dst)]
	for _, a := range b.Answers[from:to] {
		if a == NoAnswer {
			return dst, false
		}
		w := &answerWords[a&7]
		*(*[16]byte)(dst[pos:]) = w.entry
		pos += w.size
	}
	return dst[:pos], true
}

// reasonTexts appends nothing, if none of rows [from, to) has a reason.
func reasonTexts(dst []byte, b *Batch, from, to int) ([]byte, bool) {
	for i := range b.Reasons[from:to] {
		if b.Reasons[from+i].kind != noReason {
			return dst, false
		}
	}
	return dst, true
}

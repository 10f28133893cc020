package formats

import (
	"encoding/binary"
	"slices"

	"github.com/gridmill/gridmill/formats/option"
)

// pageRange is entries [from, to) of a page. The rows that begin in it, if any do, are
// rows [row, rowEnd) of the batch.
type pageRange struct {
	page        *inputPage
	from, to    int
	row, rowEnd int
}

// leafLimits bounds the values of one column in one batch: how many bytes they take, and
// how many entries they have. Dictionaries and runs can make much of little. Tests choose
// less.
var leafLimits = struct{ bytes, entries int }{256 << 20, 1 << 25}

// add notes that entries [from, to) of a page belong to the leaf.
func (l *leaf) add(page *inputPage, from, to, row, rowEnd int) {
	page.hold()
	l.ranges = append(l.ranges, pageRange{page, from, to, row, rowEnd})
}

// fill copies the values of the rows before rowEnd out of their pages.
func (l *leaf) fill(rowEnd int) error {
	for ; l.filled < len(l.ranges) && l.ranges[l.filled].rowEnd <= rowEnd; l.filled++ {
		p := &l.ranges[l.filled]
		err := p.page.decode()
		if err == nil {
			err = l.copyRange(p)
		}
		if err != nil {
			return p.page.inPage(err)
		}
	}
	return nil
}

// firstDamage returns what is wrong with the damaged page whose rows come first in a
// segment, of several the first column's, and nil where no page is damaged. What parsing
// meets first is the first damage of one column, which need not be the first of all, and
// which one that is would depend on the size of batches.
func (s *parquetSource) firstDamage(b *Batch, g *segment) (first error) {
	end := g.to
	for i := range s.leaves {
		for _, p := range b.leaves[i].ranges {
			row := p.row
			if p.rowEnd == p.row {
				row-- // which goes on in this page
			}
			if row < g.from || row >= end {
				continue
			}
			if err := guard(p.check); err != nil {
				first, end = p.page.inPage(err), row
				break
			}
		}
	}
	return first
}

// check returns what is wrong with the range's values, as far as a range can tell.
func (p *pageRange) check() error {
	if err := p.page.decode(); err != nil {
		return err
	}
	var l leaf
	l.reset()
	return l.copyRange(p)
}

// copyRange appends a range whose page is decoded.
func (l *leaf) copyRange(p *pageRange) error {
	page := p.page
	l.setColumn(page.chunk.column)
	if len(l.def)+p.to-p.from > leafLimits.entries {
		return option.Errorf(option.Batch, "a batch of its rows holds more than %d values", leafLimits.entries)
	}
	if l.column.MaxDefinitionLevel() > 0 {
		l.def = appendRuns(l.def, &page.def, p.from, p.to)
	}
	if isNested(l.column) {
		l.rep = appendRuns(l.rep, &page.rep, p.from, p.to)
	}
	from, to := page.valuesBefore(p.from), page.valuesBefore(p.to)
	l.addRows(p.to-p.from, to-from == p.to-p.from)
	return l.copyValues(&page.values, from, to)
}

// addRows notes where the rows of the last n entries begin, and is told whether all of
// these hold a value. The last entry of firstEntry and of firstValue stands for the row
// that may still grow.
func (l *leaf) addRows(n int, all bool) {
	last := len(l.firstEntry) - 1
	entry, value := l.firstEntry[last], l.firstValue[last]
	end := entry + int32(n)
	entries := l.firstEntry[:last]
	if isNested(l.column) {
		for i, level := range l.rep[entry:end] {
			if level == 0 {
				entries = append(entries, entry+int32(i))
			}
		}
	} else {
		for i := range int32(n) {
			entries = append(entries, entry+i)
		}
	}
	entries = append(entries, end)
	values := l.firstValue[:last]
	for _, next := range entries[last:] {
		value += l.present(entry, next, all)
		values = append(values, value)
		entry = next
	}
	l.firstEntry, l.firstValue = entries, values
}

// present returns how many of entries [from, to) hold a value, as all may.
func (l *leaf) present(from, to int32, all bool) int32 {
	if all {
		return to - from
	}
	n, full := int32(0), l.column.MaxDefinitionLevel()
	for _, level := range l.def[from:to] {
		if level == full {
			n++
		}
	}
	return n
}

// copyValues appends values [from, to) of a page.
func (l *leaf) copyValues(v *values, from, to int) (err error) {
	switch {
	case from == to:
	case v.dict != nil:
		for ; from < to && err == nil; from += indicesAtOnce {
			err = l.copyIndexed(v, from, min(from+indicesAtOnce, to))
		}
		if err != nil {
			return err
		}
	case l.width > 0:
		l.data = append(l.data, v.data[from*l.width:to*l.width]...)
	default:
		l.ends = slices.Grow(l.ends, to-from)
		for i := from; i < to; i++ {
			if err := l.copyValue(v.at(i)); err != nil {
				return err
			}
		}
	}
	return l.checkRoom(0)
}

// indicesAtOnce is how many indices into a dictionary are looked up at once. Rows of lists
// have many more than that.
const indicesAtOnce = 4096

// copyIndexed appends those values of a dictionary that values [from, to) of a page name.
func (l *leaf) copyIndexed(v *values, from, to int) (err error) {
	if l.indices, err = v.appendIndices(l.indices[:0], from, to); err != nil {
		return err
	}
	if err := l.checkRoom(len(l.indices) * l.width); err != nil {
		return err
	}
	if (l.width == 4 || l.width == 8) && v.dict.n <= len(fewWords{}) {
		l.copyWords(v.dict)
		return nil
	}
	for _, i := range l.indices {
		if err := l.copyValue(v.dict.at(int(i))); err != nil {
			return err
		}
	}
	return nil
}

// fewWords are the values of a dictionary that has few, of 4 or 8 bytes each.
type fewWords [256]uint64

// copyWords appends those of such a dictionary's values that indices name.
func (l *leaf) copyWords(dict *values) {
	var words fewWords
	for i := range dict.n {
		words[i] = unsigned(dict.at(i), l.width)
	}
	start := len(l.data)
	l.data = slices.Grow(l.data, l.width*len(l.indices))[:start+l.width*len(l.indices)]
	to := l.data[start:]
	if l.width == 4 {
		for _, i := range l.indices {
			binary.LittleEndian.PutUint32(to[:4], uint32(words[uint8(i)]))
			to = to[4:]
		}
		return
	}
	for _, i := range l.indices {
		binary.LittleEndian.PutUint64(to[:8], words[uint8(i)])
		to = to[8:]
	}
}

func (l *leaf) copyValue(value []byte) error {
	l.data = append(l.data, value...)
	if l.width > 0 {
		return nil
	}
	l.ends = append(l.ends, int32(len(l.data)))
	return l.checkRoom(0)
}

// checkRoom refuses so many more bytes of values where a batch has no room for them.
func (l *leaf) checkRoom(bytes int) error {
	if len(l.data)+bytes > leafLimits.bytes {
		return option.Errorf(option.Batch, "its values are too long for a batch (more than %d bytes)", leafLimits.bytes)
	}
	return nil
}

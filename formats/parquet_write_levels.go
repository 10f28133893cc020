package formats

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// entryLevels are the definition or the repetition levels of a page's entries. As long
// as all are the same they are only counted, since most columns have no others.
type entryLevels struct {
	n     int
	same  int16   // what all are, as long as mixed is empty
	mixed []int16 // each, once they differ
}

func (l *entryLevels) reset() { l.n, l.mixed = 0, l.mixed[:0] }

// repeat adds n entries of one level.
func (l *entryLevels) repeat(level int16, n int) {
	switch {
	case n == 0:
		return
	case l.n == 0:
		l.same = level
	case len(l.mixed) == 0 && level != l.same:
		l.spread()
	}
	l.n += n
	if len(l.mixed) > 0 {
		l.mixed = appendRepeated(l.mixed, level, n)
	}
}

// add adds an entry for each of the levels.
func (l *entryLevels) add(levels []int16) {
	if len(levels) == 0 {
		return
	}
	if !slices.ContainsFunc(levels, func(level int16) bool { return level != levels[0] }) {
		l.repeat(levels[0], len(levels))
		return
	}
	if len(l.mixed) == 0 {
		l.spread()
	}
	l.n += len(levels)
	l.mixed = append(l.mixed, levels...)
}

// spread notes for each entry what was only counted.
func (l *entryLevels) spread() { l.mixed = appendRepeated(l.mixed, l.same, l.n) }

func appendRepeated(dst []int16, level int16, n int) []int16 {
	dst = slices.Grow(dst, n)
	for range n {
		dst = append(dst, level)
	}
	return dst
}

// append appends the levels in the hybrid of run lengths and bit packing, with the
// length before it: one run where all are the same, else one packed run.
func (l *entryLevels) append(dst []byte, most int16) []byte {
	start := len(dst)
	dst = append(dst, 0, 0, 0, 0)
	width := bits.Len16(uint16(most))
	if l.n > 0 && len(l.mixed) == 0 {
		dst = binary.AppendUvarint(dst, uint64(l.n)<<1)
		dst = append(dst, byte(l.same))
		if width > 8 {
			dst = append(dst, byte(l.same>>8))
		}
	} else {
		dst = appendPacked(dst, l.mixed, width)
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

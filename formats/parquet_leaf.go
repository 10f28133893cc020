package formats

import (
	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/schema"
)

// leaf holds the values of one Parquet column for the rows of a batch, together
// with the levels that say how they nest: what a column chunk holds, so that any
// type can pass from file to file. The reader names the ranges of pages that hold
// them, and fill copies them from there.
type leaf struct {
	column *schema.Column
	lists  []int16 // listLevels of the column
	width  int     // width of the column
	digits bool    // whether its values are integers that are written as such
	ranges []pageRange
	filled int // ranges that were copied

	def  []int16 // definition levels, one an entry; empty where all are zero
	rep  []int16 // repetition levels, one an entry; empty where all are zero
	data []byte  // the values one after the other, without length prefixes
	ends []int32 // where each value ends in data, if their sizes differ

	firstEntry []int32 // of each row, and at last the number of entries
	firstValue []int32 // of each row, and at last the number of values

	// For one range at a time.
	indices []uint32 // into a dictionary
	levels  []int16  // definition levels, empty where there are no nulls
}

// reset lets go of the pages and empties the leaf.
func (l *leaf) reset() {
	for _, p := range l.ranges {
		p.page.release()
	}
	l.ranges, l.filled = l.ranges[:0], 0
	l.def, l.rep, l.data, l.ends = l.def[:0], l.rep[:0], l.data[:0], l.ends[:0]
	l.firstEntry = append(l.firstEntry[:0], 0)
	l.firstValue = append(l.firstValue[:0], 0)
}

// setColumn says which column the values are of.
func (l *leaf) setColumn(c *schema.Column) {
	if l.column != c {
		l.column, l.lists, l.width, l.digits = c, listLevels(c), width(c), writesDigits(c)
	}
}

// writesDigits reports whether a column holds integers that are written as such, and not
// as dates or the like.
func writesDigits(c *schema.Column) bool {
	if t := c.PhysicalType(); t != parquet.Types.Int32 && t != parquet.Types.Int64 {
		return false
	}
	return string(appendInteger(nil, c, 7)) == "7"
}

// width returns the size in bytes of each of a column's values, or 0 where they
// differ. A boolean takes a byte here.
func width(c *schema.Column) int {
	switch c.PhysicalType() {
	case parquet.Types.Boolean:
		return 1
	case parquet.Types.Int32, parquet.Types.Float:
		return 4
	case parquet.Types.Int64, parquet.Types.Double:
		return 8
	case parquet.Types.Int96:
		return 12
	case parquet.Types.FixedLenByteArray:
		return c.TypeLength()
	}
	return 0
}

// value returns the bytes of the value with index v.
func (l *leaf) value(v int) []byte {
	if l.width > 0 {
		return l.data[v*l.width : (v+1)*l.width]
	}
	start := int32(0)
	if v > 0 {
		start = l.ends[v-1]
	}
	return l.data[start:l.ends[v]]
}

// bytesOf returns how many bytes the values of rows [from, to) take.
func (l *leaf) bytesOf(from, to int) int {
	if len(l.firstValue) <= to {
		return 0 // not read
	}
	first, behind := int(l.firstValue[from]), int(l.firstValue[to])
	if l.width > 0 || first == behind {
		return (behind - first) * l.width
	}
	before := int32(0)
	if first > 0 {
		before = l.ends[first-1]
	}
	return int(l.ends[behind-1] - before)
}

// flat returns the bytes of row i's only value, and false where it has none or
// the column nests.
func (l *leaf) flat(i int) ([]byte, bool) {
	if l.column.MaxRepetitionLevel() > 0 || l.firstValue[i] == l.firstValue[i+1] {
		return nil, false
	}
	return l.value(int(l.firstValue[i])), true
}

// appendText appends row i as text: nothing for null, lists in brackets.
func (l *leaf) appendText(dst []byte, i int) []byte {
	if l.column.MaxRepetitionLevel() == 0 {
		if value, ok := l.flat(i); ok {
			return appendValue(dst, l.column, value)
		}
		return dst
	}
	return l.appendList(dst, i)
}

// appendList appends a row of a column of lists. A list opens where an entry's
// definition level reaches it, and all lists deeper than an entry's repetition
// level are closed before it.
func (l *leaf) appendList(dst []byte, i int) []byte {
	v, open := int(l.firstValue[i]), 0
	for e := l.firstEntry[i]; e < l.firstEntry[i+1]; e++ {
		def, rep := l.def[e], int(l.rep[e])
		for ; open > rep; open-- {
			dst = append(dst, ']')
		}
		if e > l.firstEntry[i] {
			dst = append(dst, ", "...)
		}
		for open < len(l.lists) && def >= l.lists[open]-1 {
			dst = append(dst, '[')
			open++
			if def < l.lists[open-1] {
				break // an empty list
			}
		}
		switch {
		case def == l.column.MaxDefinitionLevel():
			dst = appendValue(dst, l.column, l.value(v))
			v++
			var n int32
			dst, n = l.appendDigits(dst, e+1, l.firstEntry[i+1], v)
			e, v = e+n, v+int(n)
		case open == 0: // no list at all
		case def >= l.lists[open-1]:
			dst = append(dst, "null"...)
		}
	}
	for ; open > 0; open-- {
		dst = append(dst, ']')
	}
	return dst
}

// appendDigits appends the values from v on of those entries [e, end) that go on with the
// innermost list and are single digits, up to the first that is otherwise, and returns
// how many it appended.
func (l *leaf) appendDigits(dst []byte, e, end int32, v int) ([]byte, int32) {
	if !l.digits {
		return dst, 0
	}
	inner, full := int16(len(l.lists)), l.column.MaxDefinitionLevel()
	rep, def, data := l.rep[e:end], l.def[e:end], l.data[v*l.width:]
	for i, level := range rep {
		if level != inner || def[i] != full {
			return dst, int32(i)
		}
		n := unsigned(data, l.width)
		if n > 9 {
			return dst, int32(i)
		}
		dst = append(dst, ',', ' ', '0'+byte(n))
		data = data[l.width:]
	}
	return dst, end - e
}

// listLevels returns, for each list around the column's values from the outside
// in, the definition level that an entry of it has at least.
func listLevels(c *schema.Column) []int16 {
	var path []schema.Node
	for n := c.SchemaNode(); n != nil && n.Parent() != nil; n = n.Parent() {
		path = append(path, n)
	}
	var levels []int16
	def := int16(0)
	for i := len(path) - 1; i >= 0; i-- {
		switch path[i].RepetitionType() {
		case parquet.Repetitions.Optional:
			def++
		case parquet.Repetitions.Repeated:
			def++
			levels = append(levels, def)
		}
	}
	return levels
}

package parquet

import "github.com/apache/arrow/go/v15/parquet/schema"

// A Column holds the values of one column in a batch of rows, and the levels that describe nesting
// and nulls. With the levels, values of any type can be copied between files.
//
// A ColumnReader records which entries of which pages hold the values. Fill copies the values from
// the pages. Call Reset before the first call to Fill. Only one goroutine at a time may use a
// Column, but Columns of several goroutines may share pages.
type Column struct {
	column     *schema.Column
	listLevels []int16
	width      int    // size of a value in bytes, or 0 if sizes differ
	limits     Limits // limits of the column's file
	digits     bool   // whether the values are plain integers (dates, for example, are not)
	ranges     []pageRange
	filled     int // number of ranges copied

	def  []int16 // definition levels, one per entry; empty if the column has none
	rep  []int16 // repetition levels, one per entry; empty if the column has none
	data []byte  // the values in PLAIN encoding, with booleans as bytes
	ends []int32 // if width is 0, data[ends[v]:ends[v+1]] holds the length and the bytes of value v

	firstEntry []int32 // index of each row's first entry; the last element is the number of entries
	firstValue []int32 // index of each row's first value; the last element is the number of values

	indices []uint32 // at most indicesAtOnce indices into a dictionary
	encoded []byte   // an encoded row
}

// Reset releases the pages and empties the column.
func (c *Column) Reset() {
	for _, p := range c.ranges {
		p.page.release()
	}
	clear(c.ranges)
	c.ranges, c.filled = c.ranges[:0], 0
	c.def, c.rep, c.data, c.ends = c.def[:0], c.rep[:0], c.data[:0], append(c.ends[:0], 0)
	c.firstEntry = append(c.firstEntry[:0], 0)
	c.firstValue = append(c.firstValue[:0], 0)
}

func (c *Column) setColumn(s *schema.Column, limits Limits) {
	c.limits = limits
	if c.column != s {
		c.column, c.listLevels, c.width = s, listLevels(s), width(s)
		c.digits = isInteger(s.PhysicalType()) && string(appendInteger(nil, s, 7)) == "7"
	}
}

func (c *Column) value(v int) []byte {
	if c.width > 0 {
		return c.data[v*c.width : (v+1)*c.width]
	}
	return c.data[c.ends[v]+lengthBytes : c.ends[v+1]]
}

// Bytes returns the size in bytes of the values of rows [from, to), or 0 before Fill copies them.
func (c *Column) Bytes(from, to int) int {
	if len(c.firstValue) <= to {
		return 0
	}
	first, end := int(c.firstValue[from]), int(c.firstValue[to])
	if c.width > 0 || first == end {
		return (end - first) * c.width
	}
	return int(c.ends[end]-c.ends[first]) - (end-first)*lengthBytes
}

// Levels returns the definition and repetition levels of rows [from, to), and how many entries and
// values these rows have. def or rep is nil if the column has no such levels. Call Fill first.
func (c *Column) Levels(from, to int) (def, rep []int16, entries, values int) {
	e0, e1 := c.firstEntry[from], c.firstEntry[to]
	if len(c.def) > 0 {
		def = c.def[e0:e1]
	}
	if len(c.rep) > 0 {
		rep = c.rep[e0:e1]
	}
	return def, rep, int(e1 - e0), int(c.firstValue[to] - c.firstValue[from])
}

// AppendPlain appends the values of rows [from, to) in PLAIN encoding, with booleans as bytes. Call
// Fill for the rows first.
func (c *Column) AppendPlain(dst []byte, from, to int) []byte {
	v0, v1 := int(c.firstValue[from]), int(c.firstValue[to])
	if c.width > 0 {
		return append(dst, c.data[v0*c.width:v1*c.width]...)
	}
	return append(dst, c.data[c.ends[v0]:c.ends[v1]]...)
}

// IsNull reports whether a row that Fill copied has no value. An empty list counts as a value.
func (c *Column) IsNull(row int) bool {
	if c.firstValue[row] < c.firstValue[row+1] {
		return false
	}
	return len(c.listLevels) == 0 || c.def[c.firstEntry[row]] < c.listLevels[0]-1
}

// Value returns the bytes of a row's value. A number is little-endian, a boolean is one byte, and
// null is nil. The column must not be nested. Call Fill for the row first.
func (c *Column) Value(row int) []byte {
	v := int(c.firstValue[row])
	if v == int(c.firstValue[row+1]) {
		return nil
	}
	return c.value(v)
}

// Integers returns the n values of a row as unsigned little-endian numbers, and the size of a
// number in bytes. It returns nil unless the row has n plain integers. Call Fill for the row first.
func (c *Column) Integers(row, n int) (data []byte, width int) {
	if !c.digits {
		return nil, 0
	}
	entry, value := c.firstEntry[row:row+2], c.firstValue[row:row+2]
	if int(entry[1]-entry[0]) != n || int(value[1]-value[0]) != n {
		return nil, 0
	}
	return c.data[int(value[0])*c.width : int(value[1])*c.width], c.width
}

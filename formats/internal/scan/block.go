package scan

import (
	"math"
	"slices"
	"unsafe"
)

const (
	// MaxRow is the maximum length of a row in bytes, including a carriage return at its end. A
	// longer row is cut to MaxRow+1 bytes, so that its length shows that it was too long.
	MaxRow = 1 << 20
	// MaxBlock is the maximum size of a block in bytes. Positions up to MaxBlock fit into a Span.
	MaxBlock = 1 << 30
)

// A Block holds text that was cut into rows, and the positions of the rows' fields.
type Block struct {
	Bytes []byte
	Rows  []Row
	// Fields holds the spans of the fields that are needed later. Field k of row i is
	// Fields[i*FieldsPerRow+k].
	FieldsPerRow int
	Fields       []Span
	// If rows are typed, Kinds holds the kind of each value in Fields. If rows are text, Kinds is
	// empty, and fields are kept as written, including quotes.
	Kinds []byte
	// In typed rows, Omitted is called for each value whose key has no column. name is the key, and
	// line is the row's line number or, if lines are not counted, its row number.
	Omitted func(name []byte, line int64)
}

// The kinds of values in typed rows.
const (
	NoField   byte = iota // the row does not have the field
	NullField             // null
	TextField             // text
	JSONField             // a number, a boolean, a list or an object, in JSON
)

// Rows is a stream that is cut into rows.
type Rows interface {
	// Fill adds rows to b until b has maxRows rows or more than maxBytes bytes. At the end of the
	// stream, it returns io.EOF. Row.Line is relative to what Line returned before Fill was called.
	Fill(b *Block, maxRows, maxBytes int) error
	// ToNextRow advances to the next row. It returns io.EOF if no row follows. If wait is false,
	// ToNextRow does not wait for data, and may return nil even if no row follows.
	ToNextRow(wait bool) error
	// Offset and Line return the position of the next row. SkipTo skips to a later position.
	Offset() int64
	Line() int64
	SkipTo(offset, line int64) error
}

// A RowCount is a position in data without lines. It implements two methods of Rows.
type RowCount struct{ Done int64 } // number of rows read

// Offset implements Rows.
func (c *RowCount) Offset() int64 { return c.Done }

// Line implements Rows. It returns the number of the next row.
func (c *RowCount) Line() int64 { return c.Done + 1 }

// A Span is a range of bytes in a block.
type Span struct{ Start, End uint32 }

// Len returns the number of bytes in the span.
func (s Span) Len() int { return int(s.End - s.Start) }

// Moved returns s moved forward by n bytes.
func (s Span) Moved(n uint32) Span { return Span{s.Start + n, s.End + n} }

// Absent is the span of a field that a row does not have. The span of an empty field is different.
var Absent = Span{math.MaxUint32, math.MaxUint32}

// A Row is one row in a block, without its line ending.
type Row struct {
	Span
	Line uint32 // line number of the row, counting from 0 in each call to Fill
}

// Reset empties the block.
func (b *Block) Reset() {
	b.Bytes, b.Rows, b.Fields, b.Kinds, b.FieldsPerRow = b.Bytes[:0], b.Rows[:0], b.Fields[:0], b.Kinds[:0], 0
}

// Size returns the size in bytes of the text or of the fields' spans, whichever is larger.
func (b *Block) Size() int { return b.sizeAt(len(b.Bytes)) }

// sizeAt returns the size that the block would have if its text ended at pos.
func (b *Block) sizeAt(pos int) int {
	return max(pos, len(b.Rows)*b.FieldsPerRow*int(unsafe.Sizeof(Span{})))
}

// GrowFields sets the length of b.Fields to n*b.FieldsPerRow, for n rows.
func (b *Block) GrowFields(n int) {
	b.Fields = slices.Grow(b.Fields, max(n*b.FieldsPerRow-len(b.Fields), 0))[:n*b.FieldsPerRow]
}

// GrowTyped is like GrowFields, but for typed rows.
func (b *Block) GrowTyped(n int) {
	b.GrowFields(n)
	b.Kinds = slices.Grow(b.Kinds, max(n*b.FieldsPerRow-len(b.Kinds), 0))[:n*b.FieldsPerRow]
}

// Clear marks all fields of row i as absent. The rows must be typed.
func (b *Block) Clear(i int) {
	fields := b.FieldsOf(i)
	for k := range fields {
		fields[k] = Absent
	}
	clear(b.Kinds[i*b.FieldsPerRow : (i+1)*b.FieldsPerRow])
}

// Set records the position and the kind of field k of row i. The rows must be typed.
func (b *Block) Set(i, k int, field Span, kind byte) {
	b.Fields[i*b.FieldsPerRow+k], b.Kinds[i*b.FieldsPerRow+k] = field, kind
}

// AddRow adds a row with the text b.Bytes[start:].
func (b *Block) AddRow(start int, line uint32) {
	b.Rows = append(b.Rows, Row{Span{uint32(start), uint32(len(b.Bytes))}, line})
}

// Value returns the bytes of field k of row i, or nil if the row does not have the field. If rows
// are text, the bytes include any quotes.
func (b *Block) Value(i, k int) []byte {
	field := b.Field(i, k)
	if field == Absent {
		return nil
	}
	return b.Text(field)
}

// Text returns the bytes of a span.
func (b *Block) Text(s Span) []byte { return b.Bytes[s.Start:s.End] }

// Row returns the text of row i.
func (b *Block) Row(i int) []byte { return b.Text(b.Rows[i].Span) }

// Field returns the span of field k of row i, or Absent if the row does not have the field.
func (b *Block) Field(i, k int) Span { return b.Fields[i*b.FieldsPerRow+k] }

// FieldsOf returns the part of b.Fields that belongs to row i.
func (b *Block) FieldsOf(i int) []Span { return b.Fields[i*b.FieldsPerRow : (i+1)*b.FieldsPerRow] }

// A Type is the type of a column in formats with typed values. All values except numbers and
// booleans have type Text and are formatted as in CSV.
type Type uint8

// The types of columns.
const (
	Text Type = iota
	Bool
	Int32
	Uint32
	Int64
	Uint64
	Float32
	Float64
)

// String returns the name that Apache Arrow uses for the type or, for Text, "text".
func (t Type) String() string {
	return [...]string{
		Text: "text", Bool: "bool", Int32: "int32", Uint32: "uint32", Int64: "int64",
		Uint64: "uint64", Float32: "float32", Float64: "float64",
	}[t]
}

// A TypedColumn is a column of typed rows.
type TypedColumn struct {
	Name string
	Type Type
	// Mixed is set if Type is Text but the input has values of other types, such as dates or lists.
	Mixed bool
}

// TypedColumns is embedded in readers of typed rows. Column i of the input becomes field FieldOf[i]
// of a row, or is left out if FieldOf[i] is -1. Initially, FieldOf[i] is i.
type TypedColumns struct {
	Columns []TypedColumn
	FieldOf []int
}

// Add adds a column.
func (t *TypedColumns) Add(c TypedColumn) {
	t.FieldOf = append(t.FieldOf, len(t.Columns))
	t.Columns = append(t.Columns, c)
}

// Typed returns t.
func (t *TypedColumns) Typed() *TypedColumns { return t }

package formats

import (
	"encoding/binary"
	"io"
	"math"
	"sync/atomic"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"github.com/gridmill/gridmill/formats/internal/arrowfile"
	"github.com/gridmill/gridmill/formats/internal/parquet"
	"github.com/gridmill/gridmill/formats/internal/scan"
)

// arrowWriter writes Arrow IPC files. Each section becomes a record batch. The files are
// not compressed, so that programs can map them into memory.
type arrowWriter struct {
	file    *arrowfile.Writer
	schema  *arrow.Schema
	columns []outputColumn
	words   [][][]byte // of each column that has words

	replaced *atomic.Int64 // as in WriteOptions
}

func newArrowWriter(w io.Writer, input *Schema, o *WriteOptions) (*arrowWriter, error) {
	columns, err := writtenColumns(input, o)
	if err != nil {
		return nil, err
	}
	if err := checkNames(columns, "Arrow"); err != nil {
		return nil, err
	}
	aw := &arrowWriter{columns: columns, replaced: o.Replaced}
	var fields []arrow.Field
	for i := range columns {
		c := &columns[i]
		if c.kept != nil {
			if err := printable(*c.kept); err != nil {
				return nil, err
			}
			fields = append(fields, arrow.Field{Name: c.name, Type: arrowTypeOf(c.kept), Nullable: true})
		} else {
			fields = append(fields, arrow.Field{Name: c.name, Type: c.arrowType(), Nullable: !c.always && !c.numeric()})
		}
		aw.words = append(aw.words, c.arrowWords())
	}
	var metadata arrow.Metadata
	if o.Provenance != "" {
		metadata = arrow.NewMetadata([]string{provenanceKey}, []string{o.Provenance})
	}
	aw.schema = arrow.NewSchema(fields, &metadata)
	aw.file, err = arrowfile.NewWriter(w, aw.schema)
	return aw, err
}

// arrowTypeOf returns the type of a kept column.
func arrowTypeOf(f *Field) arrow.DataType {
	t, inLists := valueTypeOf(f)
	if inLists {
		return arrow.BinaryTypes.String
	}
	return [...]arrow.DataType{
		scan.Text: arrow.BinaryTypes.String, scan.Bool: arrow.FixedWidthTypes.Boolean,
		scan.Int32: arrow.PrimitiveTypes.Int32, scan.Uint32: arrow.PrimitiveTypes.Uint32,
		scan.Int64: arrow.PrimitiveTypes.Int64, scan.Uint64: arrow.PrimitiveTypes.Uint64,
		scan.Float32: arrow.PrimitiveTypes.Float32, scan.Float64: arrow.PrimitiveTypes.Float64,
	}[t]
}

// arrowType returns the type of a column.
func (c *outputColumn) arrowType() arrow.DataType {
	switch {
	case c.numeric():
		return arrow.PrimitiveTypes.Int32
	case c.origin == ofLine:
		return arrow.PrimitiveTypes.Int64
	case c.fractional():
		return arrow.PrimitiveTypes.Float64
	case c.truth:
		return arrow.FixedWidthTypes.Boolean
	case c.steps:
		return arrow.ListOfNonNullable(arrow.BinaryTypes.String)
	}
	return arrow.BinaryTypes.String
}

// arrowWords returns the words that a column can hold, with nil for the empty one.
func (c *outputColumn) arrowWords() [][]byte {
	words := make([][]byte, len(c.words))
	for i, word := range c.words {
		if word != "" {
			words[i] = []byte(word)
		}
	}
	return words
}

// newSection makes room for all rows that a section can have, since growing would copy them.
func (w *arrowWriter) newSection() (builder *array.RecordBuilder, err error) {
	defer arrowfile.Recover(&err)
	builder = array.NewRecordBuilder(memory.DefaultAllocator, w.schema)
	builder.Reserve(SectionRows)
	return builder, nil
}

func (w *arrowWriter) add(to *array.RecordBuilder, b *Batch, from, end int) (err error) {
	defer arrowfile.Recover(&err)
	for k := range w.columns {
		if w.columns[k].kept == nil {
			w.addOutput(to.Field(k), k, b, from, end)
		} else if err := w.addKept(to.Field(k), &w.columns[k], b, from, end); err != nil {
			return err
		}
	}
	return nil
}

// addKept adds rows [from, to) of a column of the input.
func (w *arrowWriter) addKept(builder array.Builder, c *outputColumn, b *Batch, from, to int) error {
	f := c.kept
	switch {
	case f.isConverted():
		for _, value := range b.convertedValues(f, c.keptIndex, from, to) {
			addValue(builder, value)
		}
	case f.values != scan.Text:
		values, err := b.typedValues(c.keptIndex, f, from, to)
		if err != nil {
			return err
		}
		for _, value := range values {
			addValue(builder, value)
		}
	case f.isText():
		texts, replaced := b.fieldValues(c.keptIndex, f, false, from, to)
		addTexts(builder, texts)
		countReplaced(w.replaced, replaced)
	default:
		addTyped(builder, b, &b.leaves[f.firstLeaf], from, to)
	}
	return nil
}

// addOutput adds rows [from, to) of gridmill's column k.
func (w *arrowWriter) addOutput(builder array.Builder, k int, b *Batch, from, to int) {
	switch c := &w.columns[k]; {
	case c.numeric():
		builder.(*array.Int32Builder).AppendValues(b.columnNumbers(c, from, to), nil)
	case c.origin == ofLine:
		builder.(*array.Int64Builder).AppendValues(b.lineNumbers(from, to), nil)
	case c.origin == ofFile:
		addTexts(builder, b.fileValues(from, to))
	case c.fractional():
		indices, table := b.doubles(c, from, to)
		addDoubles(builder.(*array.Float64Builder), indices, table)
	case c.cells:
		addTexts(builder, b.redundantValues(from, to))
	case c.truth && !c.always:
		for _, value := range b.truthValues(c, from, to) {
			addValue(builder, value)
		}
	case c.truth:
		for _, n := range b.columnNumbers(c, from, to) {
			builder.(*array.BooleanBuilder).Append(n != 0)
		}
	case c.words != nil:
		numbers := b.columnNumbers(c, from, to)
		b.values = b.values[:0]
		for _, n := range numbers {
			b.values = append(b.values, w.words[k][n])
		}
		addTexts(builder, b.values)
	case c.steps:
		addSteps(builder.(*array.ListBuilder), b, from, to)
	case c.grid != ofNothing:
		addTexts(builder, b.gridValues(c.grid, from, to))
	default:
		addTexts(builder, b.reasonValues(from, to))
	}
}

// addSteps adds lists of steps.
func addSteps(to *array.ListBuilder, b *Batch, from, end int) {
	values := to.ValueBuilder().(*array.StringBuilder)
	for i := from; i < end; i++ {
		steps := b.stepValues(i)
		to.Append(len(steps) > 0)
		for _, step := range steps {
			values.BinaryBuilder.Append(step)
		}
	}
}

// addDoubles adds doubles, as indices into a table of them. The index 0 is null.
func addDoubles(to *array.Float64Builder, indices []int32, table []float64) {
	for _, i := range indices {
		if i == 0 {
			to.AppendNull()
		} else {
			to.Append(table[i])
		}
	}
}

// addTexts adds texts. A nil text is null.
func addTexts(builder array.Builder, texts [][]byte) {
	to, size := builder.(*array.StringBuilder).BinaryBuilder, 0
	for _, text := range texts {
		size += len(text)
	}
	to.ReserveData(size)
	for _, text := range texts {
		if text == nil {
			to.AppendNull()
		} else {
			to.Append(text)
		}
	}
}

// addTyped adds rows [from, to) of a kept column of Parquet.
func addTyped(builder array.Builder, b *Batch, column *parquet.Column, from, to int) {
	if texts, ok := builder.(*array.StringBuilder); ok {
		for i := from; i < to; i++ {
			if column.IsNull(i) {
				texts.AppendNull()
				continue
			}
			b.scratch = column.AppendText(b.scratch[:0], i)
			texts.BinaryBuilder.Append(b.scratch)
		}
		return
	}
	for i := from; i < to; i++ {
		addValue(builder, column.Value(i))
	}
}

// addValue adds a number or a truth value given as its bytes, or a null if value is nil.
func addValue(builder array.Builder, value []byte) {
	if value == nil {
		builder.AppendNull()
		return
	}
	switch to := builder.(type) {
	case *array.BooleanBuilder:
		to.Append(value[0] != 0)
	case *array.Int32Builder:
		to.Append(int32(binary.LittleEndian.Uint32(value)))
	case *array.Uint32Builder:
		to.Append(binary.LittleEndian.Uint32(value))
	case *array.Int64Builder:
		to.Append(int64(binary.LittleEndian.Uint64(value)))
	case *array.Uint64Builder:
		to.Append(binary.LittleEndian.Uint64(value))
	case *array.Float32Builder:
		to.Append(math.Float32frombits(binary.LittleEndian.Uint32(value)))
	case *array.Float64Builder:
		to.Append(math.Float64frombits(binary.LittleEndian.Uint64(value)))
	}
}

func (w *arrowWriter) encode(builder *array.RecordBuilder) (record arrow.Record, err error) {
	defer arrowfile.Recover(&err)
	defer builder.Release()
	return builder.NewRecord(), nil
}

func (w *arrowWriter) write(record arrow.Record) error {
	defer record.Release()
	return w.file.Write(record)
}

func (w *arrowWriter) close() error { return w.file.Close() }

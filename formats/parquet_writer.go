package formats

import (
	"cmp"
	"io"
	"slices"
	"sync/atomic"

	format "github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/schema"

	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/parquet"
	"github.com/gridmill/gridmill/formats/internal/scan"
)

// The number of rows in a row group, and the number of bytes that end it early.
const (
	// DefaultGroupRows is a compromise: smaller row groups make readers slower,
	// and larger ones take more memory on both sides.
	DefaultGroupRows = 30 * SectionRows
	// MaxGroupRows bounds WriteOptions.GroupRows.
	MaxGroupRows = 1 << 20
	// The pages of a row group can take groupBytes, or groupRowBytes for each requested
	// row if that is more, and one more page of each column. Only long values of the
	// input's columns take this much.
	groupBytes    = 64 << 20
	groupRowBytes = 256
)

const (
	// createdBy is the name of the writer in files.
	createdBy = "gridmill"
	// provenanceKey is the key of the provenance in a file's metadata.
	provenanceKey = "gridmill"
)

// parquetWriter writes Parquet. Each section becomes a page of each column.
type parquetWriter struct {
	file  *parquet.Writer
	input *Schema
	added []outputColumn

	replaced *atomic.Int64 // as in WriteOptions
}

func newParquetWriter(w io.Writer, input *Schema, o *WriteOptions) (*parquetWriter, error) {
	pw := &parquetWriter{input: input, added: columnsFor(input, o), replaced: o.Replaced}
	s, err := outputSchema(input, pw.added)
	if err != nil {
		return nil, err
	}
	words := make([][]string, s.NumColumns()-len(pw.added), s.NumColumns())
	for i := range pw.added {
		words = append(words, pw.added[i].dictionary())
	}
	n := groupPages(o.GroupRows)
	pw.file, err = parquet.NewWriter(w, s, parquet.WriterOptions{
		Compression: cmp.Or(o.Compression, PageCompressions[0]), CreatedBy: createdBy, Key: provenanceKey, Value: o.Provenance,
		Dictionaries: words,
		GroupPages:   n, GroupBytes: max(groupBytes, n*SectionRows*groupRowBytes),
	})
	return pw, err
}

// groupPages returns how many pages of each column hold the given number of rows.
func groupPages(rows int) int {
	if rows == 0 {
		rows = DefaultGroupRows
	}
	return (min(rows, MaxGroupRows) + SectionRows - 1) / SectionRows
}

func (w *parquetWriter) newSection() (*parquet.Pages, error) { return w.file.NewPages(), nil }

func (w *parquetWriter) encode(p *parquet.Pages) (*parquet.EncodedPages, error) {
	defer p.Release()
	return p.Encode()
}

func (w *parquetWriter) write(p *parquet.EncodedPages) error { return w.file.Write(p) }

func (w *parquetWriter) close() error { return w.file.Close() }

// cachedRows is how many rows are added at a time: few enough to stay in the nearest cache
// while each column takes its values.
const cachedRows = 256

func (w *parquetWriter) add(p *parquet.Pages, b *Batch, from, to int) error {
	for ; from < to; from += cachedRows {
		if err := w.addSome(p, b, from, min(from+cachedRows, to)); err != nil {
			return err
		}
	}
	return nil
}

// addSome does what add does for a few rows.
func (w *parquetWriter) addSome(p *parquet.Pages, b *Batch, from, to int) error {
	next := 0
	// Values of rows with types can be anywhere in the block.
	ascii := len(w.input.Kept) > 0 && w.input.Kept[0].isText() && len(b.block.Kinds) == 0 && isASCII(b.block.Bytes[b.block.Rows[from].Start:b.block.Rows[to-1].End])
	for k := range w.input.Kept {
		f := &w.input.Kept[k]
		switch {
		case f.values != scan.Text:
			values, err := b.typedValues(k, f, from, to)
			if err != nil {
				return err
			}
			p.Column(next).AddFixed(values)
			next++
			continue
		case f.isText():
			values, replaced := b.fieldValues(k, f, ascii, from, to)
			p.Column(next).AddBytes(values)
			countReplaced(w.replaced, replaced)
			next++
			continue
		}
		for l := range f.leafCount {
			p.Column(next).AddColumn(&b.leaves[f.firstLeaf+l], from, to)
			next++
		}
	}
	for k := range w.added {
		addOutput(p.Column(next+k), &w.added[k], b, from, to)
	}
	p.Rows += to - from
	return nil
}

// addOutput adds rows [from, to) of one of gridmill's columns to a page.
func addOutput(p *parquet.Page, c *outputColumn, b *Batch, from, to int) {
	switch {
	case c.fractional():
		p.AddDoubles(b.doubles(c, from, to))
	case c.truth:
		p.AddBooleans(b.columnNumbers(c, from, to))
	case c.numeric():
		p.AddInt32s(b.columnNumbers(c, from, to))
	case c.words != nil:
		p.AddIndices(b.wordIndices(c, from, to))
	case c.origin == ofFile:
		p.AddBytes(b.fileValues(from, to))
	case c.origin == ofLine:
		p.AddInt64s(b.lineNumbers(from, to))
	case c.steps:
		for i := from; i < to; i++ {
			p.AddList(b.stepValues(i))
		}
	case c.grid != ofNothing:
		p.AddBytes(b.gridValues(c.grid, from, to))
	case slices.ContainsFunc(b.Reasons[from:to], func(r Reason) bool { return r.Kind != gridtext.NoReason }):
		p.AddBytes(b.reasonValues(from, to))
	default:
		p.AddNulls(to - from)
	}
}

// dictionary returns the words that a column can hold. If a row can lack a value, the first
// word means no value.
func (c *outputColumn) dictionary() []string {
	switch {
	case c.fractional(), c.truth:
		return nil
	case c.words == nil, c.always:
		return c.words
	}
	return c.words[1:]
}

// outputSchema puts the input's columns before gridmill's.
func outputSchema(input *Schema, added []outputColumn) (*schema.Schema, error) {
	var fields schema.FieldList
	names, err := keptNames(input, "Parquet")
	if err != nil {
		return nil, err
	}
	for i, f := range input.Kept {
		switch {
		case f.values != scan.Text:
			fields = append(fields, numberNode(names[i], f.values))
		case f.isText():
			fields = append(fields, stringNode(names[i], format.Repetitions.Optional))
		default:
			fields = append(fields, copyNode(f.node))
		}
	}
	for _, c := range added {
		switch {
		case c.fractional():
			fields = append(fields, schema.NewFloat64Node(c.name, format.Repetitions.Optional, -1))
		case c.truth:
			fields = append(fields, schema.NewBooleanNode(c.name, format.Repetitions.Required, -1))
		case c.numeric():
			fields = append(fields, schema.NewInt32Node(c.name, format.Repetitions.Required, -1))
		case c.origin == ofLine:
			fields = append(fields, schema.NewInt64Node(c.name, format.Repetitions.Required, -1))
		case c.steps:
			fields = append(fields, stringsNode(c.name))
		case c.always:
			fields = append(fields, stringNode(c.name, format.Repetitions.Required))
		default:
			fields = append(fields, stringNode(c.name, format.Repetitions.Optional))
		}
	}
	root, err := schema.NewGroupNode("schema", format.Repetitions.Required, fields, -1)
	if err != nil {
		return nil, err
	}
	return schema.NewSchema(root), nil
}

// copyNode returns a copy of a node to put into another schema. That sets the node's parent,
// and the original is in use by readers of the input and by writers of other files.
func copyNode(n schema.Node) schema.Node {
	if g, ok := n.(*schema.GroupNode); ok {
		group := *g
		return &group
	}
	leaf := *n.(*schema.PrimitiveNode)
	return &leaf
}

func stringNode(name string, r format.Repetition) schema.Node {
	return schema.MustPrimitive(schema.NewPrimitiveNodeLogical(name, r, schema.StringLogicalType{}, format.Types.ByteArray, 0, -1))
}

// numberNode returns an optional column of numbers or booleans.
func numberNode(name string, t scan.Type) schema.Node {
	const none = -1
	optional := format.Repetitions.Optional
	switch t {
	case scan.Bool:
		return schema.NewBooleanNode(name, optional, none)
	case scan.Int32:
		return schema.NewInt32Node(name, optional, none)
	case scan.Int64:
		return schema.NewInt64Node(name, optional, none)
	case scan.Uint32:
		return schema.MustPrimitive(schema.NewPrimitiveNodeLogical(name, optional, schema.NewIntLogicalType(32, false), format.Types.Int32, 0, none))
	case scan.Uint64:
		return schema.MustPrimitive(schema.NewPrimitiveNodeLogical(name, optional, schema.NewIntLogicalType(64, false), format.Types.Int64, 0, none))
	case scan.Float32:
		return schema.NewFloat32Node(name, optional, none)
	}
	return schema.NewFloat64Node(name, optional, none)
}

// stringsNode returns an optional list of strings.
func stringsNode(name string) schema.Node {
	return schema.MustGroup(schema.ListOfWithName(name, stringNode("element", format.Repetitions.Required), format.Repetitions.Optional, -1))
}

// A ColumnType is a column of an output and the type of its values, as Apache Arrow names it:
// string, binary, bool, int32, uint32, int64, uint64, float32 or float64. Any other type,
// such as a list, is the empty string.
type ColumnType struct{ Name, Type string }

// ParquetColumns returns the columns that Create gives to a Parquet file.
func ParquetColumns(s *Schema, o WriteOptions) ([]ColumnType, error) {
	output, err := outputSchema(s, columnsFor(s, &o))
	if err != nil {
		return nil, err
	}
	var columns []ColumnType
	for i := range output.Root().NumFields() {
		f := output.Root().Field(i)
		columns = append(columns, ColumnType{f.Name(), arrowName(f)})
	}
	return columns, nil
}

// arrowName returns the name of the type of a column's values, or the empty string.
func arrowName(n schema.Node) string {
	leaf, ok := n.(*schema.PrimitiveNode)
	if !ok || n.RepetitionType() == format.Repetitions.Repeated {
		return ""
	}
	switch t := leafType(leaf); {
	case t != scan.Text:
		return t.String()
	case leaf.LogicalType() != nil && leaf.LogicalType().Equals(schema.StringLogicalType{}):
		return "string"
	case leaf.PhysicalType() == format.Types.ByteArray && (leaf.LogicalType() == nil || leaf.LogicalType().IsNone()):
		return "binary"
	}
	return ""
}

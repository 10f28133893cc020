package formats

import (
	"cmp"
	"io"

	format "github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/schema"

	"github.com/gridmill/gridmill/formats/internal/parquet"
	"github.com/gridmill/gridmill/formats/internal/scan"
)

// Limits on the size of a row group.
const (
	// DefaultGroupRows is the default number of rows in a row group. Smaller row groups make
	// readers slower, and larger row groups take more memory.
	DefaultGroupRows = 30 * SectionRows
	// MaxGroupRows is the maximum value of WriteOptions.GroupRows.
	MaxGroupRows = 1 << 20
	// A row group with long values ends early, at max(groupBytes, n*groupRowBytes) bytes. n is the
	// requested number of rows, rounded up to whole sections.
	groupBytes    = 64 << 20
	groupRowBytes = 256
)

const (
	createdBy     = "gridmill"
	provenanceKey = "gridmill"
)

// parquetWriter writes Parquet files. Each section (see SectionRows) becomes one page per column.
type parquetWriter struct {
	*parquet.Writer
	columns []outputColumn
}

func newParquetWriter(w io.Writer, input *Schema, o *WriteOptions) (*parquetWriter, error) {
	columns, err := columnsIn("Parquet", input, o)
	if err != nil {
		return nil, err
	}
	pw := &parquetWriter{columns: columns}
	var fields schema.FieldList
	var dictionaries [][]string
	for i := range columns {
		fields = append(fields, parquetNode(&columns[i]))
		dictionaries = append(dictionaries, columns[i].dictionary())
		if f := columns[i].kept; f != nil && f.inLeaves() {
			dictionaries = append(dictionaries, make([][]string, f.leafCount-1)...)
		}
	}
	root, err := schema.NewGroupNode("schema", format.Repetitions.Required, fields, -1)
	if err != nil {
		return nil, err
	}
	rows := min(cmp.Or(o.GroupRows, DefaultGroupRows), MaxGroupRows)
	n := (rows + SectionRows - 1) / SectionRows // number of pages of a column
	pw.Writer, err = parquet.NewWriter(w, schema.NewSchema(root), parquet.WriterOptions{
		Compression: cmp.Or(o.Compression, PageCompressions[0]), CreatedBy: createdBy, Key: provenanceKey, Value: o.Provenance,
		Dictionaries: dictionaries,
		GroupPages:   n, GroupBytes: max(groupBytes, n*SectionRows*groupRowBytes),
	})
	return pw, err
}

func (w *parquetWriter) newSection() *parquet.Pages { return w.NewPages() }

func (w *parquetWriter) encode(p *parquet.Pages) (*parquet.EncodedPages, error) {
	defer p.Release()
	return p.Encode()
}

func (w *parquetWriter) add(p *parquet.Pages, b *Batch, from, to int) error {
	next := 0
	for i := range w.columns {
		c := &w.columns[i]
		if f := c.kept; f != nil && f.inLeaves() {
			for l := range f.leafCount {
				p.Column(next).AddColumn(&b.leaves[f.firstLeaf+l], from, to)
				next++
			}
			continue
		}
		if err := addColumn(p.Column(next), c, b, from, to); err != nil {
			return err
		}
		next++
	}
	p.Rows += to - from
	return nil
}

func parquetNode(c *outputColumn) schema.Node {
	switch f := c.kept; {
	case f != nil && f.inLeaves():
		// Copy the node, because adding it to a schema changes its parent field. Other writers, and
		// readers of the input, need the unchanged node.
		if g, ok := f.node.(*schema.GroupNode); ok {
			return new(*g)
		}
		return new(*f.node.(*schema.PrimitiveNode))
	case f != nil:
		return leafNode(c.name, format.Repetitions.Optional, f.values)
	case c.kind == kindSteps:
		step := leafNode("element", format.Repetitions.Required, scan.Text)
		return schema.MustGroup(schema.ListOfWithName(c.name, step, format.Repetitions.Optional, -1))
	case c.required() && c.valueType() != scan.Float64:
		return leafNode(c.name, format.Repetitions.Required, c.valueType())
	}
	return leafNode(c.name, format.Repetitions.Optional, c.valueType())
}

// leafTypes lists the Parquet types in which gridmill writes values.
var leafTypes = [...]struct {
	physical format.Type
	logical  schema.LogicalType
}{
	scan.Text:    {format.Types.ByteArray, schema.StringLogicalType{}},
	scan.Bool:    {format.Types.Boolean, nil},
	scan.Int32:   {format.Types.Int32, nil},
	scan.Uint32:  {format.Types.Int32, schema.NewIntLogicalType(32, false)},
	scan.Int64:   {format.Types.Int64, nil},
	scan.Uint64:  {format.Types.Int64, schema.NewIntLogicalType(64, false)},
	scan.Float32: {format.Types.Float, nil},
	scan.Float64: {format.Types.Double, nil},
}

func leafNode(name string, r format.Repetition, t scan.Type) schema.Node {
	leaf := leafTypes[t]
	return schema.MustPrimitive(schema.NewPrimitiveNodeLogical(name, r, leaf.logical, leaf.physical, -1, -1))
}

// leafType returns the type of the values in a Parquet leaf. Booleans, integers, floats and doubles
// keep their type, but narrow integers become 32-bit integers. All other types count as text.
func leafType(n *schema.PrimitiveNode) scan.Type {
	integer, isInteger := n.LogicalType().(*schema.IntLogicalType)
	if !isInteger && n.LogicalType() != nil && !n.LogicalType().IsNone() {
		return scan.Text
	}
	unsigned := isInteger && !integer.IsSigned()
	for t, leaf := range leafTypes {
		if leaf.physical == n.PhysicalType() && unsigned == (leaf.logical != nil) {
			return scan.Type(t)
		}
	}
	return scan.Text
}

// A ColumnType describes an output column. Type is the Apache Arrow type of its values: string,
// binary, bool, int32, uint32, int64, uint64, float32 or float64. For other types, such as lists,
// Type is empty. FromInput is set if the column comes from the input.
type ColumnType struct {
	Name      string `json:"name"`
	Type      string `json:"type,omitempty"`
	FromInput bool   `json:"from_input,omitempty"`
}

// IsJSONString reports whether JSON output holds the values of the column as strings. The words of
// some of gridmill's columns are not quoted in JSON (see outputColumn.literal).
func (t *ColumnType) IsJSONString() bool {
	isLiteral := func(c *outputColumn) bool { return c.literal && c.name == WithoutSuffix(t.Name) }
	return t.Type == "string" && (t.FromInput || setWhere(isLiteral) == ColumnSet{})
}

// ParquetColumns returns the columns of the Parquet file that Create would write.
func ParquetColumns(s *Schema, o WriteOptions) ([]ColumnType, error) {
	written, err := columnsIn("Parquet", s, &o)
	return mapped(written, func(c outputColumn) ColumnType {
		return ColumnType{c.name, arrowName(parquetNode(&c)), c.kept != nil}
	}), err
}

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

package parquet

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/schema"

	"github.com/gridmill/gridmill/formats/option"
)

// IsNested reports whether the values of a column are nested in lists.
func IsNested(c *schema.Column) bool { return c.MaxRepetitionLevel() > 0 }

// HasStructs reports whether a top-level column contains structs or maps, possibly in lists. If the
// repeated group in a list has one field, the group's name tells whether the group is a struct:
// https://github.com/apache/parquet-format/blob/master/LogicalTypes.md#backward-compatibility-rules
func HasStructs(column schema.Node) bool {
	list, ok := column.(*schema.GroupNode)
	if !ok {
		return false
	}
	if list.ConvertedType() != schema.ConvertedTypes.List || list.NumFields() != 1 {
		return true
	}
	entry, ok := list.Field(0).(*schema.GroupNode)
	return ok && (entry.NumFields() != 1 || entry.Name() == "array" || entry.Name() == list.Name()+"_tuple" || HasStructs(entry.Field(0)))
}

// IsBytes reports whether the values of a column are byte arrays of variable or fixed length.
func IsBytes(c *schema.Column) bool {
	t := c.PhysicalType()
	return t == parquet.Types.ByteArray || t == parquet.Types.FixedLenByteArray
}

// IsInt32 reports whether a column's values are 32-bit integers.
func IsInt32(c *schema.Column) bool { return c.PhysicalType() == parquet.Types.Int32 }

func isInteger(t parquet.Type) bool { return t == parquet.Types.Int32 || t == parquet.Types.Int64 }

// width returns the size of a column's values in bytes. It is 1 for booleans, and 0 if sizes vary.
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

// LittleEndian reads an unsigned integer. width is its size in bytes: 4 or 8.
func LittleEndian(data []byte, width int) uint64 {
	if width == 8 {
		return binary.LittleEndian.Uint64(data)
	}
	return uint64(binary.LittleEndian.Uint32(data))
}

// TypeName describes a column's type in a few words.
func TypeName(c *schema.Column) string {
	name := strings.ToLower(c.PhysicalType().String())
	if t := c.LogicalType(); t != nil && !t.IsNone() {
		name = strings.ToLower(t.String())
	}
	for range c.MaxRepetitionLevel() {
		name = "list of " + name
	}
	return name
}

// SameValues reports whether values and levels have the same meaning in both columns.
func SameValues(a, b *schema.Column) bool {
	return a.PhysicalType() == b.PhysicalType() && a.TypeLength() == b.TypeLength() &&
		a.MaxDefinitionLevel() == b.MaxDefinitionLevel() && a.MaxRepetitionLevel() == b.MaxRepetitionLevel() &&
		a.LogicalType().Equals(b.LogicalType()) && slices.Equal(listLevels(a), listLevels(b))
}

// listLevels returns, for each list around the column's values, the minimum definition level of the
// list's entries. The outermost list comes first.
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

// The largest decimals in Apache Arrow have maxPrecision digits and take maxDecimalBytes bytes.
const (
	maxPrecision    = 76
	maxDecimalBytes = 32
)

// CheckDecimal returns an error for decimals with more than maxPrecision digits or an impossible
// scale. Without this check, a file could declare a scale that makes the text of each value huge.
func CheckDecimal(c *schema.Column) error {
	t, ok := c.LogicalType().(*schema.DecimalLogicalType)
	if !ok || 0 <= t.Scale() && t.Scale() <= t.Precision() && t.Precision() <= maxPrecision {
		return nil
	}
	return option.Errorf(option.Keep, "column %q declares decimals with precision %d and scale %d, which is not supported",
		c.Path(), t.Precision(), t.Scale())
}

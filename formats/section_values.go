package formats

import "github.com/gridmill/gridmill/formats/internal/scan"

// A columnSection collects one column of a section, in a Parquet page or an Arrow builder.
type columnSection interface {
	// AddBytes adds texts, little-endian numbers or one-byte booleans. nil means null.
	AddBytes(values [][]byte)
	// AddIndices adds words as indices into the column's dictionary. A negative index means null.
	AddIndices(indices []int32)
	AddInt32s(numbers []int32)
	// AddList adds a list of strings. It stores an empty list as null.
	AddList(values [][]byte)
}

// addColumn adds rows [from, end) of a column. For a kept column, c.kept.inLeaves() must be false.
func addColumn(to columnSection, c *outputColumn, b *Batch, from, end int) error {
	switch c.kind {
	case kindKept:
		if c.kept.values == scan.Text {
			to.AddBytes(b.fieldValues(c.keptIndex, c.kept, from, end))
			break
		}
		values, err := b.fixedValues(c, from, end)
		if err != nil {
			return err
		}
		to.AddBytes(values)
	case kindDecimal, kindThousandths:
		to.AddBytes(b.doubleValues(c, from, end))
	case kindBoolean:
		to.AddBytes(b.truthValues(c, from, end))
	case kindInteger:
		to.AddInt32s(b.columnNumbers(c, from, end))
	case kindWord:
		to.AddIndices(b.wordIndices(c, from, end))
	case kindLine:
		to.AddBytes(b.lineNumbers(from, end))
	case kindSteps:
		for i := from; i < end; i++ {
			to.AddList(b.stepValues(i))
		}
	default:
		to.AddBytes(b.textValues(c, from, end))
	}
	return nil
}

// valueType returns the type of a column's values. For lists of steps, it is the type of a step.
func (c *outputColumn) valueType() scan.Type { return valueTypes[c.kind] }

// valueTypes holds the types of values that are not text, by the kind of their column.
var valueTypes = [numKinds]scan.Type{
	kindInteger: scan.Int32, kindLine: scan.Int64, kindBoolean: scan.Bool,
	kindDecimal: scan.Float64, kindThousandths: scan.Float64,
}

func (c *outputColumn) required() bool { return c.always || c.kind == kindInteger }

// dictionary returns the words that a column stores as indices. If c.always is not set,
// c.words[0] represents a missing value and is omitted.
func (c *outputColumn) dictionary() []string {
	switch {
	case c.kind != kindWord:
		return nil
	case c.always:
		return c.words
	}
	return c.words[1:]
}

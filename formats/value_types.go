package formats

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/schema"

	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/option"
)

// valueTypeOf returns the type of a field's values, and reports whether the values are in lists.
func valueTypeOf(f *Field) (t scan.Type, inLists bool) {
	if f.isText() || f.converted {
		return f.values, false
	}
	leaf, inLists := f.leaf()
	return leafType(leaf), inLists
}

// leaf returns the first leaf of a Parquet column, and reports whether the leaf is in lists.
func (f *Field) leaf() (leaf *schema.PrimitiveNode, inLists bool) {
	for node := f.node; ; node = node.(*schema.GroupNode).Field(0) {
		inLists = inLists || node.RepetitionType() == parquet.Repetitions.Repeated
		if leaf, isLeaf := node.(*schema.PrimitiveNode); isLeaf {
			return leaf, inLists
		}
	}
}

// losesTypeInArrow reports whether the values of a Parquet column lose their type and become text
// in Arrow. Examples are lists, bytes, dates and decimals.
func (f *Field) losesTypeInArrow() bool {
	leaf, inLists := f.leaf()
	logical := leaf.LogicalType()
	_, isDecimal := logical.(*schema.DecimalLogicalType)
	isText := leaf.PhysicalType() == parquet.Types.ByteArray && logical != nil && !logical.IsNone() && !isDecimal
	return inLists || leafType(leaf) == scan.Text && !isText
}

// fixedValues encodes rows [from, to) of a kept column of numbers or booleans. c.kept.inLeaves()
// must be false. Numbers are little-endian, booleans are bytes, and null is nil. fixedValues
// returns an error if a value in a later input does not fit the type of the column.
func (b *Batch) fixedValues(c *outputColumn, from, to int) ([][]byte, error) {
	f, k := c.kept, c.keptIndex
	b.values, b.encoded = b.values[:0], slices.Grow(b.encoded[:0], 8*(to-from))
	var number []byte
	for i := from; i < to; i++ {
		text := b.keptText(f, i, k)
		if f.converted {
			number = appendNumber(number[:0], f.values, text)
			text = number
		}
		if len(text) == 0 {
			b.values = append(b.values, nil)
			continue
		}
		start := len(b.encoded)
		var err error
		if b.encoded, err = appendEncoded(b.encoded, f.values, string(text)); err != nil {
			file, line := b.Origin(i)
			return nil, option.Errorf(option.Keep, "%s:%d: column %q holds %.40q, but its type is %s in earlier inputs",
				file, line, f.Name, text, f.values)
		}
		b.values = append(b.values, b.encoded[start:])
	}
	return b.values, nil
}

// appendEncoded parses text as a value of type t, and appends the value in little-endian order.
func appendEncoded(dst []byte, t scan.Type, text string) ([]byte, error) {
	bits := 64
	if t == scan.Int32 || t == scan.Uint32 {
		bits = 32
	}
	switch t {
	case scan.Bool:
		if i := slices.Index(booleanWords, text); i >= 0 {
			return append(dst, byte(i)), nil
		}
	case scan.Int32, scan.Int64:
		n, err := strconv.ParseInt(text, 10, bits)
		return binary.LittleEndian.AppendUint64(dst, uint64(n))[:len(dst)+bits/8], err
	case scan.Uint32, scan.Uint64:
		n, err := strconv.ParseUint(text, 10, bits)
		return binary.LittleEndian.AppendUint64(dst, n)[:len(dst)+bits/8], err
	case scan.Float32:
		n, err := strconv.ParseFloat(text, 32)
		return binary.LittleEndian.AppendUint32(dst, math.Float32bits(float32(n))), err
	case scan.Float64:
		n, err := strconv.ParseFloat(text, 64)
		return binary.LittleEndian.AppendUint64(dst, math.Float64bits(n)), err
	}
	return dst, strconv.ErrSyntax
}

// Types maps the names of columns to the names of the types to which their values are converted.
type Types map[string]string

// typeNames maps the names of types in options to the types. A column of type text remains text
// even if it holds only numbers.
var typeNames = map[string]scan.Type{"int": scan.Int64, "double": scan.Float64, "text": scan.Text}

// ParseTypes parses a list such as "rating=int,score=double". The list can be empty.
func ParseTypes(text string) (Types, error) {
	t := Types{}
	if text == "" {
		return t, nil
	}
	for one := range strings.SplitSeq(text, ",") {
		at := strings.LastIndexByte(one, '=')
		name := strings.TrimSpace(one[:max(at, 0)])
		to := strings.TrimSpace(one[at+1:])
		_, known := typeNames[to]
		switch {
		case name == "" || !known:
			return t, fmt.Errorf("%q must have the form COLUMN=TYPE, where COLUMN has no comma, and TYPE is one of: int, double, text", one)
		case t[name] != "":
			return t, fmt.Errorf("column %q is listed twice", name)
		}
		t[name] = to
	}
	return t, nil
}

func (s *Schema) setTypes(t Types) error {
	if s.Format == Auto { // an empty file
		return nil
	}
	names := s.keptNames()
	for _, name := range slices.Sorted(maps.Keys(t)) {
		i := indexOfName(names, name)
		switch {
		case len(names) == 0:
			return option.Misuse(option.Columns, "there is no column %q to convert: no input columns are kept", name)
		case i < 0:
			return option.Misuse(adviceOnCommas(names), "there is no column %q to convert; the kept columns are: %s", name, NameList(names))
		case s.Kept[i].converted || s.Kept[i].staysText:
			return option.Misuse(option.Columns, "column %q is listed twice", name)
		case s.holdsGrids(names[i]):
			return option.Misuse(option.Columns, "column %q contains grids, which cannot be converted", name)
		}
		if _, inLists := valueTypeOf(&s.Kept[i]); inLists || !s.Kept[i].HasText() {
			return option.Misuse(option.Columns, "column %q contains lists or structs, which cannot be converted", name)
		}
		if to := typeNames[t[name]]; to == scan.Text {
			s.Kept[i].staysText = true
		} else {
			s.Kept[i].values, s.Kept[i].converted = to, true
		}
	}
	return nil
}

// inLeaves reports whether the field's values are written directly from Parquet leaves.
func (f *Field) inLeaves() bool { return !f.isText() && !f.converted }

// keptText returns row i's value in kept column k ("" for null), valid until b.scratch changes.
func (b *Batch) keptText(f *Field, i, k int) []byte {
	if f.isText() {
		value, _ := b.keptValue(f, i, k)
		return value
	}
	b.scratch = b.leaves[f.firstLeaf].AppendText(b.scratch[:0], i)
	return b.scratch
}

// appendNumber appends value as a JSON number, or nothing if value is not a number of type t.
func appendNumber(dst []byte, t scan.Type, value []byte) []byte {
	text := numberText(value)
	if t == scan.Int64 {
		// Some programs write 12.0 for 12 if a column has missing values.
		whole, zeros, _ := strings.Cut(text, ".")
		if n, err := strconv.ParseInt(whole, 10, 64); err == nil && strings.Trim(zeros, "0") == "" {
			dst = strconv.AppendInt(dst, n, 10)
		}
		return dst
	}
	n, err := strconv.ParseFloat(text, 64)
	// ParseFloat also accepts hexadecimal numbers and underscores, but other programs do not.
	if err == nil && !strings.ContainsAny(text, "xX_") && !math.IsNaN(n) && !math.IsInf(n, 0) {
		dst = strconv.AppendFloat(dst, n, 'g', -1, 64)
	}
	return dst
}

// numberText returns value as text without surrounding spaces. Null becomes the empty string.
func numberText(value []byte) string {
	text := strings.TrimSpace(string(value))
	if text == "null" {
		return ""
	}
	return text
}

// IsMadeOf reports whether value is the result of converting text to a number of the field's type.
func (f *Field) IsMadeOf(value, text []byte) bool {
	t, inLists := valueTypeOf(f)
	return !inLists && (t == scan.Int64 || t == scan.Float64) && isMadeOf(value, text, t)
}

// MayBeMadeOf reports whether value can be the result of converting text to a number of any type.
func MayBeMadeOf(value, text []byte) bool {
	return isMadeOf(value, text, scan.Int64) || isMadeOf(value, text, scan.Float64)
}

func isMadeOf(value, text []byte, t scan.Type) bool {
	return string(appendNumber(nil, t, text)) == string(value)
}

// CountMisfits counts the values that become null because they do not fit the requested type.
func (b *Batch) CountMisfits() {
	var number [32]byte
	for k := range b.kept {
		if f := &b.kept[k]; f.converted {
			for i := range b.Len() {
				text := b.keptText(f, i, k)
				if numberText(text) != "" && len(appendNumber(number[:0], f.values, text)) == 0 {
					b.Events.addMisfits(f.Name, 1)
				}
			}
		}
	}
}

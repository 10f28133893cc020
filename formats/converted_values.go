package formats

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/option"
)

// Types says which columns of an input, whose values are texts, become numbers in the output.
type Types struct {
	columns []typedColumn
	misfits *atomic.Int64 // values that are not such numbers
}

// typedColumn is a column and the type of its values.
type typedColumn struct {
	name string
	to   scan.Type
}

// typeNames are the types that options can name. Text stays what it is, even if all of it is
// numbers.
var typeNames = map[string]scan.Type{"int": scan.Int64, "double": scan.Float64, "text": scan.Text}

// TypeNames returns the names of types that ParseTypes knows.
func TypeNames() []string { return []string{"int", "double", "text"} }

// ParseTypes reads a list such as "rating=int,score=double". The empty text converts nothing.
func ParseTypes(text string) (t Types, err error) {
	t.misfits = new(atomic.Int64)
	if text == "" {
		return t, nil
	}
	for one := range strings.SplitSeq(text, ",") {
		at := strings.LastIndexByte(one, '=')
		name := strings.TrimSpace(one[:max(at, 0)])
		to, known := typeNames[strings.TrimSpace(one[at+1:])]
		switch {
		case name == "" || !known:
			return t, fmt.Errorf("%q must be COLUMN=TYPE, and the types are %s", one, strings.Join(TypeNames(), ", "))
		case slices.ContainsFunc(t.columns, func(c typedColumn) bool { return c.name == name }):
			return t, fmt.Errorf("the column %q is named twice", name)
		}
		t.columns = append(t.columns, typedColumn{name, to})
	}
	return t, nil
}

// Misfits returns how many values did not fit their type and became null.
func (t Types) Misfits() int64 {
	if t.misfits == nil {
		return 0
	}
	return t.misfits.Load()
}

// setTypes sets the types of kept columns.
func (s *Schema) setTypes(t Types) error {
	if s == nil || len(s.Kept) == 0 && len(s.Columns) == 0 { // an empty file
		return nil
	}
	var names []string
	for _, f := range s.Kept {
		names = append(names, f.Name)
	}
	for _, c := range t.columns {
		i := indexOfName(names, c.name)
		switch {
		case i < 0:
			return option.Misuse(option.Columns, "there is no column %q to convert; those that pass through are: %s", c.name, nameList(names))
		case isColumn(s.Columns, s.Roles.Puzzle, names[i]) || isColumn(s.Columns, s.Roles.Answer, names[i]):
			return option.Misuse(option.Columns, "the column %q holds grids, which are not numbers", c.name)
		}
		if _, inLists := valueTypeOf(&s.Kept[i]); inLists || printable(s.Kept[i]) != nil {
			return option.Misuse(option.Columns, "the column %q holds lists or structs, which cannot be converted", c.name)
		}
		if c.to == scan.Text {
			s.Kept[i].staysText = true
			continue
		}
		s.Kept[i].values, s.Kept[i].misfits = c.to, t.misfits
	}
	return nil
}

// isConverted reports whether the field's values are converted from text.
func (f *Field) isConverted() bool { return f.misfits != nil }

// appendConverted appends, as JSON, the number that a converted field has in row i. If it has
// none, it appends nothing, and counts a value that is not a number of the type.
func (b *Batch) appendConverted(dst []byte, f *Field, i, k int) []byte {
	text := strings.TrimSpace(string(b.keptText(f, i, k)))
	if text == "" || text == "null" {
		return dst
	}
	if f.values == scan.Int64 {
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return strconv.AppendInt(dst, n, 10)
		}
	} else if n, err := strconv.ParseFloat(text, 64); err == nil && !math.IsNaN(n) && !math.IsInf(n, 0) {
		return strconv.AppendFloat(dst, n, 'g', -1, 64)
	}
	f.misfits.Add(1)
	return dst
}

// keptText returns the value of row i in a kept column as text, which is empty for null. It may be
// in b.scratch.
func (b *Batch) keptText(f *Field, i, k int) []byte {
	if f.isText() {
		value, _ := b.keptValue(f, i, k)
		return value
	}
	leaf := &b.leaves[f.firstLeaf]
	if leaf.IsNull(i) {
		return nil
	}
	b.scratch = leaf.AppendText(b.scratch[:0], i)
	return b.scratch
}

// convertedValues returns the numbers of rows [from, to) as typedValues does.
func (b *Batch) convertedValues(f *Field, k, from, to int) [][]byte {
	b.values = b.values[:0]
	b.encoded = slices.Grow(b.encoded[:0], 8*(to-from))
	var text []byte
	for i := from; i < to; i++ {
		if text = b.appendConverted(text[:0], f, i, k); len(text) == 0 {
			b.values = append(b.values, nil)
			continue
		}
		start := len(b.encoded)
		if f.values == scan.Int64 {
			n, _ := strconv.ParseInt(string(text), 10, 64) // it was made from a number
			b.encoded = binary.LittleEndian.AppendUint64(b.encoded, uint64(n))
		} else {
			n, _ := strconv.ParseFloat(string(text), 64)
			b.encoded = binary.LittleEndian.AppendUint64(b.encoded, math.Float64bits(n))
		}
		b.values = append(b.values, b.encoded[start:])
	}
	return b.values
}

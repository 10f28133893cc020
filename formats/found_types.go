package formats

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/formats/internal/scan"
)

// UntypedColumns names the columns that pass through and get no type from the format or an option.
func (s *Schema) UntypedColumns() (names []string) {
	for _, f := range s.Kept {
		untyped := s.Format.IsDelimited() || s.Format == Text || s.Format.isJSON() && f.mixed
		if untyped && f.isText() && f.values == scan.Text && !f.converted && !f.staysText {
			names = append(names, f.Name)
		}
	}
	return names
}

// A TypeFinder is a Writer that finds the columns that contain only numbers.
type TypeFinder struct {
	Observer
	columns []int // indices into Schema.Kept; not modified, because workers read them concurrently
	names   []string
	values  []foundValues // values of each column, in the batches written so far
}

// foundValues records whether a column has nonempty values, whether all of them are ints, and
// whether all of them are doubles.
type foundValues struct{ some, ints, doubles bool }

// NewTypeFinder returns a TypeFinder for the named columns of a schema.
func NewTypeFinder(s *Schema, names []string) *TypeFinder {
	t := new(TypeFinder)
	for _, name := range names {
		if k := slices.Index(s.keptNames(), name); k >= 0 {
			t.columns, t.names = append(t.columns, k), append(t.names, name)
			t.values = append(t.values, foundValues{ints: true, doubles: true})
		}
	}
	return t
}

// Encode implements Writer. It examines the values of a batch.
func (t *TypeFinder) Encode(b *Batch, reuse Encoded) (Encoded, error) {
	found := Reused[[]foundValues](reuse)
	*found = (*found)[:0]
	for _, k := range t.columns {
		v := foundValues{ints: true, doubles: true}
		for i := 0; i < b.Len() && (v.ints || v.doubles); i++ {
			v.look(b.keptText(&b.kept[k], i, k))
		}
		*found = append(*found, v)
	}
	return found, nil
}

// Write implements Writer.
func (t *TypeFinder) Write(_ *Batch, e Encoded) error {
	for i, v := range *e.(*[]foundValues) {
		c := &t.values[i]
		c.some, c.ints, c.doubles = c.some || v.some, c.ints && v.ints, c.doubles && v.doubles
	}
	return nil
}

// Types returns the types of the columns whose nonempty values are all numbers.
func (t *TypeFinder) Types() Types {
	found := Types{}
	for i, name := range t.names {
		switch v := t.values[i]; {
		case v.some && v.ints:
			found[name] = "int"
		case v.some && v.doubles:
			found[name] = "double"
		}
	}
	return found
}

// look updates v with a value. Empty values fit every type.
func (v *foundValues) look(text []byte) {
	if len(text) == 0 {
		return
	}
	v.some = true
	if !isDecimal(text) {
		v.ints, v.doubles = false, false
		return
	}
	if v.ints {
		_, err := strconv.ParseInt(string(text), 10, 64)
		v.ints = err == nil && string(text) != "-0"
	}
	if v.doubles && (len(text) > exactDigits || bytes.ContainsAny(text, "eE")) {
		n, err := strconv.ParseFloat(string(text), 64) // a float64 must preserve all digits
		isID := math.Abs(n) >= 1<<63 && !bytes.ContainsAny(text, ".eE")
		v.doubles = err == nil && !isID && significantDigits(string(text)) == significantDigits(strconv.FormatFloat(n, 'e', -1, 64))
	}
}

// exactDigits is the number of significant decimal digits that a float64 always preserves.
const exactDigits = 15

// isDecimal reports whether text is a JSON number. However, numbers such as 12e4 do not count,
// because they may be IDs.
func isDecimal(text []byte) bool {
	isDigit := func(c byte) bool { return c >= '0' && c <= '9' }
	e := bytes.IndexAny(text, "eE")
	isNumber := isDigit(text[len(text)-1]) && (text[0] == '-' || isDigit(text[0])) && json.Valid(text)
	return isNumber && (e < 0 || !isDigit(text[e+1]))
}

// significantDigits returns a number's digits without an exponent, leading zeros or trailing zeros.
func significantDigits(number string) string {
	if e := strings.IndexAny(number, "eE"); e >= 0 {
		number = number[:e]
	}
	return strings.Trim(strings.ReplaceAll(strings.TrimPrefix(number, "-"), ".", ""), "0")
}

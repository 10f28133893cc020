package formats

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats/internal/condition"
)

// A Condition selects rows by the values of their columns.
type Condition struct{ comparisons []comparison }

// A comparison compares one column with a value. Bind finds the column.
type comparison struct {
	condition.Comparison
	kept   int           // index in Schema.Kept, or -1 for one of gridmill's columns
	output *outputColumn // one of gridmill's columns, or nil for a column in Schema.Kept
	word   int32         // index of Value in output.words, if the column holds words
}

// ParseCondition parses comparisons separated by commas, such as "verdict=unique,guesses>=1". A row
// must satisfy all of the comparisons. Names and values that contain commas or operators must be in
// double quotes. The empty string yields a Condition that holds for all rows. Errors include the
// position of the first invalid character.
func ParseCondition(text string) (*Condition, error) {
	all, err := condition.Parse(text)
	if err != nil {
		return nil, err
	}
	c := new(Condition)
	for _, one := range all {
		c.comparisons = append(c.comparisons, comparison{Comparison: one})
	}
	return c, nil
}

// Extras returns the extras that the Condition needs.
func (c *Condition) Extras() (e Extras) {
	for _, one := range c.comparisons {
		name := WithoutSuffix(one.Name)
		e.Columns = e.Columns.Or(setWhere(func(o *outputColumn) bool { return o.extra != "" && o.name == name }))
	}
	return e
}

// Bind finds the columns that the Condition compares. It looks up their names among the columns of
// the output: the input columns that pass through, and gridmill's columns. Bind must be called
// before Filter.
func (c *Condition) Bind(s *Schema) error {
	for i := range c.comparisons {
		if err := c.comparisons[i].bind(s); err != nil {
			return fmt.Errorf("at character %d: %w", c.comparisons[i].At+1, err)
		}
	}
	return nil
}

// compared reports whether conditions can compare c, one of gridmill's columns. The result
// is true only if c holds a single word, number or grid for each row.
func (c *outputColumn) compared() bool {
	switch c.kind {
	case kindGrid, kindInteger:
		return !c.training && !c.fromSearch
	case kindWord, kindBoolean, kindThousandths:
		return c.extra != "" || c.name == "verdict"
	}
	return false
}

// ranked reports whether the words of a column are ordered from easiest to hardest.
func (c *outputColumn) ranked() bool { return c.kind == kindWord && c.extra != "" }

func (c *comparison) bind(s *Schema) error {
	if c.kept = slices.IndexFunc(s.Kept, func(f Field) bool { return strings.TrimSpace(f.Name) == c.Name }); c.kept >= 0 {
		if c.Ordered() && !c.IsNumber() {
			return fmt.Errorf("the operator %s compares numbers, but %q is not a number", c.Operator, c.Value)
		}
		return printable(s.Kept[c.kept])
	}
	at := slices.IndexFunc(outputColumns, func(o outputColumn) bool { return o.compared() && o.name == WithoutSuffix(c.Name) })
	if at < 0 {
		return fmt.Errorf("there is no column %q; the columns are: %s", c.Name, nameList(comparedNames(s)))
	}
	c.output = &outputColumns[at]
	numeric := c.output.kind == kindInteger || c.output.kind == kindThousandths
	switch {
	case numeric && !c.IsNumber():
		return fmt.Errorf("%s holds numbers, but %q is not a number", c.Name, c.Value)
	case !numeric && !c.output.ranked() && c.Ordered():
		return fmt.Errorf("the operator %s compares numbers, but %s does not hold numbers", c.Operator, c.Name)
	case c.output.hasWords():
		if c.word = int32(slices.Index(c.output.words, c.Value)); c.word < 0 {
			return fmt.Errorf("%s cannot be %q; use one of: %s", c.Name, c.Value, strings.TrimPrefix(strings.Join(c.output.words, ", "), ", "))
		}
	}
	return nil
}

func comparedNames(s *Schema) []string {
	names := s.keptNames()
	for i := range outputColumns {
		if c := &outputColumns[i]; c.compared() && !slices.Contains(names, c.name) {
			names = append(names, c.name)
		}
	}
	return names
}

// Filter sets keep[i] to false if row i of the batch does not satisfy the Condition. keep has an
// entry for each row.
func (c *Condition) Filter(b *Batch, keep []bool) {
	for k := range c.comparisons {
		one := &c.comparisons[k]
		switch {
		case one.kept >= 0:
			for i := range keep {
				if keep[i] {
					b.scratch = b.AppendKept(b.scratch[:0], i, one.kept)
					keep[i] = one.HoldsFor(b.scratch)
				}
			}
		case one.output.numbers != nil:
			for i, n := range b.columnNumbers(one.output, 0, len(keep)) {
				keep[i] = keep[i] && one.holdsForNumber(n)
			}
		default:
			for i := range keep {
				keep[i] = keep[i] && one.matches(string(b.grid(one.output.grid, i)) == one.Value)
			}
		}
	}
}

// holdsForNumber reports whether the comparison holds for n, the number that represents a value of
// an output column. A missing value differs from all others, but is neither less nor greater.
func (c *comparison) holdsForNumber(n int32) bool {
	switch {
	case c.output.kind == kindThousandths:
		return n > 0 && c.Compares(float64(n-1)/1000) || n == 0 && c.Operator == "!="
	case c.output.kind == kindInteger:
		return c.Compares(float64(n))
	case c.Ordered():
		return n > 0 && c.Orders(float64(n), float64(c.word))
	}
	return c.matches(n == c.word)
}

// matches reports whether a comparison of words holds. same says whether the words are equal.
func (c *comparison) matches(same bool) bool { return same == (c.Operator == "=") }

package formats

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Extras returns those that the Condition compares.
func (c *Condition) Extras() (e Extras) {
	e.morphs = DefaultMorphs
	for _, one := range c.comparisons {
		for i := range outputColumns {
			if outputColumns[i].extra != "" && outputColumns[i].name == withoutSuffix(one.name) {
				e.columns.add(Column(i))
			}
		}
	}
	return e
}

// And returns the extras of both. How many morphs are searched is taken from the first.
func (e Extras) And(other Extras) Extras {
	return Extras{columns: ColumnSet{e.columns[0] | other.columns[0], e.columns[1] | other.columns[1]}, morphs: e.morphs}
}

// Bind finds the columns of a data set, as the output would name them: the input's own that
// pass through, and gridmill's. It must be called before Filter.
func (c *Condition) Bind(s *Schema) error {
	for i := range c.comparisons {
		if err := c.comparisons[i].bind(s); err != nil {
			return fmt.Errorf("at character %d: %w", c.comparisons[i].at+1, err)
		}
	}
	return nil
}

// comparable reports whether conditions can name one of gridmill's columns.
func (c *outputColumn) comparable() bool {
	return c.origin == ofNowhere && !c.reasons && !c.training && (c.readback != nil || c.grid != ofNothing || c.extra != "" || c.name == "verdict")
}

// ranked reports whether the words of a column are in order, from the easiest puzzles to the
// hardest.
func (c *outputColumn) ranked() bool { return c.words != nil && c.extra != "" }

func (c *comparison) bind(s *Schema) error {
	if c.kept = slices.IndexFunc(s.Kept, func(f Field) bool { return f.Name == c.name }); c.kept >= 0 {
		if c.ordered() && math.IsNaN(c.number) {
			return fmt.Errorf("%s compares numbers, and %q is none", c.operator, c.value)
		}
		return printable(s.Kept[c.kept])
	}
	at := slices.IndexFunc(outputColumns, func(o outputColumn) bool { return o.comparable() && o.name == withoutSuffix(c.name) })
	if at < 0 {
		return fmt.Errorf("there is no column %q; there are: %s", c.name, nameList(comparableNames(s)))
	}
	c.output = &outputColumns[at]
	numeric := c.output.numeric() || c.output.thousandths
	switch {
	case numeric && math.IsNaN(c.number):
		return fmt.Errorf("%s holds numbers, and %q is none", c.name, c.value)
	case !numeric && !c.output.ranked() && c.ordered():
		return fmt.Errorf("%s holds no numbers, so that %s cannot compare it", c.name, c.operator)
	case c.output.words != nil:
		if c.word = int32(slices.Index(c.output.words, c.value)); c.word < 0 {
			return fmt.Errorf("%s is never %q, but one of: %s", c.name, c.value, strings.TrimPrefix(strings.Join(c.output.words, ", "), ", "))
		}
	}
	return nil
}

// comparableNames lists what conditions can name.
func comparableNames(s *Schema) (names []string) {
	for _, f := range s.Kept {
		names = append(names, f.Name)
	}
	for i := range outputColumns {
		if outputColumns[i].comparable() {
			names = append(names, outputColumns[i].name)
		}
	}
	return names
}

// Filter clears the entries of those rows for which the Condition does not hold. There is an
// entry for each row of the batch.
func (c *Condition) Filter(b *Batch, holds []bool) {
	for k := range c.comparisons {
		one := &c.comparisons[k]
		switch {
		case one.kept >= 0:
			for i := range holds {
				if holds[i] {
					b.scratch = b.AppendKept(b.scratch[:0], i, one.kept)
					holds[i] = one.holdsFor(b.scratch)
				}
			}
		case one.output.numbers != nil:
			for i, n := range b.columnNumbers(one.output, 0, len(holds)) {
				holds[i] = holds[i] && one.holdsForNumber(n)
			}
		default:
			for i := range holds {
				holds[i] = holds[i] && (string(b.grid(one.output.grid, i)) == one.value) == (one.operator == "=")
			}
		}
	}
}

// holdsForNumber compares what a number of an output column stands for. Nothing is neither
// less nor more than anything.
func (c *comparison) holdsForNumber(n int32) bool {
	switch {
	case c.output.thousandths:
		return n > 0 && c.compares(float64(n-1)/1000)
	case c.output.words == nil:
		return c.compares(float64(n))
	case c.ordered():
		return n > 0 && compare(c.operator, float64(n), float64(c.word))
	}
	return (n == c.word) == (c.operator == "=")
}

// holdsFor compares a text with the value, as numbers if both are.
func (c *comparison) holdsFor(text []byte) bool {
	if !math.IsNaN(c.number) {
		if n, err := strconv.ParseFloat(strings.TrimSpace(string(text)), 64); err == nil {
			return c.compares(n)
		}
	}
	switch c.operator {
	case "=":
		return string(text) == c.value
	case "!=":
		return string(text) != c.value
	}
	return false // what is no number is neither more nor less
}

// compares compares a number with the value.
func (c *comparison) compares(n float64) bool { return compare(c.operator, n, c.number) }

// compare compares two numbers.
func compare(operator string, a, b float64) bool {
	switch operator {
	case "=":
		return a == b
	case "!=":
		return a != b
	case "<":
		return a < b
	case "<=":
		return a <= b
	case ">":
		return a > b
	}
	return a >= b
}

package condition

import (
	"strconv"
	"strings"
)

// HoldsFor reports whether the comparison holds for text. It compares numbers if both text and the
// value are numbers.
func (c *Comparison) HoldsFor(text []byte) bool {
	if c.IsNumber() {
		if n, err := strconv.ParseFloat(strings.TrimSpace(string(text)), 64); err == nil {
			return c.Compares(n)
		}
	}
	switch c.Operator {
	case "=":
		return string(text) == c.Value
	case "!=":
		return string(text) != c.Value
	}
	return false // text that is not a number is neither less nor greater
}

// Compares reports whether the comparison holds for n.
func (c *Comparison) Compares(n float64) bool { return c.Orders(n, c.Number) }

// Orders reports whether the operator holds for a and b.
func (c *Comparison) Orders(a, b float64) bool {
	switch c.Operator {
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

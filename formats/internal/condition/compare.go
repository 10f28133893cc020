package condition

import (
	"strconv"
	"strings"
)

// HoldsFor compares a text with the value, as numbers if both are.
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
	return false // text that is not a number is neither more nor less
}

// Compares compares a number with the value.
func (c *Comparison) Compares(n float64) bool { return c.Orders(n, c.Number) }

// Orders reports whether the operator holds between two numbers.
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

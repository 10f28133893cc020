// Package condition parses comparisons of columns with values, and evaluates them for single
// values. It does not know which columns exist.
package condition

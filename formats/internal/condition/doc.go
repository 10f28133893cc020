// Package condition reads comparisons of columns with values, and compares single values. It
// does not know which columns there are.
package condition

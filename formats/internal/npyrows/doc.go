// Package npyrows reads NumPy arrays as rows: one array, or several of the same length. Reading
// only cuts rows. Parsing, which any goroutine may do, decodes them.
package npyrows

// Package npyrows reads NumPy arrays as rows: one array, or several of the same length. Reading
// only cuts rows. Parsing decodes them, and can be done by any goroutine.
package npyrows

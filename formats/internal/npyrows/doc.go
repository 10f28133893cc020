// Package npyrows reads arrays of NumPy as rows: one array, or several of the same length. A Reader
// only cuts rows, and decodes a row when it parses it, which any goroutine may do.
package npyrows

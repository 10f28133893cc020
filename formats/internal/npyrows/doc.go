// Package npyrows reads arrays of NumPy as rows: one array, or several of the same length. A
// Reader only cuts rows, and decodes them once it is asked to parse one, which any goroutine may
// do.
package npyrows

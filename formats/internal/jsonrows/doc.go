// Package jsonrows reads JSON objects as rows: one per line, or those of an array, which may be a
// member of an object. A Reader only finds where they end. It notes where their values are when it
// parses a row, which any goroutine may do.
package jsonrows

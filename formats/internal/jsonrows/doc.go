// Package jsonrows reads JSON objects as rows: one object per line, or the objects of an array,
// which may be a member of an object. Cutting only finds where rows end. Parsing, which any
// goroutine may do, finds the values of a row.
package jsonrows

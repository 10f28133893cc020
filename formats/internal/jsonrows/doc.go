// Package jsonrows reads JSON objects as rows: one object per line, or the objects of an array,
// which may be a member of an object. Cutting only finds the ends of rows. Parsing finds the values
// of a row, and can be done by any goroutine.
package jsonrows

// Package jsonrows reads objects of JSON as rows: one a line, or those of an array, which may be
// a member of an object. A Reader only finds where they end, and notes where their values are once
// it is asked to parse a row, which any goroutine may do.
package jsonrows

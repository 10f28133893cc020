// Package gridtext reads values as grids, however programs write these, or says in few words why a
// value is none. Reasons are numbers until somebody reads them, so that a row at fault costs no text.
package gridtext

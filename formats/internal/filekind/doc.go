// Package filekind recognizes the kinds of files by their first bytes, regardless of their names,
// and zip archives of other programs by their members. It has the table of formats that are not
// text, and of files that are not read, with advice on how to convert them.
package filekind

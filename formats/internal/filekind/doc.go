// Package filekind recognizes the kinds of files by their first bytes, regardless of their names,
// and zip archives of other programs by their members. It lists the formats that are not text, and
// the files that cannot be read, with advice on how to convert them.
package filekind

// Package archive lists the files in a zip archive, and reads them. It does not know the formats of
// the data.
package archive

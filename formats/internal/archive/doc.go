// Package archive finds the members of a zip archive that hold data, and reads them. It does not
// know the formats of the data.
package archive

// Package archive finds the members of a zip archive that hold data, and reads them. It does not
// depend on formats or batches.
package archive

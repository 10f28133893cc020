// Package archive finds the members of a zip archive that hold data, and reads them. It knows
// neither formats nor batches.
package archive

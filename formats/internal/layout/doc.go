// Package layout recognizes texts in which a puzzle is not one field of 81 cells: grids over
// several lines, columns of cells, other characters for blanks. It rewrites them while they
// are read, so that whatever reads lines and CSV reads them as well. Every line stays one
// line, so that the numbers of lines in messages hold: of a grid over nine lines the first
// becomes the grid, and the others become empty.
package layout

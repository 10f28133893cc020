// Package morph transforms grids by the symmetries of Sudoku. A symmetry permutes the bands and the
// rows of each band, permutes the stacks and the columns of each stack, may transpose the grid, and
// renames the digits. There are 2 x 6^8 x 9! symmetries.
//
// Two grids are equivalent if a symmetry maps one of them onto the other. A symmetry that maps one
// puzzle onto another also maps the solutions of the first puzzle onto the solutions of the second.
package morph

// Package morph changes grids into others that are the same puzzle in another guise: rows
// change places within their band and bands among each other, columns and stacks likewise,
// the grid may be transposed, and digits change names. There are 2 x 6^8 = 3,359,232 such
// arrangements of the cells and 9! = 362,880 such names of the digits, and together they
// are all symmetries of Sudoku. The image of a solution solves the image of its puzzle.
package morph

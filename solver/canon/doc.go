// Package canon finds the canonical form (minlex) of a puzzle: the smallest of all puzzles that are
// equivalent to it under the symmetries of Sudoku (package morph). Puzzles are compared as text
// with 0 for blanks. Two puzzles are equivalent if and only if they have the same canonical form.
//
// Some programs use the name minlex for other forms, such as a form that orders puzzles by the
// pattern of clues before the digits, or the best form that an incomplete search finds.
//
// For puzzles, Form.Minlex builds the nine rows of the form one after the other, keeping track of
// all ways to make them. For solutions, Form.Solution uses a table of the 416 classes of bands
// instead.
package canon

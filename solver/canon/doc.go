// Package canon finds the canonical form (minlex) of a puzzle: the smallest of all puzzles that are
// equivalent to it under the symmetries of Sudoku (package morph). Puzzles are compared as text
// with 0 for blanks. Two puzzles are equivalent if and only if they have the same canonical form.
//
// Some programs use the name minlex for other forms. For example, they compare the patterns of
// clues first, and the digits only if the patterns are equal.
//
// Form.Minlex accepts any puzzle. Form.Solution accepts only solutions, and also counts their
// symmetries.
package canon

// Package canon finds the canonical form of a puzzle, which is also called minlex: of all puzzles
// that are equivalent to it under the symmetries of Sudoku (package morph), the smallest one as
// text with 0 for blanks. Two puzzles are equivalent if and only if they have the same canonical
// form.
//
// Some programs use the name minlex for other forms: with the smallest pattern of clues, and the
// smallest digits only for that pattern, or the result of an incomplete search. Their texts differ
// from these.
//
// For puzzles, the search (Form.Minlex) builds the nine rows of the form one after the other and
// keeps track of all ways to make them. For solutions, Form.Solution uses a table of the 416
// classes of bands instead.
package canon

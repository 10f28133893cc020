// Package canon finds the canonical form of a puzzle: its image under the symmetries of
// Sudoku (package morph) that is the least of all as a text with 0 for blanks. Two puzzles
// are the same in another guise exactly if they have the same form.
//
// Other programs call other forms minlex, too: the least pattern of clues first and digits
// second, or what a search that stops short finds. Their texts differ from these.
//
// The search for puzzles (Form.Minlex) makes the nine rows of the form one after the other and
// keeps all ways to make them. A solution (Form.Solution) goes through a table of the 416
// kinds of bands instead.
package canon

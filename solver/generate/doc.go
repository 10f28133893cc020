// Package generate makes puzzles. It draws uniformly random solution grids and removes clues in
// random order as long as the puzzle has only one solution.
//
// A puzzle depends only on the options and the number of its row. The searches for many puzzles run
// in the lanes of one solver, but they do not influence each other: a search only determines
// whether clues can be removed.
package generate

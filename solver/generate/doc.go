// Package generate makes puzzles: uniformly random solution grids, from which clues are
// removed in random order as long as one solution is left.
//
// A puzzle is a function of the options and the number of its row alone. Searches of many
// puzzles share the lanes of the solver, but no search has a say in the outcome: it only
// finds out whether clues can go.
package generate

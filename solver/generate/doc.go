// Package generate makes puzzles. It draws uniformly random solution grids, and removes clues in
// random order as long as the puzzle has only one solution.
//
// Random removal hardly ever yields hard puzzles, so they are found by searches. A search is called
// a lineage. It starts from random puzzles or from a given puzzle, and repeatedly replaces a clue
// to reach harder neighbors. Puzzles that it finds become rows if they satisfy the options.
//
// A puzzle depends only on the options and the number of its row.
//
// A Generator makes the rows of one kind of puzzle. A Mixer makes the rows of a Mixture of several
// kinds. Relatives checks finished rows for equivalent solutions and wrong values of search_steps.
package generate

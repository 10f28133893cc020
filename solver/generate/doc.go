// Package generate makes puzzles. It draws uniformly random solution grids and removes clues in
// random order as long as the puzzle has only one solution.
//
// Random removal hardly ever makes hard puzzles. A search finds them instead: a lineage climbs from
// a random or given puzzle to harder ones. Its rows are the neighbours of hard puzzles.
//
// A puzzle depends only on the options and the number of its row. The searches for many puzzles run
// in the lanes of one solver, but they do not influence each other: a search only determines
// whether clues can be removed.
//
// A Generator makes the rows of one kind of puzzle. A Mixer makes the rows of a Mixture of several
// kinds. The attempt, row and base types make random puzzles; lineage and questioner search for
// hard ones. Relatives checks the rows of a finished search.
package generate

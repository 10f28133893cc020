// Package generate makes puzzles. It draws uniformly random solution grids and removes clues in
// random order as long as the puzzle has only one solution.
//
// Random removal hardly ever makes hard puzzles, so a search finds them: a lineage climbs from a
// random or given puzzle to harder puzzles. Every row of the lineage is a puzzle from this climb,
// and satisfies the options.
//
// A puzzle depends only on the options and the number of its row. The searches for many puzzles run
// in the lanes of one solver, but they do not influence each other.
//
// A Generator makes the rows of one kind of puzzle. A Mixer makes the rows of a Mixture of several
// kinds. The attempt, row and base types make random puzzles. The lineage and questioner types
// search for hard puzzles. Relatives checks the rows of a finished search.
package generate

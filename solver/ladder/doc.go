// Package ladder rates puzzles by the techniques that people use to solve them. The ladder is a
// list of techniques from the easiest to the hardest.
//
// A puzzle is solved in waves. Each wave uses the easiest technique that has any effect, and
// applies everything that the technique finds in the grid as it was before the wave. A Rating
// therefore does not depend on the order of the search, and equivalent puzzles have the same
// Rating. A Ladder rates puzzles without allocating memory.
package ladder

// Package ladder rates puzzles by the techniques that people use to solve them. The ladder is a
// list of techniques from the easiest to the hardest. A puzzle is solved in waves. Each wave
// determines the easiest technique that makes progress, and applies everything that this technique
// finds in the state before the wave. The counts therefore do not depend on the order of the
// search, and equivalent puzzles have the same rating. A Ladder does not allocate for each puzzle.
package ladder

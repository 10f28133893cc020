// Package ladder rates puzzles by the techniques that people solve them with. The ladder is
// a list of techniques from the easiest to the hardest. It goes in waves: a wave applies
// everything that the easiest productive technique finds in the state before the wave. So
// what is counted does not depend on the order in which anything is looked for, and is the
// same for a puzzle and all its morphs. A Ladder allocates nothing per puzzle.
package ladder

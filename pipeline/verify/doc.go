// Package verify checks results that gridmill wrote: that every row agrees with itself and
// with its puzzle, without using the code of the solvers, and of a directory of parts that
// everything is there, unchanged and adds up. With a Proof the puzzles are also solved
// again, by another solver. A Verifier is a run without solvers, in which the check takes
// the place of a writer; it reports faults and goes on.
package verify

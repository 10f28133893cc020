// Package verify checks results that gridmill wrote. Every row must be consistent with its puzzle,
// which is checked without the code of the solvers. A directory of parts must be complete and
// unchanged, and its figures must add up. With a Proof, the puzzles are also solved again by
// another solver. A Verifier is a run without solvers in which the writer checks rows. It reports
// faults and continues.
package verify

// Package verify checks results that gridmill wrote. It checks solutions without the code of the
// solvers, and it checks that the other columns are consistent. It also checks that a directory of
// parts is complete and unchanged, and that its figures add up. With a Proof, it solves the puzzles
// again with another solver. A Verifier continues after it reports a fault.
package verify

// Package verify checks results that gridmill wrote. It checks solutions without the solvers'
// code, and checks that the columns of a row do not contradict each other. A directory of parts
// must also be complete and unchanged, and its figures must add up. With a Proof, verify solves the
// puzzles again with a different solver. A Verifier continues after it reports a fault.
package verify

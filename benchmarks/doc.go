// Package benchmarks compares solvers on corpora of puzzles.
//
// Run checks every solver against the reference before it times any solver. It times the solvers
// alternately, so that changes in the machine's speed affect all solvers equally. It returns a
// RunResult, which also holds what is needed to repeat the measurements. A RunResult can be written
// as a table, JSON, or a page with charts, and compared with an earlier RunResult.
package benchmarks

// Package benchmarks measures solvers side by side on corpora of puzzles.
//
// Run checks every solver against the reference before it times any, times them
// in turn so that the drift of a machine meets all alike, and returns a RunResult
// of everything that is needed to believe the figures, or to measure them again.
// A RunResult is written as a table, as CSV, as JSON, or as a page with charts, and
// can be compared with an older one.
package benchmarks

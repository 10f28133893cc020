// Package benchmarks measures solvers side by side on corpora of puzzles.
//
// Run checks every solver against the reference before it times any of them. It times
// them alternately, so that changes in the machine's speed affect all alike, and returns
// a RunResult with everything that is needed to trust the figures or to measure them again.
// A RunResult can be written as a table, as CSV, as JSON, or as a page with charts, and
// can be compared with an older one.
package benchmarks

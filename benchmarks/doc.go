// Package benchmarks measures solvers side by side on corpora of puzzles.
//
// Run checks every solver against the reference before it times any of them. It alternates between
// the solvers, so that changes in the machine's speed affect all of them equally. It returns a
// RunResult, which records everything needed to assess or repeat the measurements. A RunResult can
// be written as a table, JSON, or a page with charts, and can be compared with an older one.
package benchmarks

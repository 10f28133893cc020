// Package corpora provides the puzzles that gridmill ships for tests and benchmarks. README.md in
// this directory describes how each corpus was made and how it is biased.
package corpora

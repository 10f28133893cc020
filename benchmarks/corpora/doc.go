// Package corpora holds the puzzles that gridmill ships for tests and
// benchmarks. README.md beside it says how each corpus was made and what bias it
// has.
package corpora

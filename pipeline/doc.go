// Package pipeline moves batches of puzzles from a reader through solvers to writers. It keeps the
// order of rows, uses all processors, and needs a bounded amount of memory.
//
// Run processes a whole data set, and RunRanges processes parts of it. When they return, all
// goroutines that they started have ended. A Progress can be read during a run, and Totals sums up
// the results.
package pipeline

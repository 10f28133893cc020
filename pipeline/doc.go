// Package pipeline moves batches of puzzles from a reader through solvers to writers. It keeps
// their order, uses all processors, and takes bounded memory. Run processes a whole data set, and
// RunRanges processes parts of it. Both end all goroutines that they start before they return. A
// Progress can be read during a run, and Totals sum up its results. The subdirectories store
// results in parts, verify them and resume from them.
package pipeline

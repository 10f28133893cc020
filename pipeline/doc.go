// Package pipeline moves batches of puzzles from a reader through solvers to writers, in order, on
// all processors, in bounded memory. Run does that for a whole data set, and RunRanges for parts of
// it; each owns all goroutines of its run. A Progress can be read during a run, and Totals sum up
// its results. The packages below this one store results in parts, verify them and resume from
// them.
package pipeline

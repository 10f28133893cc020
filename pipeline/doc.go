// Package pipeline moves batches of puzzles from a reader through solvers to writers, in
// order, on all processors, in bounded memory. Run does that for a whole data set, and
// RunRanges for parts of it; both own all goroutines of a run. Progress can be read
// meanwhile, and Totals sum up what came out. The packages below it store results in
// parts, verify them and go on from them.
package pipeline

// Package dataset makes folders of training data. It solves puzzles, drops duplicates and rows that
// are not wanted, divides the rest so that nothing leaks between splits, and writes each split with
// its morphs in the requested layouts.
package dataset

// Package dataset makes folders of training data. It solves puzzles, drops duplicates and other
// unwanted rows, and divides the rest so that splits share no puzzles. It writes each split, with
// morphs, in the requested layouts.
package dataset

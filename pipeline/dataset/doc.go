// Package dataset creates directories of training data. It solves puzzles, drops duplicates and
// other unwanted rows, and divides the rest into splits that share no puzzles. It writes each split
// in the requested layouts, with morphs (equivalent variants) of its puzzles.
package dataset

// Package leaks finds puzzles of one set that stand in another in some guise, so that what is
// trained on the one set knows answers of the other. Keys that all guises of a puzzle share
// are sorted in files, so memory does not grow with the sets.
package leaks

// Package leaks finds puzzles of one set that have an equivalent puzzle in another, so that a
// model trained on one set knows answers of the other. Keys that all equivalent puzzles share
// are sorted in files, so memory does not grow with the sets.
package leaks

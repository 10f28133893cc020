package testkit

import "testing"

// Rounds returns the number of times to repeat a test with random inputs: n, or max(n/10, 1) with
// -short. Runs with the race detector use -short, because repeating a test in a single goroutine
// does not find more races.
func Rounds(n int) int {
	if testing.Short() {
		return max(n/10, 1)
	}
	return n
}

// Some returns the first Rounds(len(items)) items, for tests that treat all items alike.
func Some[T any](items []T) []T { return items[:min(Rounds(len(items)), len(items))] }

// Step returns the step between tested positions: 5, or 10 with -short.
func Step() int {
	if testing.Short() {
		return 10
	}
	return 5
}

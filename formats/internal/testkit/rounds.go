package testkit

import "testing"

// Rounds returns how often to repeat a test with random inputs: n times, or a tenth of that with
// -short. Runs under the race detector use -short, because a single goroutine has no races.
func Rounds(n int) int {
	if testing.Short() {
		return max(n/10, 1)
	}
	return n
}

// Some returns the first Rounds(len(all)) elements of all, on which a test does the same.
func Some[T any](all []T) []T { return all[:min(Rounds(len(all)), len(all))] }

// Step returns the step between tested positions: 1, or 10 with -short.
func Step() int {
	if testing.Short() {
		return 10
	}
	return 1
}

package testkit

import "testing"

// Rounds returns how often to repeat what is done n times with other inputs: with -short, as
// under the race detector, a tenth of that, because one goroutine has no races to find.
func Rounds(n int) int {
	if testing.Short() {
		return max(n/10, 1)
	}
	return n
}

// Some returns as many as that of all that a test does the same with, the first ones.
func Some[T any](all []T) []T { return all[:min(Rounds(len(all)), len(all))] }

// Step returns how far to go from one of many places to the next: one, or ten if Rounds does
// less.
func Step() int {
	if testing.Short() {
		return 10
	}
	return 1
}

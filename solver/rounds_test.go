package solver

import "testing"

// fewer returns all test cases or, with -short, one in ten of them. The race detector runs with
// -short. Because a search has only one goroutine, more cases would not find more races.
func fewer[T any](all []T) (some []T) {
	if !testing.Short() {
		return all
	}
	for i := 0; i < len(all); i += 10 {
		some = append(some, all[i])
	}
	return some
}

package solver

import "testing"

// fewer returns all test cases or, with -short, every tenth one. Runs with the race detector use
// -short, because more cases would not reveal more races.
func fewer[T any](all []T) (some []T) {
	if !testing.Short() {
		return all
	}
	for i := 0; i < len(all); i += 10 {
		some = append(some, all[i])
	}
	return some
}

package solver

import "testing"

// fewer returns all that a test repeats its work for, and with -short, as under the race
// detector, one in ten: a search has one goroutine, so that repeating it shows no race.
func fewer[T any](all []T) (some []T) {
	if !testing.Short() {
		return all
	}
	for i := 0; i < len(all); i += 10 {
		some = append(some, all[i])
	}
	return some
}

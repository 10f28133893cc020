//go:build !amd64 || purego

package solver

// countClues implements CountClues without assembly.
func countClues(dst []int32, grids []Grid) { countEach(dst, grids) }

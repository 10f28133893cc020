//go:build !amd64 || purego

package solver

// countClues is the fastest way to do what CountClues does without assembly.
func countClues(dst []int32, grids []Grid) { countEach(dst, grids) }

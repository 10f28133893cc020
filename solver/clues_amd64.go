//go:build !purego

package solver

import "golang.org/x/sys/cpu"

// countClues implements CountClues with the fastest code that this processor supports.
func countClues(dst []int32, grids []Grid) {
	if cpu.X86.HasAVX2 && cpu.X86.HasPOPCNT {
		countCluesAVX2(&dst[0], &grids[0], len(grids))
		return
	}
	countEach(dst, grids)
}

// countCluesAVX2 counts the digits of each of n grids. n must be at least one.
//
//go:noescape
func countCluesAVX2(dst *int32, grids *Grid, n int)

//go:generate go -C asm run . -out ../clues_amd64.s clues

package solver

// CountClues stores the number of clues of each grid in dst, which must be at least as
// long as grids.
func CountClues(dst []int32, grids []Grid) {
	if len(grids) > 0 {
		countClues(dst[:len(grids)], grids)
	}
}

// countEach implements CountClues by counting one grid at a time.
func countEach(dst []int32, grids []Grid) {
	for i := range grids {
		dst[i] = int32(grids[i].Clues())
	}
}

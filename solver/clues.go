//go:generate go -C asm run . -out ../clues_amd64.s clues

package solver

// CountClues stores in dst the number of clues of each grid, as Clues says it. There
// must be room for all.
func CountClues(dst []int32, grids []Grid) {
	if len(grids) > 0 {
		countClues(dst[:len(grids)], grids)
	}
}

// countEach is CountClues one grid at a time.
func countEach(dst []int32, grids []Grid) {
	for i := range grids {
		dst[i] = int32(grids[i].Clues())
	}
}

//go:build !purego

package solver

import "golang.org/x/sys/cpu"

// parseFast reads 81 cells with the fastest code that this processor can run. If it
// returns false, text can still be a grid, since parseWords does not know all blanks.
func parseFast(g *Grid, text []byte) bool {
	if cpu.X86.HasAVX2 {
		return parseGridsAVX2(g, &text[0], Cells, 1) == 1
	}
	return parseWords(g, text)
}

// parseMany implements ParseMany with the fastest code that this processor can run, except
// that the content of the grid that it stops at is undefined.
func parseMany(grids []Grid, text []byte, stride int) int {
	if cpu.X86.HasAVX2 {
		return parseGridsAVX2(&grids[0], &text[0], stride, len(grids))
	}
	return parseEach(grids, text, stride)
}

// parseGridsAVX2 reads n texts that are stride bytes apart, with all of Blanks. n must be
// at least one. It stops at the first text that is not a grid, whose Grid it does not
// change, and returns the number of texts before it.
//
//go:noescape
func parseGridsAVX2(grids *Grid, text *byte, stride, n int) int

//go:build !purego

package solver

import "golang.org/x/sys/cpu"

// parseFast is the fastest way to read 81 cells that this processor has.
func parseFast(g *Grid, text []byte) bool {
	if cpu.X86.HasAVX2 {
		return parseCellsAVX2(g, &text[0])
	}
	return parseWords(g, text)
}

// parseCellsAVX2 reads the 81 cells at text, and knows all blanks. Where it
// returns false, what it left in grid is void.
//
//go:noescape
func parseCellsAVX2(grid *Grid, text *byte) bool

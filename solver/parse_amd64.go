//go:build !purego

package solver

import "golang.org/x/sys/cpu"

// parseFast calls parseGridAVX2 if this processor supports AVX2. Otherwise, it returns false.
func parseFast(g *Grid, text []byte) bool { return cpu.X86.HasAVX2 && parseGridAVX2(g, &text[0]) }

// parseGridAVX2 reads 81 bytes of text into grid and reports whether all of them are cells. It
// recognizes all of Blanks except the rare ?, x and X. If it returns false, grid is unchanged.
//
//go:noescape
func parseGridAVX2(grid *Grid, text *byte) bool

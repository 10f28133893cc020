//go:build !amd64 || purego

package solver

// parseFast is the fastest way to read 81 cells without assembly.
func parseFast(g *Grid, text []byte) bool { return parseWords(g, text) }

// parseMany is the fastest way to do what ParseMany does without assembly.
func parseMany(grids []Grid, text []byte, stride int) int { return parseEach(grids, text, stride) }

//go:build !amd64 || purego

package solver

// parseFast reads 81 cells without assembly. If it returns false, text can still be a grid,
// since parseWords does not know all blanks.
func parseFast(g *Grid, text []byte) bool { return parseWords(g, text) }

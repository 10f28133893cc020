//go:build !amd64 || purego

package solver

// machineKernels returns nil because this build has no assembly kernels.
func machineKernels() []*kernel { return nil }

// parseFast reads 81 cells without assembly. It may return false for a valid grid, because
// parseWords recognizes only the blanks '.' and '0'.
func parseFast(g *Grid, text []byte) bool { return parseWords(g, text) }

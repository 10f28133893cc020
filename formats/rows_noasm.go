//go:build !amd64 || purego

package formats

// parsePlainRows would parse plain rows together, and leaves them to parseAlone.
func (*csvSource) parsePlainRows(_ *Batch, from, _ int) int { return from }

// parsePlainRows is the same for lines.
func (*lineSource) parsePlainRows(_ *Batch, from, _ int) int { return from }

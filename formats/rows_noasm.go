//go:build !amd64 || purego

package formats

// parseSimpleRows would parse simple rows together, and leaves them to parseAlone.
func (*csvSource) parseSimpleRows(_ *Batch, from, _ int) int { return from }

// parseSimpleRows is the same for lines.
func (*lineSource) parseSimpleRows(_ *Batch, from, _ int) int { return from }

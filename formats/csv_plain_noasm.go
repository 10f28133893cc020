//go:build !amd64 || purego

package formats

// appendPlain would append plain rows together, and leaves them to appendAlone.
func (*csvRows) appendPlain(dst []byte, _ *Batch, _ *csvStrip, from int) ([]byte, int) {
	return dst, from
}

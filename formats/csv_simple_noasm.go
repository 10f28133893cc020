//go:build !amd64 || purego

package formats

// appendSimple would append simple rows together, and leaves them to appendAlone.
func (*csvRows) appendSimple(dst []byte, _ *Batch, _ *csvStrip, from int) ([]byte, int) {
	return dst, from
}

//go:build !amd64 || purego

package formats

// decodeSnappy unpacks a block into dst, which is as long as the block says that it is.
func decodeSnappy(dst, src []byte) error { return decodeSnappyPortable(dst, src) }

// snappyElements leaves all elements to its caller, who unpacks one at a time.
func snappyElements(_, _ []byte, filled, taken int) (nowFilled, nowTaken int) { return filled, taken }

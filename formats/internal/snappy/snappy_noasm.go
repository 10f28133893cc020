//go:build !amd64 || purego

package snappy

// decode unpacks a block into dst, which is as long as the block says.
func decode(dst, src []byte) error { return decodePortable(dst, src) }

// elementsTogether leaves all elements to its caller, who unpacks one at a time.
func elementsTogether(_, _ []byte, filled, taken int) (nowFilled, nowTaken int) { return filled, taken }

//go:build !purego

package formats

// eachLineKernel does something with each kernel for line ends that the processor has.
func eachLineKernel(do func()) {
	do()
	if hasWideText {
		hasWideText = false
		defer func() { hasWideText = true }()
		do()
	}
}

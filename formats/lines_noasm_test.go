//go:build !amd64 || purego

package formats

// eachLineKernel would do something with each kernel for line ends, and does it once.
func eachLineKernel(do func()) { do() }

//go:build !amd64 || purego

package solver

// machineKernels returns nil because there are no assembly kernels for this machine.
func machineKernels() []*kernel { return nil }

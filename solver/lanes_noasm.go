//go:build !amd64 || purego

package solver

// machineKernels returns nothing: there is no assembly here.
func machineKernels() []*kernel { return nil }

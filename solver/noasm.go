//go:build !amd64 || purego

package solver

// machineKernels returns nil because this build has no assembly kernels.
func machineKernels() []*kernel { return nil }

// parseFast returns false, because this build has no assembly.
func parseFast(*Grid, []byte) bool { return false }

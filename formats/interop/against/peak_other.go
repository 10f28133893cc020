//go:build !unix

package main

import "os"

// peakMemory returns 0: the memory of children is not measured here.
func peakMemory(*os.ProcessState) int64 { return 0 }

//go:build unix

package benchmarks

import (
	"syscall"
	"time"
)

// processorTime returns the processor time that all threads of the process have used. Unlike
// wall-clock time, it does not advance while only other programs are running.
func processorTime() time.Duration {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

package main

import (
	"os"
	"runtime"
	"strconv"
)

// grantedProcessors returns how many processors a run may use: what the system
// lets the process have (affinity, and the quota of its control group, which the
// runtime knows), and no more than Slurm granted the task, which may be less where
// Slurm does not bind tasks to processors.
func grantedProcessors() int {
	n := runtime.GOMAXPROCS(0)
	if granted, err := strconv.Atoi(os.Getenv("SLURM_CPUS_PER_TASK")); err == nil && granted > 0 {
		n = min(n, granted)
	}
	return n
}

package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"sync/atomic"
)

// gcPercent is the growth of the heap, in percent, after which the garbage collector runs.
var gcPercent atomic.Int32

// startCollector delays the first garbage collection until the heap has 32 MB, because short runs
// would spend a third of their time on collections that free little. The collector then runs as
// usual. A value of GOGC in the environment takes precedence.
func startCollector() {
	if os.Getenv("GOGC") != "" {
		return
	}
	gcPercent.Store(100)
	debug.SetGCPercent(800) // the smallest heap to collect has 4 MB at 100 percent
	runtime.AddCleanup(new([16]byte), func(struct{}) { debug.SetGCPercent(int(gcPercent.Load())) }, struct{}{})
}

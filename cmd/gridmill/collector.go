package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"sync/atomic"
)

// gcPercent is the growth of the heap, in percent, that starts a garbage collection. It applies
// after the first collection.
var gcPercent atomic.Int32

// startCollector delays the first garbage collection until the heap has 32 MB, because short runs
// would spend a third of their time on collections that free little. The collector then runs as
// usual. A value of GOGC in the environment takes precedence.
func startCollector() {
	if os.Getenv("GOGC") != "" {
		return
	}
	gcPercent.Store(100)
	debug.SetGCPercent(800) // at 100 percent, the first collection starts when the heap has 4 MB
	// No variable refers to this object, so the cleanup runs after the first collection.
	runtime.AddCleanup(new([16]byte), func(struct{}) { debug.SetGCPercent(int(gcPercent.Load())) }, struct{}{})
}

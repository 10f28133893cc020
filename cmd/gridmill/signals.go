package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

// patience is how long a run may take to stop. Some things cannot be
// interrupted, such as opening a named pipe to which nobody writes, or writing
// to one from which nobody reads.
const patience = 2 * time.Second

// stopOnSignals lets the first signal end the run in order, and ends it at once
// where a second comes or it takes too long. Either way nothing half-written is
// left.
func stopOnSignals(cancel context.CancelCauseFunc, messages io.Writer) {
	// What these signals tell comes back as the error of a write, which can say
	// more and leaves nothing behind.
	signal.Ignore(writeSignals...)
	signals := make(chan os.Signal, 2)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		// A shell that starts a job in the background, or nohup, has such
		// signals ignored, and means it.
		if !signal.Ignored(s) {
			signal.Notify(signals, s)
		}
	}
	go func() {
		stopped := interruption{signal: <-signals, lastWord: new(sync.Mutex)}
		cancel(stopped)
		select {
		case <-signals:
		case <-time.After(patience):
		}
		stopped.lastWord.Lock() // before outputs are closed, which the run may complain about
		begunOutputs.abortForGood()
		fmt.Fprintf(messages, "gridmill: %s\n", stopped)
		os.Exit(exitAgain)
	}()
}

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

	"github.com/gridmill/gridmill/formats/files"
)

// patience is how long a run may take to stop. Some operations cannot be interrupted, such as
// opening a named pipe that has no writer, or writing to one that has no reader.
const patience = 2 * time.Second

// ending holds what to do and to report when the process ends.
type ending struct {
	unfinished unfinishedOutputs
	rerun      rerun
	// lastWord is locked, and never unlocked, by the goroutine that reports the end of the process
	// and ends it. This is execute or, if stopping takes too long after a signal, the signal
	// handler.
	lastWord sync.Mutex
}

// stopOnSignals makes the first signal cancel the run. A second signal ends the process
// immediately, as does a run that takes too long to stop. In both cases no unfinished files remain.
func (e *ending) stopOnSignals(stderr io.Writer, cancel context.CancelCauseFunc) {
	// If these signals are ignored, writes return an error instead. The error says more, and
	// outputs can be removed.
	signal.Ignore(writeSignals...)
	signals := make(chan os.Signal, 2)
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
		// SIGQUIT would print stacks and leave temporary files; SIGABRT still does. Signals that
		// are ignored must stay ignored, for background jobs of shells and for nohup.
		if !signal.Ignored(sig) {
			signal.Notify(signals, sig)
		}
	}
	go func() {
		stopped := interruption{signal: <-signals, rerun: &e.rerun}
		cancel(stopped)
		select {
		case <-signals:
		case <-time.After(patience):
		}
		e.lastWord.Lock() // because removing outputs can make the run fail
		e.unfinished.discard()
		fmt.Fprintf(stderr, "gridmill: %s\n", files.Printable(stopped.Error()))
		os.Exit(exitAgain)
	}()
}

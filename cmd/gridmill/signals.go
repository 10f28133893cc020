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
	// lastWord is locked, and never unlocked, by whatever reports how the process ends and ends it:
	// execute or, if that takes too long after a signal, the signal handler.
	lastWord sync.Mutex
}

// stopOnSignals makes the first signal cancel the run. A second signal, or a run that takes too
// long to stop, ends the process immediately. In both cases no unfinished file remains.
func (e *ending) stopOnSignals(stderr io.Writer, cancel context.CancelCauseFunc) {
	// If these signals are ignored, a write returns an error, which is more informative and allows
	// outputs to be removed.
	signal.Ignore(writeSignals...)
	signals := make(chan os.Signal, 2)
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
		// SIGQUIT would print the stacks and leave temporary files; SIGABRT still does. Background
		// jobs of shells and nohup require that an ignored signal stays ignored.
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

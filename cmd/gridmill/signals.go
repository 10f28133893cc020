package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/gridmill/gridmill/formats/files"
)

// patience is how long a run may take to stop after a signal. After this time, the process ends,
// even during operations that cannot be interrupted, such as opening a named pipe without a writer.
const patience = 2 * time.Second

// stopOnSignals cancels the run after the first signal. It ends the process after a second signal,
// or if the run takes too long to stop. Unfinished files are removed in all cases.
func (s *session) stopOnSignals(cancel context.CancelCauseFunc) {
	// Ignore these signals, so that a failed write returns an error instead of ending the process.
	// The run can then remove its outputs.
	signal.Ignore(writeSignals...)
	signals := make(chan os.Signal, 2)
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
		// SIGQUIT is caught, because by default it leaves temporary files behind. SIGABRT is not
		// caught, so it still prints stack traces. Ignored signals must stay ignored, because nohup
		// and the background jobs of shells rely on this.
		if !signal.Ignored(sig) {
			signal.Notify(signals, sig)
		}
	}
	go func() {
		stopped := interruption{signal: <-signals, rerun: &s.rerun}
		cancel(stopped)
		select {
		case <-signals:
		case <-time.After(patience):
		}
		// Lock first, so that execute does not report errors caused by removing the outputs.
		s.lastWord.Lock()
		s.unfinished.discard()
		fmt.Fprintf(s.stderr, "gridmill: %s\n", files.Printable(stopped.Error()))
		os.Exit(exitAgain)
	}()
}

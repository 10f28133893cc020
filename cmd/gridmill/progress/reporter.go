// Package progress shows the progress of a run. The pipeline counts the rows that are done, and a
// Tracker computes rates and remaining times. Views show these figures as a bar or lines of text
// for people, as JSON objects and metrics for programs, and as records in a log. Views read the
// tracker at intervals or on request, so they do not slow down the run. A Reporter starts and stops
// the views that the options select.
package progress

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
)

// Options specifies how a run reports its progress.
type Options struct {
	Mode      Mode
	NoSummary bool   // whether to omit the summary at the end
	Metrics   string // address on which metrics are served, or empty
	Log       string // file to which records are appended, or empty
	Speeds    bool   // whether to keep samples of the speed
}

// A Mode specifies how the progress of a run is shown on standard error.
type Mode int

// The modes.
const (
	None  Mode = iota // shows nothing, not even a summary
	Brief             // shows only a summary, and any remarks on the results
	Plain             // writes a line every few seconds
	Bar               // draws a bar on a terminal
	JSON              // writes JSON objects, one per line, and no summary
)

// Modes lists the modes that most commands accept. ModesForPeople lists the modes for commands
// without machine-readable progress.
var (
	Modes          = []string{"auto", "bar", "plain", "json", "summary", "none"}
	ModesForPeople = []string{"auto", "bar", "plain", "summary", "none"}
)

// ParseMode returns the mode with the given name. It returns an error if the name is not accepted.
// For the name "auto", it returns Plain if stderr is not a terminal, Brief if the results also go
// to the terminal, and Bar otherwise.
func ParseMode(name string, accepted []string, stderr *os.File, resultsOnTerminal bool) (Mode, error) {
	if !slices.Contains(accepted, name) {
		return None, fmt.Errorf("unknown progress mode %q; choose one of: %s", name, strings.Join(accepted, ", "))
	}
	switch mode, named := map[string]Mode{"none": None, "plain": Plain, "bar": Bar, "json": JSON, "summary": Brief}[name]; {
	case named:
		return mode, nil
	case !term.IsTerminal(int(stderr.Fd())):
		return Plain, nil
	case resultsOnTerminal:
		return Brief, nil
	}
	return Bar, nil
}

// The intervals between updates of views.
const (
	plainInterval = 5 * time.Second
	barInterval   = 200 * time.Millisecond
	jsonInterval  = time.Second
	logInterval   = 30 * time.Second
)

// A Reporter manages a tracker and its views.
type Reporter struct {
	Log *Log // never nil

	options Options
	started time.Time
	tracker *Tracker
	to      *os.File
	server  *http.Server // nil without --metrics
	speeds  *speeds      // nil unless the options request speeds

	updates   sync.WaitGroup // goroutines that update views
	serving   sync.WaitGroup // goroutine of the server
	quit      chan struct{}  // closed to stop the updates
	stop      sync.Once
	clear     func() // removes the bar
	writeJSON func() // does nothing unless the mode is JSON
}

// Start returns a Reporter. It opens the log but does not serve metrics yet. The caller must close
// the Reporter.
func Start(o Options, run Run, to *os.File) (*Reporter, error) {
	log, err := openLog(o.Log)
	if err != nil {
		return nil, err
	}
	r := &Reporter{
		Log: log, options: o, started: time.Now(), tracker: &Tracker{Run: run, counts: new(pipeline.Progress)}, to: to,
		quit: make(chan struct{}), clear: func() {}, writeJSON: func() {},
	}
	if o.Speeds {
		r.speeds = &speeds{tracker: r.tracker, interval: firstSampling, samples: []Sample{{}}}
		r.every(firstSampling, r.speeds.update)
	}
	return r, nil
}

// Serve starts serving metrics if the options contain an address. It returns an error if it cannot
// use the address. If the server fails later, the run continues.
func (r *Reporter) Serve() error {
	if r.options.Metrics == "" {
		return nil
	}
	listener, err := net.Listen("tcp", r.options.Metrics)
	if err != nil {
		return fmt.Errorf("--metrics: %w; choose another address, or port 0 for any free port", err)
	}
	r.server = newServer(listener.Addr(), r.tracker, r.Log.Logger)
	url := fmt.Sprintf("http://%s/metrics", r.server.Addr)
	r.Log.Info("metrics", "url", url)
	r.Printf("metrics are at %s", url)
	r.serving.Go(func() {
		if err := r.server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			r.Log.Warn("metrics ended", "error", err.Error())
		}
	})
	return nil
}

// Counts returns the counters, which the run must update.
func (r *Reporter) Counts() *pipeline.Progress { return r.tracker.counts }

// RunTime returns the time from Start to the first call of RunTime, so that all reports at the end
// of a run show the same time.
func (r *Reporter) RunTime() time.Duration {
	r.tracker.took = cmp.Or(r.tracker.took, time.Since(r.started))
	return r.tracker.took
}

// Attempts returns text that says how many attempts the current phase has made to find puzzles. It
// returns "" if attempts are not counted, or if there were few.
func (r *Reporter) Attempts() string {
	if phase := r.tracker.phase(); phase != nil {
		number, purpose := phase.attempts(r.tracker.counts.Rows())
		return number + purpose
	}
	return ""
}

// Enter starts a phase that processes the given number of rows, which can be pipeline.Unknown. The
// first call also starts the views.
func (r *Reporter) Enter(phase pipeline.Phase, counter pipeline.Counter, rows int64) {
	first, now := r.tracker.phase() == nil, time.Now()
	if r.speeds != nil {
		r.speeds.update()
	}
	r.tracker.current.Store(&phaseState{phase, counter, now, r.tracker.counts.Rows(), rows})
	if first {
		r.show()
	}
	// Write the status now, because the phase may end before the next regular update.
	r.writeJSON()
}

func (r *Reporter) show() {
	switch r.options.Mode {
	case Plain:
		r.every(plainInterval, func() { r.tracker.line(r.to) })
	case Bar:
		b := &bar{tracker: r.tracker, to: r.to}
		b.restart(r.tracker.phase())
		r.clear = b.clear
		r.every(barInterval, b.draw)
	case JSON:
		r.writeJSON = r.tracker.statusWriter(r.to)
		r.every(jsonInterval, r.writeJSON)
	}
	if r.Log.file != nil {
		r.every(logInterval, func() { r.Log.Info("progress", "status", r.tracker.status(false)) })
	}
}

// every calls the function update at regular intervals until Stop is called.
func (r *Reporter) every(interval time.Duration, update func()) {
	r.updates.Go(func() {
		ticker := time.NewTicker(interval)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				update()
			case <-r.quit:
				return
			}
		}
	})
}

// Stop stops the regular updates and removes the bar. Other text can then be written to standard
// error.
func (r *Reporter) Stop() {
	r.stop.Do(func() {
		close(r.quit)
		r.updates.Wait()
		r.clear()
	})
}

// Printf writes a line about the run, but only in the Plain and Bar modes.
func (r *Reporter) Printf(format string, args ...any) {
	if r.options.Mode != Brief {
		r.Remark(format, args...)
	}
}

// Remark writes a line about the results. Unlike Printf, it also writes in Brief mode.
func (r *Reporter) Remark(format string, args ...any) {
	if r.options.Mode == None || r.options.Mode == JSON {
		return
	}
	r.clear() // the next update draws the bar again
	fmt.Fprintf(r.to, "gridmill: %s\n", files.Printable(fmt.Sprintf(format, args...)))
}

// Done reports that the results are stored. In JSON mode, it writes a final status. In the Brief,
// Plain and Bar modes, it writes the summary, unless NoSummary is set. It also logs a record with
// the given attributes.
func (r *Reporter) Done(summary func(io.Writer), record ...any) {
	r.Stop()
	r.RunTime()
	switch {
	case r.options.Mode == JSON:
		writeStatus(r.to, r.tracker.status(true))
	case r.options.Mode != None && !r.options.NoSummary:
		summary(files.PrintableLines(r.to))
	}
	r.Log.Info("done", record...)
}

// Fail logs that the run ended early, and why. In JSON mode, it also writes the current status.
func (r *Reporter) Fail(level slog.Level, failure string, exitCode int) {
	r.Stop()
	if r.options.Mode == JSON && r.tracker.phase() != nil {
		writeStatus(r.to, r.tracker.status(false))
	}
	r.Log.Log(context.Background(), level, "stopped", "error", failure, "exit_code", exitCode)
}

// Close stops the views, the server and the log. If records could not be logged, Close only prints
// a message, because the results are not affected.
func (r *Reporter) Close() {
	r.Stop()
	if r.server != nil {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_ = r.server.Shutdown(ctx) // longer requests end when the process ends
		r.serving.Wait()
	}
	if err := r.Log.close(); err != nil {
		fmt.Fprintf(r.to, "gridmill: %s\n", files.Printable(err.Error()))
	}
}

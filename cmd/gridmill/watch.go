package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"github.com/gridmill/gridmill/formats/files"
)

// watchOptions are the flags that let people and programs watch a run.
type watchOptions struct {
	progress, metrics, log string
}

func (o *watchOptions) bind(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.progress, "progress", "auto", "`HOW` to tell of progress: bar, plain (lines), json (an object a line), none (nothing but errors), or auto")
	f.StringVar(&o.metrics, "metrics", "", "serve metrics for Prometheus on `ADDRESS`, HOST:PORT, or PORT on this machine alone")
	f.StringVar(&o.log, "log", "", "append records of the run to `FILE`, as JSON")
	must(c.RegisterFlagCompletionFunc("progress", oneOf(runProgress...)))
}

// mode returns how people are told of the progress, and refuses what cannot be meant.
// All its errors are of usage.
func (o *watchOptions) mode(std streams, resultsOnTerminal bool) (progressMode, error) {
	if o.log == files.StdStream {
		return silent, errors.New("--log needs the name of a file; for standard error there is --progress json")
	}
	if o.metrics != "" {
		if _, err := metricsAddress(o.metrics); err != nil {
			return silent, err
		}
	}
	return progressModeOf(o.progress, runProgress, std.err, resultsOnTerminal)
}

// How often progress is told.
const (
	plainInterval = 5 * time.Second
	barInterval   = 200 * time.Millisecond
	jsonInterval  = time.Second
	logInterval   = 30 * time.Second
)

// watcher tells of a run by all the ways that were asked for: a bar, lines or
// objects on standard error, metrics, and a log. It reads what the pipeline
// counts, now and then or when it is asked, so that the run does not notice.
type watcher struct {
	mode   progressMode
	to     *os.File
	log    *runLog
	server *metricsServer // nil without --metrics
	gauge  *gauge         // nil until the run begins

	tellers errgroup.Group // tell of the run now and then
	serving errgroup.Group // the server's
	quit    chan struct{}  // closed when the tellers shall end
	resting sync.Once
	clear   func() // wipes the bar
	news    func() // tells programs at once
}

// newWatcher opens the log and takes the port of metrics. The watcher must be ended.
func newWatcher(o *watchOptions, mode progressMode, to *os.File) (*watcher, error) {
	w := &watcher{mode: mode, to: to, quit: make(chan struct{}), clear: func() {}, news: func() {}}
	var err error
	if w.log, err = openLog(o.log); err != nil {
		return nil, err
	}
	if o.metrics == "" {
		return w, nil
	}
	if w.server, err = listen(o.metrics, w.log.Logger); err != nil {
		w.end(err)
		return nil, err
	}
	w.log.Info("metrics", "url", w.server.url())
	w.tell("metrics are at %s", w.server.url())
	w.serving.Go(w.server.serve)
	return w, nil
}

// enter begins a phase of a run that is told of, and tells programs at once: a phase
// may be over before it would be its turn.
func (w *watcher) enter(name phaseName, reader distance, rows int64) {
	w.gauge.enter(name, reader, rows)
	w.news()
}

// follow begins to tell of a run, which is in its first phase.
func (w *watcher) follow(g *gauge) {
	w.gauge = g
	if w.server != nil {
		w.server.follow(g)
	}
	switch w.mode {
	case plain:
		w.every(plainInterval, func() { g.line(w.to) })
	case bar:
		var draw func()
		draw, w.clear = g.bar(w.to)
		w.every(barInterval, draw)
	case objects:
		w.news = g.tellChanges(w.to)
		w.news()
		w.every(jsonInterval, w.news)
	}
	if w.log.file == nil {
		return
	}
	w.every(logInterval, func() { w.log.Info("progress", "status", g.status(false)) })
}

// every calls a function again and again until the run is over.
func (w *watcher) every(interval time.Duration, tell func()) {
	w.tellers.Go(func() error {
		ticker := time.NewTicker(interval)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				tell()
			case <-w.quit:
				return nil
			}
		}
	})
}

// rest ends what is told now and then, and wipes the bar, so that the end of the
// run can be told.
func (w *watcher) rest() {
	w.resting.Do(func() {
		close(w.quit)
		_ = w.tellers.Wait() // none returns an error
		w.clear()
	})
}

// tell tells people of what happens on the way, where they want to hear more than the end.
func (w *watcher) tell(format string, args ...any) {
	if !w.mode.talks() {
		return
	}
	w.clear() // the bar, which is drawn anew
	fmt.Fprintf(w.to, "gridmill: "+format+"\n", args...)
}

// done tells of a run that has its results: what people are told, and what is recorded.
func (w *watcher) done(tell func(io.Writer), record ...any) {
	w.rest()
	switch w.mode {
	case silent:
	case objects:
		writeStatus(w.to, w.gauge.status(true))
	default:
		tell(w.to)
	}
	w.log.Info("done", record...)
}

// end stops all that was started, and tells of what ended the run before it was
// done. A log that could not be written is no fault of the results, so it is told
// and no error.
func (w *watcher) end(failure error) {
	w.rest()
	var strict strictError
	if failure != nil && !errors.As(failure, &strict) {
		if w.mode == objects && w.gauge != nil {
			writeStatus(w.to, w.gauge.status(false))
		}
		level := slog.LevelError
		if exitCode(failure) == exitAgain {
			level = slog.LevelWarn
		}
		w.log.Log(context.Background(), level, "stopped", "error", plainly(failure), "exit_code", exitCode(failure))
	}
	if w.server != nil {
		w.server.close()
		_ = w.serving.Wait()
	}
	if err := w.log.close(); err != nil {
		fmt.Fprintf(w.to, "gridmill: %s\n", err)
	}
}

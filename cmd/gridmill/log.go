package main

import (
	"fmt"
	"log/slog"
	"os"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
)

// runLog is the log of a run: records of JSON, one a line. It adds to what is in
// the file, so that one file can tell of a run and all that resumed it.
type runLog struct {
	*slog.Logger
	file *os.File // nil without --log
	lost error    // what stood in the way of a record
}

// openLog opens a log, or one that keeps nothing where there is no name.
func openLog(name string) (*runLog, error) {
	if name == "" {
		return &runLog{Logger: slog.New(slog.DiscardHandler)}, nil
	}
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return nil, fmt.Errorf("--log %s cannot be opened: %w; choose a name in a directory that is there and may be written to", name, files.WithoutPath(err))
	}
	l := &runLog{file: file}
	l.Logger = slog.New(slog.NewJSONHandler(l, nil))
	return l, nil
}

// Write implements io.Writer for the handler, which passes over errors and calls
// it for one record at a time.
func (l *runLog) Write(record []byte) (int, error) {
	n, err := l.file.Write(record)
	if err != nil && l.lost == nil {
		l.lost = err
	}
	return n, err
}

// start records what is about to be done.
func (l *runLog) start(r runFacts, files []string) {
	l.Info("start", "version", version(), "inputs", files, "output", r.output, "options", r.options,
		"solver", r.solver, "kernel", r.kernel, "workers", r.workers)
}

// faults records what is wrong with files, and what came of it.
func (l *runLog) faults(outcome string, faults pipeline.Faults) {
	for _, fault := range faults {
		l.Warn(outcome, "fault", fault.Error())
	}
}

// close ends the log, and says what it lost.
func (l *runLog) close() error {
	if l.file == nil {
		return nil
	}
	err := l.lost
	if closing := l.file.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return fmt.Errorf("--log %s lacks records: %w; the results are not touched by it", l.file.Name(), files.WithoutPath(err))
	}
	return nil
}

package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"

	"golang.org/x/term"

	"github.com/gridmill/gridmill/cmd/gridmill/progress"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
)

// A session is what the process does: one command with its standard streams, its outputs,
// the report of its progress, and what to say when a signal stops it.
type session struct {
	stdin          *os.File
	stdout, stderr *os.File

	outputs    *outputSet         // of the command
	progress   *progress.Reporter // while run runs
	unfinished unfinishedOutputs
	rerun      rerun
	// lastWord is locked for good by what reports how the process ends and ends it:
	// execute or, if that takes too long after a signal, the signal handler.
	lastWord sync.Mutex
}

// execute runs a command line and returns its exit code.
func (s *session) execute(ctx context.Context, args []string) int {
	root := newRoot(s)
	root.SetArgs(args)
	out := &checkedWriter{Writer: s.stdout}
	root.SetOut(out)
	err := cmp.Or(guarded(func() error { return root.ExecuteContext(ctx) }), out.err)
	if is[interruption](context.Cause(ctx)) {
		s.lastWord.Lock()
	}
	if err != nil && !readerGone(err) {
		fmt.Fprintf(files.PrintableLines(s.stderr), "gridmill: %s\n", plainly(err))
	}
	return exitCode(err)
}

// checkedWriter keeps the first error of a Writer, as cobra drops those of printing a help.
type checkedWriter struct {
	io.Writer
	err error
}

func (w *checkedWriter) Write(p []byte) (int, error) {
	n, err := w.Writer.Write(p)
	w.err = cmp.Or(w.err, err)
	return n, err
}

// guarded does some work, and makes an error of a panic.
func guarded(work func() error) (err error) {
	defer pipeline.Recover(&err, "running the command")
	return work()
}

// run does the work of a command while its progress is reported. It removes the outputs that
// the work has created and not committed, and reports an error to the log and to programs.
func (s *session) run(show progress.Options, facts runFacts, overwrite bool, work func() error) (err error) {
	s.progress, err = progress.Start(show, progress.Run{Version: version(), Solver: facts.solver, Kernel: facts.kernel, Workers: facts.workers}, s.stderr)
	if err != nil {
		return err
	}
	defer s.progress.Close()
	err = func() error {
		if err := s.progress.Serve(); err != nil {
			return err
		}
		s.progress.Log.Info("start", "version", version(), "inputs", facts.inputs, "output", facts.output, "options", facts.options,
			"solver", facts.solver, "kernel", facts.kernel, "workers", facts.workers)
		s.outputs = s.newOutputs(overwrite)
		defer s.outputs.abort()
		return work()
	}()
	if err == nil || is[strictError](err) {
		return err
	}
	level := slog.LevelError
	if exitCode(err) == exitAgain {
		level = slog.LevelWarn
	}
	s.progress.Fail(level, plainly(err), exitCode(err))
	return err
}

// finish gives the outputs their names, and reports that to people and in the log.
func (s *session) finish(summary func(io.Writer), record ...any) error {
	if err := s.outputs.commit(); err != nil {
		return err
	}
	s.progress.Done(summary, record...)
	return nil
}

// onTerminal reports whether an output is a terminal.
func (s *session) onTerminal(output string) bool {
	return output == files.StdStream && term.IsTerminal(int(s.stdout.Fd()))
}

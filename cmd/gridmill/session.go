package main

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"

	"golang.org/x/term"

	"github.com/gridmill/gridmill/cmd/gridmill/progress"
	"github.com/gridmill/gridmill/formats"
)

// A session holds what a command needs: standard streams, outputs, progress and signal handling.
type session struct {
	stdin, stdout, stderr *os.File
	args                  []string // the command line, without the name of the program
	remark                string   // about the command line, or empty; printed by run

	outputs  *outputSet         // set by run
	progress *progress.Reporter // set by run

	unfinished unfinishedOutputs // removed if a signal ends the process
	rerun      rerun
	// lastWord must be locked before the end of the process is reported. It is never unlocked, so
	// either execute or the signal handler reports the end, but not both.
	lastWord sync.Mutex
}

// run performs a command by calling work, and reports progress and errors. If work fails, run
// removes all uncommitted outputs.
func (s *session) run(show progress.Options, facts runFacts, overwrite bool, work func() error) (err error) {
	s.progress, err = progress.Start(show, progress.Run{Version: version(), Solver: facts.solver, Kernel: facts.kernel, Workers: facts.workers}, s.stderr)
	if err != nil {
		return err
	}
	defer s.progress.Close()
	if s.remark != "" {
		s.progress.Remark("%s", s.remark)
	}
	err = func() error {
		if err := s.progress.Serve(); err != nil {
			return err
		}
		s.progress.Log.Info("start", "version", version(), "inputs", facts.inputs, "output", facts.output, "options", facts.options,
			"solver", facts.solver, "kernel", facts.kernel, "workers", facts.workers)
		s.outputs = &outputSet{session: s, overwrite: overwrite, result: facts.output}
		defer s.outputs.abort()
		return work()
	}()
	if err == nil || is[strictError](err) {
		return err
	}
	if stopped, found := errors.AsType[interruption](err); found {
		stopped.attempts = s.progress.Attempts()
		err = stopped
	}
	level := slog.LevelError
	if exitCode(err) == exitAgain {
		level = slog.LevelWarn
	}
	s.progress.Fail(level, plainly(err), exitCode(err))
	return err
}

// finish commits the outputs, and reports the end of the run in the summary and the log.
func (s *session) finish(summary func(io.Writer), record ...any) error {
	if err := s.outputs.commit(); err != nil {
		return err
	}
	s.progress.Done(summary, record...)
	return nil
}

// onTerminal reports whether output is a terminal.
func (s *session) onTerminal(output string) bool {
	return isStdout(output) && term.IsTerminal(int(s.stdout.Fd()))
}

// rejectBinary returns an error if output is a terminal, device or pipe that cannot take format f.
func (s *session) rejectBinary(output string, f formats.Format) error {
	if s.onTerminal(output) && (f == formats.Parquet || f == formats.Arrow) {
		return fmt.Errorf("a terminal cannot show %s; write it to a file or a pipe", f)
	}
	if f == formats.NPY && (isStdout(output) || isSpecial(output) && output != os.DevNull) {
		return fmt.Errorf("a NumPy array starts with its number of rows, which is known only at the end, so the array cannot be written to %s; write to a regular file", outputName(output))
	}
	return nil
}

// input returns standard input. If standard input appears to be closed, input returns a reader that
// fails, so that a closed input does not look like an empty input.
func (s *session) input() io.Reader {
	if isClosed(s.stdin) {
		closed, writer := io.Pipe()
		_ = writer.CloseWithError(errors.New("standard input is closed or not connected; give a file, or use </dev/null to read nothing"))
		return closed
	}
	return s.stdin
}

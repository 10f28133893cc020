package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/pipeline/atomicfile"
)

// An outputSet is a set of outputs. It flushes all of them to stable storage before it renames the
// first one. A full disk therefore cannot leave only some outputs in place. Files about the run,
// such as its summary, are an exception: they are written after the result is in place.
type outputSet struct {
	session   *session
	overwrite bool
	result    string // name of the run's result, for messages; can be empty
	files     []*atomicfile.File
}

// errStdoutClosed means that results written to standard output would be lost.
var errStdoutClosed = errors.New("standard output is closed (or is /dev/null, opened for reading and writing), so the results would be lost; name a file with -o, or use -o /dev/null if you do not need the results")

// isStdout reports whether name is "-" or a device file that represents standard output.
func isStdout(name string) bool {
	return slices.Contains([]string{files.StdStream, "/dev/stdout", "/dev/fd/1"}, name)
}

// create creates the named output. It returns a nil Writer if name is empty.
func (s *outputSet) create(name string) (io.Writer, error) {
	switch {
	case name == "":
		return nil, nil
	case isStdout(name) && isClosed(s.session.stdout):
		return nil, errStdoutClosed
	case isStdout(name):
		o := atomicfile.Stdout(s.session.stdout)
		s.files = append(s.files, o)
		return o, nil
	}
	// Opening a named pipe blocks until the pipe has a reader. Do not hold the mutex while waiting,
	// because unfinishedOutputs.discard needs it. Special files are not listed as unfinished,
	// because they must not be removed.
	special := isSpecial(name)
	if !special {
		s.session.unfinished.mutex.Lock()
		defer s.session.unfinished.mutex.Unlock()
	}
	o, err := s.open(name)
	if err != nil {
		return nil, err
	}
	s.files = append(s.files, o)
	if !special {
		s.session.unfinished.list = append(s.session.unfinished.list, o)
	}
	return o, nil
}

// write calls fill to write the named file, such as the summary of the run. It first commits all
// other outputs, so that an error does not discard them. If name is empty, write does nothing.
func (s *outputSet) write(name string, fill func(to io.Writer) error) error {
	if name == "" {
		return nil
	}
	if err := s.commit(); err != nil {
		return err
	}
	to, err := s.create(name)
	if err == nil {
		err = fill(to)
	}
	if err == nil {
		err = s.commit()
	}
	if err == nil || s.result == "" {
		return err
	}
	if exists, found := errors.AsType[*option.Error](err); found && isDirectory(s.result) { // --overwrite would remove the result
		err = fmt.Errorf("%w; repeat the command with another name for this file (the result is kept)", exists.Err)
	} else if info, noFile := os.Stat(s.result); noFile == nil && info.Mode().IsRegular() && !s.overwrite {
		err = fmt.Errorf("%w (a new run requires --overwrite, because %s now exists)", err, s.result)
	}
	return fmt.Errorf("%s contains the complete result of this run, but %w", outputName(s.result), err)
}

// probe returns the error that create would return, without creating the outputs. A run that
// creates outputs only at its end calls probe at the start, to fail early.
func (s *outputSet) probe(names ...string) error {
	for _, name := range names {
		if isStdout(name) && isClosed(s.session.stdout) {
			return errStdoutClosed
		}
		if name == "" || isStdout(name) || isSpecial(name) && !isDirectory(name) {
			continue
		}
		o, err := s.open(name)
		if err != nil {
			return err
		}
		o.Abort()
	}
	return nil
}

// probeNextToParts is like probe, but for a run that writes parts. It does not advise --overwrite,
// which would also remove the parts of an earlier run.
func (s *outputSet) probeNextToParts(names ...string) error {
	err := s.probe(names...)
	if exists, found := errors.AsType[*option.Error](err); found {
		return fmt.Errorf("%w; choose another name, or move this file elsewhere (--overwrite would also remove the parts of earlier runs)", exists.Err)
	}
	return err
}

// open opens the named output. If opening removes unused temporary files, open prints their number.
func (s *outputSet) open(name string) (*atomicfile.File, error) {
	o, err := atomicfile.Create(name, s.overwrite)
	if err == nil && o.LeftBehind > 0 {
		s.session.progress.Printf("removed %s next to %s", countOf(int64(o.LeftBehind), "unused temporary file"), o.Path())
		s.session.progress.Log.Info("removed", "output", o.Path(), "temporary_files", o.LeftBehind)
	}
	return o, err
}

// flush writes the buffered data of all outputs.
func (s *outputSet) flush() error {
	for _, o := range s.files {
		if err := o.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// commit flushes all outputs to stable storage, and then renames them to their final names.
func (s *outputSet) commit() error {
	for _, o := range s.files {
		if err := o.Store(); err != nil {
			return err
		}
	}
	s.session.unfinished.mutex.Lock()
	defer s.session.unfinished.mutex.Unlock()
	for i, o := range s.files {
		if err := o.Commit(); err != nil {
			if i > 0 {
				err = fmt.Errorf("%w (%s is complete)", err, s.files[i-1].Path())
			}
			return err
		}
	}
	return nil
}

// abort removes all outputs that have not been committed.
func (s *outputSet) abort() {
	s.session.unfinished.mutex.Lock()
	defer s.session.unfinished.mutex.Unlock()
	for _, o := range s.files {
		o.Abort()
	}
}

// unfinishedOutputs holds the outputs that must be removed if a signal ends the process.
type unfinishedOutputs struct {
	mutex sync.Mutex
	list  []interface{ Discard() }
}

// add adds a directory whose unfinished outputs must be removed.
func (u *unfinishedOutputs) add(directory interface{ Discard() }) {
	u.mutex.Lock()
	defer u.mutex.Unlock()
	u.list = append(u.list, directory)
}

// discardTime is the maximum time for removing outputs before the process ends. The time is limited
// because a file system may not respond.
const discardTime = time.Second

// discard removes all unfinished outputs. It leaves the mutex locked, so that no output can be
// created or committed before the process ends.
func (u *unfinishedOutputs) discard() {
	done := make(chan struct{})
	go func() {
		u.mutex.Lock()
		for _, o := range u.list {
			o.Discard()
		}
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(discardTime):
	}
}

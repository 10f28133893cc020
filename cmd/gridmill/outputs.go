package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline/atomicfile"
	"github.com/gridmill/gridmill/pipeline/parts"
)

// outputSet holds the outputs of a run. All are stored safely before the first
// of them appears, so that only a name taken meanwhile can part them.
type outputSet struct {
	overwrite bool
	stdout    *os.File
	begun     []*atomicfile.File
}

// create begins an output. It returns nil for the empty name.
func (s *outputSet) create(name string) (io.Writer, error) {
	switch name {
	case "":
		return nil, nil
	case files.StdStream:
		o := atomicfile.Stdout(s.stdout)
		s.begun = append(s.begun, o)
		return o, nil
	}
	// Opening a named pipe waits until somebody reads it, and must not hold up the
	// end of the process. There is nothing to drop of what is no regular file.
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		o, err := atomicfile.Create(name, s.overwrite)
		if err != nil {
			return nil, err
		}
		s.begun = append(s.begun, o)
		return o, nil
	}
	begunOutputs.mutex.Lock()
	defer begunOutputs.mutex.Unlock()
	o, err := atomicfile.Create(name, s.overwrite)
	if err != nil {
		return nil, err
	}
	s.begun = append(s.begun, o)
	begunOutputs.list = append(begunOutputs.list, o)
	return o, nil
}

// probe reports why an output could not be created, and leaves nothing behind. It is
// for one that is begun so late that until then the process may be killed many times.
func (s *outputSet) probe(name string) error {
	info, err := os.Stat(name)
	if name == "" || name == files.StdStream || err == nil && !info.Mode().IsRegular() {
		return nil
	}
	o, err := atomicfile.Create(name, s.overwrite)
	if err != nil {
		return err
	}
	o.Abort()
	return nil
}

// commit gives all outputs their names, once all are stored safely.
func (s *outputSet) commit() error {
	for _, o := range s.begun {
		if err := o.Store(); err != nil {
			return err
		}
	}
	begunOutputs.mutex.Lock()
	defer begunOutputs.mutex.Unlock()
	for i, o := range s.begun {
		if err := o.Commit(); err != nil {
			if i > 0 {
				err = fmt.Errorf("%w (%s is complete)", err, s.begun[i-1].Path())
			}
			return err
		}
	}
	return nil
}

// abort drops the outputs that are not committed.
func (s *outputSet) abort() {
	begunOutputs.mutex.Lock()
	defer begunOutputs.mutex.Unlock()
	for _, o := range s.begun {
		o.Abort()
	}
}

// begunOutputs knows the outputs of the process, for an end without return.
var begunOutputs outputList

type outputList struct {
	mutex sync.Mutex
	list  []interface{ Discard() }
}

// add notes a directory of outputs.
func (l *outputList) add(d *parts.Directory) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.list = append(l.list, d)
}

// dropping is how long the end of a process may wait for its outputs to be dropped.
const dropping = time.Second

// abortForGood drops all outputs and never gives the mutex back, so that none is
// created or committed between it and the end of the process. It gives up on a
// file system that does not answer.
func (l *outputList) abortForGood() {
	dropped := make(chan struct{})
	go func() {
		l.mutex.Lock()
		for _, o := range l.list {
			o.Discard()
		}
		close(dropped)
	}()
	select {
	case <-dropped:
	case <-time.After(dropping):
	}
}

// named is an output by the flag that names it.
type named struct{ flag, name string }

// liesIn reports whether an output is a file in a directory or below it.
func (n named) liesIn(dir string) bool {
	return n.name != "" && n.name != files.StdStream && inside(dir, n.name)
}

// checkOutputs refuses outputs that would destroy each other or an input.
func checkOutputs(outputs []named, inputs []string) error {
	for i, out := range outputs {
		if out.name == "" {
			continue
		}
		for _, earlier := range outputs[:i] {
			if sameFile(out.name, earlier.name) {
				return fmt.Errorf("%s and %s both go to %s; give each a file of its own", earlier.flag, out.flag, outputName(out.name))
			}
		}
		for _, input := range inputs {
			if out.name != files.StdStream && sameFile(out.name, input) {
				return fmt.Errorf("%s %s is also an input; write to another file", out.flag, out.name)
			}
		}
	}
	return nil
}

// sameFile reports whether two names stand for one file that both would write.
// Devices and pipes can be written by several.
func sameFile(a, b string) bool {
	if a == files.StdStream || b == files.StdStream {
		return a == b
	}
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	if errA == nil && errB == nil {
		return infoA.Mode().IsRegular() && os.SameFile(infoA, infoB)
	}
	return canonical(a) == canonical(b)
}

// canonical spells the name of a file that is not there yet in one way, whatever
// links lead to its directory.
func canonical(name string) string {
	dir, err := filepath.EvalSymlinks(filepath.Dir(name))
	if err != nil {
		dir = filepath.Dir(name)
	}
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	return filepath.Join(dir, filepath.Base(name))
}

// outputName is how an output is called in messages.
func outputName(name string) string {
	if name == files.StdStream {
		return "standard output"
	}
	return name
}

// outputFormat returns the format of the output: as asked for, or as its name
// tells, or CSV for a device or a pipe, whose name tells nothing.
func (o *solveOptions) outputFormat() (formats.Format, error) {
	format, err := formats.ParseFormat(o.to)
	if err != nil {
		return format, err
	}
	info, missing := os.Stat(o.output)
	if o.output == files.StdStream || missing != nil {
		return formats.OutputFormat(o.output, format)
	}
	if format == formats.Auto && !info.Mode().IsRegular() {
		return formats.CSV, nil
	}
	return formats.OutputFormat(o.output, format)
}

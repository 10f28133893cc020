package main

import (
	"io"
	"os"
	"sync"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline"
)

// outputSet holds the outputs of a run, which appear together or not at all.
type outputSet struct {
	overwrite bool
	stdout    *os.File
	open      []*pipeline.Output
}

// create begins an output. It returns nil for the empty name.
func (s *outputSet) create(name string) (io.Writer, error) {
	switch name {
	case "":
		return nil, nil
	case formats.StdStream:
		o := pipeline.StreamOutput(s.stdout)
		s.open = append(s.open, o)
		return o, nil
	}
	o, err := pipeline.CreateOutput(name, s.overwrite)
	if err != nil {
		return nil, err
	}
	s.open = append(s.open, o)
	openOutputs.add(o)
	return o, nil
}

// commit gives all outputs their names.
func (s *outputSet) commit() error {
	for _, o := range s.open {
		if err := o.Commit(); err != nil {
			return err
		}
	}
	return nil
}

// abort drops the outputs that are not committed.
func (s *outputSet) abort() {
	for _, o := range s.open {
		o.Abort()
	}
}

// openOutputs knows the outputs of the process, for an end without return.
var openOutputs outputList

type outputList struct {
	mutex sync.Mutex
	list  []*pipeline.Output
}

func (l *outputList) add(o *pipeline.Output) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.list = append(l.list, o)
}

func (l *outputList) abort() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	for _, o := range l.list {
		o.Abort()
	}
}

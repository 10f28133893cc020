package files

import (
	"errors"
	"fmt"
	"os"
)

// ErrModified says that an input was modified while it was read. The run can be repeated.
var ErrModified = errors.New("was modified during the run")

// States are the sizes and modification times of files. They show later, at little cost,
// whether the files were modified.
type States []state

// state is the state of one file. There can be a hundred thousand of them, so it is small.
type state struct {
	file     string
	stream   bool  // it has no size, and no state to compare
	there    bool  // the file exists and its state is known
	bytes    int64 // its size
	modified int64 // when it was modified, in nanoseconds
}

// StatesOf returns the current states of files. It ignores errors, since opening the files
// reports them.
func StatesOf(files []string) States {
	states := make(States, len(files))
	for i, file := range files {
		states[i].file, states[i].stream = file, file == StdStream
		if states[i].stream {
			continue
		}
		if info, err := os.Stat(file); err == nil {
			states[i].stream, states[i].there = !info.Mode().IsRegular(), true
			states[i].bytes, states[i].modified = info.Size(), info.ModTime().UnixNano()
		}
	}
	return states
}

// Modified reports whether file i has been modified. A stream never counts as modified.
func (s States) Modified(i int) bool {
	before := s[i]
	if before.stream {
		return false
	}
	now, err := os.Stat(before.file)
	return err != nil || !before.there || now.Size() != before.bytes || now.ModTime().UnixNano() != before.modified
}

// Check returns an error that wraps ErrModified and names the first modified file, if there
// is one.
func (s States) Check() error {
	for i := range s {
		if s.Modified(i) {
			return fmt.Errorf("%s %w", s[i].file, ErrModified)
		}
	}
	return nil
}

//go:build unix

package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// A process is a run of gridmill in its own directory. Its standard streams are pipes.
type process struct {
	*exec.Cmd
	t      *testing.T
	dir    string
	in     io.WriteCloser
	stdout io.ReadCloser
	errors *liveOutput
}

// A liveOutput collects the output of a program. It can be read while the program runs.
type liveOutput struct {
	mutex sync.Mutex
	text  bytes.Buffer
}

func (s *liveOutput) Write(p []byte) (int, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.text.Write(p)
}

func (s *liveOutput) String() string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.text.String()
}

// start runs gridmill with a pipe as its standard input. It collects the program's standard error.
func start(t *testing.T, args ...string) *process {
	t.Helper()
	said := new(liveOutput)
	r := startWithStderr(t, said, args...)
	r.errors = said
	return r
}

func startWithStderr(t *testing.T, stderr io.Writer, args ...string) *process {
	t.Helper()
	r := &process{Cmd: exec.Command("gridmill", args...), t: t, dir: t.TempDir(), errors: new(liveOutput)}
	r.Dir, r.Stderr = r.dir, stderr
	var err error
	if r.in, err = r.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if r.stdout, err = r.StdoutPipe(); err != nil {
		t.Fatal(err)
	}
	if err := r.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		// If the test failed, the process may still be running.
		if r.ProcessState == nil {
			_ = r.Process.Kill()
			_ = r.Wait()
		}
	})
	return r
}

// waitLimit limits how long tests wait for an event. Even on a busy machine, events take much less
// time.
const waitLimit = 5 * time.Minute

// feed writes about n bytes of puzzles to the program. A pipe holds 64 KiB, so if n is larger, feed
// returns only after the program has started to read.
func (r *process) feed(n int) {
	r.t.Helper()
	puzzles := strings.Repeat(onePuzzle, 100)
	for fed := 0; fed < n; fed += len(puzzles) {
		if _, err := io.WriteString(r.in, puzzles); err != nil {
			r.t.Fatalf("the program stopped reading: %v; it said: %s", err, r.errors)
		}
	}
}

// feedOn slowly writes puzzles in the background until the program stops reading.
func (r *process) feedOn() {
	go func() {
		for {
			if _, err := io.WriteString(r.in, strings.Repeat(onePuzzle, 100)); err != nil {
				return
			}
			time.Sleep(time.Millisecond)
		}
	}()
}

// signal sends a signal to the program. Tests usually send SIGTERM, because background processes
// may ignore interrupts.
func (r *process) signal(s os.Signal) {
	r.t.Helper()
	if err := r.Process.Signal(s); err != nil {
		r.t.Fatal(err)
	}
}

// wantExit waits until the program ends and checks its exit code.
func (r *process) wantExit(code int) {
	r.t.Helper()
	err := r.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		r.t.Fatal(err)
	}
	if got := r.ProcessState.ExitCode(); got != code {
		r.t.Errorf("exit code %d (%v), want %d; it said: %s", got, r.ProcessState, code, r.errors)
	}
}

// wantSaid checks that the program printed a single line that contains text. If text is empty, it
// checks that the program printed nothing.
func (r *process) wantSaid(text string) {
	r.t.Helper()
	said := r.errors.String()
	switch {
	case text == "" && said == "":
	case text == "" || !strings.Contains(said, text) || strings.Count(said, "\n") != 1:
		r.t.Errorf("it said %q, want one line with %q", said, text)
	}
}

// wantFiles checks that the directory of the program contains exactly the named files.
func (r *process) wantFiles(names ...string) {
	r.t.Helper()
	entries, err := os.ReadDir(r.dir)
	if err != nil {
		r.t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if strings.Join(got, " ") != strings.Join(names, " ") {
		r.t.Errorf("the folder holds %q, want %q", got, names)
	}
}

// waitFor waits until the program has printed the given text.
func (r *process) waitFor(text string) {
	r.t.Helper()
	for deadline := time.Now().Add(waitLimit); !strings.Contains(r.errors.String(), text); {
		if time.Now().After(deadline) {
			r.t.Fatalf("it never said %q, but %q", text, r.errors)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// waitForTemporary waits until the program has created the temporary file of an output.
func (r *process) waitForTemporary() {
	r.t.Helper()
	for deadline := time.Now().Add(waitLimit); !r.hasTemporary(); {
		if time.Now().After(deadline) {
			r.t.Fatalf("it never created an output, and said %q", r.errors)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func (r *process) hasTemporary() bool {
	found, err := filepath.Glob(filepath.Join(r.dir, ".*.tmp"))
	return err == nil && len(found) > 0
}

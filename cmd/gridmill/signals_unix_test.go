//go:build unix

package main

import (
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// underWay is a number of bytes that exceeds the capacity of pipes and buffers. A program that has
// accepted this much input must be reading rows.
const underWay = 1 << 20

func TestSignalEndsARunCleanly(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
		t.Run(s.String(), func(t *testing.T) {
			if signal.Ignored(s) {
				t.Skip("this signal is ignored here, as under nohup, and so by the program")
			}
			t.Parallel()
			r := start(t, "solve", "-", "-o", "out.csv", "--rejects", "rejects.csv", "--summary", "summary.json", "--progress", "none")
			r.feed(underWay)
			if !r.hasTemporary() {
				t.Error("the run is under way, but has no temporary file")
			}
			r.feedOn()
			r.signal(s)
			r.wantExit(exitAgain)
			r.wantSaid("stopped by a signal (" + s.String() + ")")
			r.wantFiles()
		})
	}
}

// TestInterruptedSearchSaysHowRareRowsAre checks that the message of an interrupted search says how
// many attempts the search made.
func TestInterruptedSearchSaysHowRareRowsAre(t *testing.T) {
	t.Parallel()
	r := start(t, "generate", "--count", "9", "--clues", "39:", "--minimal", "-o", "-", "--workers", "1", "--progress", "json")
	r.waitFor(`"attempts":`)
	r.signal(syscall.SIGINT)
	r.wantExit(exitAgain)
	if said := r.errors.String(); !regexp.MustCompile(`stopped by a signal \(interrupt\) after [0-9,]+ attempts to find minimal puzzles with 39 to 81 clues; `).MatchString(said) {
		t.Errorf("it said %q", said)
	}
}

// TestSignalEndsARunThatWaits sends a signal to runs that wait for input, or for another program to
// open the other end of a named pipe. The system call that opens the pipe cannot be interrupted.
// All outputs must be removed.
func TestSignalEndsARunThatWaits(t *testing.T) {
	for name, c := range map[string]struct {
		args  string
		bytes int
		wait  func(*process) // does anything else that is needed to make the program wait
	}{
		"for input":              {"solve - -o out.csv", underWay, func(*process) {}},
		"for input at the start": {"inspect -", 128 << 10, func(*process) {}},
		"for a writer":           {"solve - PIPE -o out.csv --progress none", underWay, func(r *process) { r.in.Close() }},
		// The run creates the temporary file and then opens the pipe. Until the pipe is open, the
		// run might stop reading input.
		"for a reader": {"solve - -o out.csv --rejects PIPE --progress none", 0, func(r *process) {
			r.feedOn()
			r.waitForTemporary()
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pipe := filepath.Join(t.TempDir(), "pipe")
			if err := syscall.Mkfifo(pipe, 0o600); err != nil {
				t.Skip("no named pipes here:", err)
			}
			r := start(t, strings.Fields(strings.ReplaceAll(c.args, "PIPE", pipe))...)
			r.feed(c.bytes)
			c.wait(r)
			r.signal(syscall.SIGTERM)
			r.wantExit(exitAgain)
			r.wantSaid("stopped by a signal (terminated)")
			r.wantFiles()
		})
	}
}

// TestSecondSignalEndsABlockedRun checks that repeated signals end a run that blocks because nobody
// reads its output.
func TestSecondSignalEndsABlockedRun(t *testing.T) {
	t.Parallel()
	r := start(t, "solve", "-", "-o", "-", "--rejects", "rejects.csv", "--progress", "none")
	r.feed(128 << 10)
	r.feedOn()
	ended := make(chan struct{})
	go func() {
		for {
			select {
			case <-ended:
				return
			case <-time.After(10 * time.Millisecond):
				_ = r.Process.Signal(syscall.SIGTERM) // fails if the process has already ended
			}
		}
	}()
	r.wantExit(exitAgain)
	close(ended)
	r.wantSaid("stopped by a signal (terminated)")
	r.wantFiles()
}

func TestKilledRunLeavesNothingUnderTheOutputsName(t *testing.T) {
	t.Parallel()
	r := start(t, "solve", "-", "-o", "out.csv", "--progress", "none")
	r.feed(underWay)
	r.signal(os.Kill)
	r.wantExit(-1)
	if _, err := os.Stat(filepath.Join(r.dir, "out.csv")); err == nil {
		t.Error("a half-written file has the name of the output")
	}
}

// TestClosedOutputEndsARunQuietly checks that a run fails without a message when its standard
// output is no longer read, as in "gridmill solve ... -o - | head -n 1".
func TestClosedOutputEndsARunQuietly(t *testing.T) {
	for to, begin := range map[string]string{"csv": "puzzle,solution,verdict,", "text": ".2.4..9...54...", "parquet": ""} {
		t.Run(to, func(t *testing.T) {
			t.Parallel()
			r := start(t, "solve", "-", "-o", "-", "--to", to, "--rejects", "rejects.csv")
			if to == "parquet" { // Parquet is written only when a row group is complete
				r.feed(underWay)
			} else {
				r.feedOn()
			}
			got := make([]byte, len(begin))
			if _, err := io.ReadFull(r.stdout, got); err != nil || string(got) != begin {
				t.Errorf("it begins with %q, %v", got, err)
			}
			if err := r.stdout.Close(); err != nil {
				t.Fatal(err)
			}
			if to == "parquet" {
				if err := r.in.Close(); err != nil {
					t.Fatal(err)
				}
			}
			r.wantExit(exitFailed)
			r.wantSaid("")
			r.wantFiles()
		})
	}
}

// TestClosedErrorsDoNotEndARun checks that a run continues when its standard error is no longer
// read, as in "gridmill solve ... -o out.csv 2>&1 | head -n 1".
func TestClosedErrorsDoNotEndARun(t *testing.T) {
	t.Parallel()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := read.Close(); err != nil {
		t.Fatal(err)
	}
	r := startWithStderr(t, write, "solve", "-", "-o", "out.csv", "--progress", "bar")
	r.feed(underWay)
	if err := r.in.Close(); err != nil {
		t.Fatal(err)
	}
	r.wantExit(exitDone)
	r.wantFiles("out.csv")
}

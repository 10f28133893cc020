//go:build unix

package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// fullPipe creates a named pipe whose reader never reads, so that writing to it blocks.
func fullPipe(t *testing.T, name string) {
	t.Helper()
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Skip("no named pipes here:", err)
	}
	pipe, err := syscall.Open(name, syscall.O_RDWR|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Skip("a named pipe cannot be held open here:", err)
	}
	t.Cleanup(func() { _ = syscall.Close(pipe) })
	for err == nil {
		_, err = syscall.Write(pipe, make([]byte, 512))
	}
	if !errors.Is(err, syscall.EAGAIN) {
		t.Fatal(err)
	}
}

// modified returns the modification time of each part in a directory.
func modified(t *testing.T, dir string) map[string]time.Time {
	t.Helper()
	times := map[string]time.Time{}
	names, err := filepath.Glob(filepath.Join(dir, "part-*"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no parts in %s, %v", dir, err)
	}
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		times[name] = info.ModTime()
	}
	return times
}

// TestForcedEndDoesNotAdviseToClear interrupts a run twice after it has finished all parts. The
// message must advise the user to leave out --overwrite, and the next run must keep the parts.
func TestForcedEndDoesNotAdviseToClear(t *testing.T) {
	t.Parallel()
	l := newLongRun(t)
	l.want(exitDone, "solve", "puzzles.txt", "-o", "out/", "--part-rows", "15000", "--progress", "none")
	fullPipe(t, filepath.Join(l.dir, "summary"))
	c, said := l.start(append(l.solve("out/"), "--overwrite", "--summary", "summary")...)
	l.waitForFile("out/_gridmill/part-000049.json")
	l.waitForFile("out/_SUCCESS.json")
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		if err := c.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
	}
	if code := l.end(c); code != exitAgain {
		t.Errorf("exit code %d", code)
	}
	const want = "; no unfinished files remain; run the same command again without --overwrite to continue\n"
	if text := said.String(); !strings.HasPrefix(text, "gridmill: stopped by a signal (") || !strings.HasSuffix(text, want) || strings.Count(text, "\n") != 1 {
		t.Errorf("it said %q", text)
	}
	before := modified(t, filepath.Join(l.dir, "out"))
	l.want(exitDone, l.solve("out/")...)
	for name, then := range modified(t, filepath.Join(l.dir, "out")) {
		if !then.Equal(before[name]) {
			t.Errorf("%s was made again", name)
		}
	}
	l.wantSame("out/")
}

//go:build unix

package main

import (
	"strings"
	"syscall"
	"testing"
)

func TestBarIsDrawnWhenRequested(t *testing.T) {
	t.Parallel()
	r := start(t, "solve", "-", "-o", "out.csv", "--progress", "bar")
	r.feedOn()
	r.waitFor("/s, ") // in the bar, the verdicts follow the speed
	r.signal(syscall.SIGTERM)
	r.wantExit(exitAgain)
	if said := r.errors.String(); !strings.Contains(said, " puzzles, ") || !strings.Contains(said, "\r") || !strings.HasSuffix(said, "again to start over\n") {
		t.Errorf("the bar or the final line is missing: %q", said)
	}
}

func TestPlainProgressIsALineAtIntervals(t *testing.T) {
	t.Parallel()
	r := start(t, "solve", "-", "-o", "out.csv", "--progress", "plain")
	r.feedOn()
	r.waitFor("/s, ")
	r.signal(syscall.SIGTERM)
	r.wantExit(exitAgain)
	for line := range strings.Lines(r.errors.String()) {
		if !strings.HasPrefix(line, "gridmill: ") || strings.Contains(line, "\r") {
			t.Errorf("this is not a plain line: %q", line)
		}
	}
}

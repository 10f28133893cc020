//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/gridmill/gridmill/benchmarks/corpora"
	"github.com/gridmill/gridmill/solver"
)

// A longRun starts runs of gridmill that write many small parts. Its directory holds the input.
// newLongRun also stores the result of an uninterrupted run in want/.
type longRun struct {
	t                 *testing.T
	dir               string
	uninterruptedTime time.Duration
}

const longRows, longPart = 20_000, 400

// attempts limits how many runs a test starts. A test starts another run if a run ends before the
// test stops it.
const attempts = 20

func newLongRun(t *testing.T) *longRun {
	t.Helper()
	l := newLongInput(t, longRows)
	l.runUndisturbed(l.solve("want/")...)
	return l
}

// runUndisturbed runs a command that must succeed, and records how long it takes.
func (l *longRun) runUndisturbed(args ...string) {
	l.t.Helper()
	begin := time.Now()
	l.want(exitDone, args...)
	l.uninterruptedTime = time.Since(begin)
}

// newLongInput is like newLongRun, but it does not run gridmill. The input has the given number of
// rows.
func newLongInput(t *testing.T, rows int) *longRun {
	t.Helper()
	l := &longRun{t: t, dir: t.TempDir()}
	var kinds []string
	for _, c := range corpora.All() {
		for line := range strings.Lines(string(c.Bytes())) {
			if len(line) > solver.Cells && line[0] != '#' && line[0] != 'p' {
				kinds = append(kinds, line[:solver.Cells])
			}
		}
	}
	var text bytes.Buffer
	for i := range rows {
		if i%97 == 0 && i > 0 { // every part also has invalid rows
			fmt.Fprintf(&text, "no puzzle %d\n", i)
			continue
		}
		fmt.Fprintf(&text, "%s %d\n", kinds[i*7919%len(kinds)], i)
	}
	writeFile(t, filepath.Join(l.dir, "puzzles.txt"), text.Bytes())
	return l
}

// solve returns the arguments of a command that solves the input.
func (l *longRun) solve(out string) []string {
	return []string{"solve", "puzzles.txt", "-o", out, "--to", "csv", "--part-rows", strconv.Itoa(longPart), "--batch", "100", "--progress", "none"}
}

// start starts gridmill in l's directory. The output can be read while the process runs.
func (l *longRun) start(args ...string) (*exec.Cmd, *liveOutput) {
	l.t.Helper()
	c := exec.Command("gridmill", args...)
	said := new(liveOutput)
	c.Dir, c.Stdout, c.Stderr = l.dir, said, said
	if err := c.Start(); err != nil {
		l.t.Fatal(err)
	}
	return c, said
}

// end waits until a program ends and returns its exit code. It returns -1 if the program was
// killed.
func (l *longRun) end(c *exec.Cmd) int {
	l.t.Helper()
	err := c.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		l.t.Fatal(err)
	}
	return c.ProcessState.ExitCode()
}

// want runs a command and checks its exit code.
func (l *longRun) want(code int, args ...string) string {
	l.t.Helper()
	c, said := l.start(args...)
	if got := l.end(c); got != code {
		l.t.Fatalf("%q: exit code %d, want %d; it said: %s", args, got, code, said)
	}
	return said.String()
}

func (l *longRun) removeOut() {
	l.t.Helper()
	if err := os.RemoveAll(filepath.Join(l.dir, "out")); err != nil {
		l.t.Fatal(err)
	}
}

// interrupt starts a run that writes to out/, and sends it a signal when its first part is done. It
// returns the run's message about the finished parts. If the run ends too early, interrupt starts a
// new run.
func (l *longRun) interrupt(args ...string) (said string) {
	l.t.Helper()
	for range attempts {
		c, output := l.start(args...)
		l.waitForFile("out/_gridmill/part-000000.json")
		if err := c.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
			l.t.Fatal(err)
		}
		code := l.end(c)
		switch said = output.String(); {
		case code != exitAgain && code != exitDone:
			l.t.Fatalf("exit code %d; it said: %s", code, said)
		case code == exitAgain && strings.Contains(said, "of 50 parts done"):
			return said
		}
		l.removeOut()
	}
	l.t.Fatalf("no run said how much was done; the last said: %s", said)
	return ""
}

// halt starts a run that writes to out/, and suspends its process so that the run cannot end. If
// the run ends too early, halt starts a new run.
func (l *longRun) halt(args ...string) (*exec.Cmd, *liveOutput) {
	l.t.Helper()
	for range attempts {
		c, said := l.start(args...)
		l.waitForFile("out/part-000000.csv")
		if err := c.Process.Signal(syscall.SIGSTOP); err != nil && !errors.Is(err, os.ErrProcessDone) {
			l.t.Fatal(err)
		}
		var status syscall.WaitStatus
		if _, err := syscall.Wait4(c.Process.Pid, &status, syscall.WUNTRACED, nil); err != nil {
			l.t.Fatal(err)
		}
		if status.Stopped() {
			return c, said
		}
		_ = c.Wait() // closes the pipes, but fails because Wait4 has already collected the exit status
		l.removeOut()
	}
	l.t.Fatal("all runs ended before they could be stopped")
	return nil, nil
}

// wantSame checks that a directory is identical to that of the uninterrupted run.
func (l *longRun) wantSame(out string) {
	l.t.Helper()
	if err := differs(filepath.Join(l.dir, out), filepath.Join(l.dir, "want")); err != nil {
		l.t.Fatal(err)
	}
}

// moment returns a random duration that is often too short for a run to make any progress.
func (l *longRun) moment() time.Duration {
	return rand.N(l.uninterruptedTime / time.Duration(1+rand.IntN(16)))
}

// succeedsWithin runs a command, and kills the command if it is still running after the given time.
// It reports whether the command succeeded. If the command fails before then, the test fails.
func (l *longRun) succeedsWithin(limit time.Duration, args ...string) bool {
	l.t.Helper()
	c, said := l.start(args...)
	timer := time.AfterFunc(limit, func() { _ = c.Process.Kill() })
	code := l.end(c)
	timer.Stop()
	if code > 0 {
		l.t.Fatalf("after a kill it exited with %d and said: %s", code, said)
	}
	return code == 0
}

// killLimits returns limits for tests that kill runs. After n kills or after the time limit, a test
// completes its current run and ends.
func killLimits() (n int, limit time.Duration) {
	if n, err := strconv.Atoi(os.Getenv("GRIDMILL_KILLS")); err == nil {
		return n, time.Hour
	}
	if testing.Short() {
		return 3, time.Second
	}
	return 5, 2 * time.Second
}

// killOften kills runs of a command at random moments until the runs have completed an output. The
// output must be identical to the directory want. killOften repeats this with other outputs until
// it reaches one of the limits from killLimits.
func (l *longRun) killOften(want string, command func(out string) []string) {
	l.t.Helper()
	begin := time.Now()
	n, limit := killLimits()
	total, runs := 0, 0
	for ; total == 0 || total < n && time.Since(begin) < limit; runs++ {
		out := fmt.Sprintf("out%d/", runs)
		for !l.succeedsWithin(l.moment(), command(out)...) {
			if total++; time.Since(begin) > limit {
				break
			}
		}
		l.want(exitDone, command(out)...) // the command must also succeed if the result is already complete
		if err := differs(filepath.Join(l.dir, out), filepath.Join(l.dir, want)); err != nil {
			l.t.Fatal(err)
		}
		if err := os.RemoveAll(filepath.Join(l.dir, out)); err != nil {
			l.t.Fatal(err)
		}
	}
	l.t.Logf("%d kills, %d runs that took %v uninterrupted", total, runs, l.uninterruptedTime)
}

// TestKilledRunsAreIdentical kills runs at random moments until the result is complete. The result
// must be identical to that of an uninterrupted run.
func TestKilledRunsAreIdentical(t *testing.T) {
	t.Parallel()
	l := newLongRun(t)
	l.killOften("want", l.solve)
}

// TestKilledShardIsRunAgain solves each shard in two concurrent processes, and kills both processes
// of one shard. Then it solves this shard again and merges the parts. The result must be identical
// to that of an uninterrupted run.
func TestKilledShardIsRunAgain(t *testing.T) {
	t.Parallel()
	l := newLongRun(t)
	l.want(0, "plan", "puzzles.txt", "-o", "night.plan", "--to", "csv", "--part-rows", strconv.Itoa(longPart))
	shard := func(i int) []string {
		return []string{"solve", "--plan", "night.plan", "--shard", fmt.Sprintf("%d/3", i), "-o", "out/", "--progress", "none"}
	}
	var group sync.WaitGroup
	for i := range 6 {
		c, said := l.start(shard(i % 3)...)
		group.Go(func() {
			if i == 1 || i == 4 {
				time.Sleep(l.moment())
				_ = c.Process.Kill()
			}
			if code := l.end(c); code > 0 {
				t.Errorf("shard %d exited with %d and said: %s", i%3, code, said)
			}
		})
	}
	group.Wait()
	if t.Failed() {
		return
	}
	l.want(0, shard(1)...)
	l.want(0, "merge", "-o", "out/", "--plan", "night.plan")
	l.wantSame("out/")
}

func (l *longRun) waitForFile(name string) {
	l.t.Helper()
	for deadline := time.Now().Add(waitLimit); ; time.Sleep(time.Millisecond) {
		if _, err := os.Stat(filepath.Join(l.dir, name)); err == nil {
			return
		}
		if time.Now().After(deadline) {
			l.t.Fatalf("%s never appeared", name)
		}
	}
}

// TestSecondRunIntoADirectoryIsRefused checks that no other command can use the directory of a run
// that has not ended. The run is suspended so that it cannot end.
func TestSecondRunIntoADirectoryIsRefused(t *testing.T) {
	t.Parallel()
	l := newLongRun(t)
	first, said := l.halt(l.solve("out/")...)
	for _, args := range [][]string{
		l.solve("out/"), append(l.solve("out/"), "--overwrite"), {"merge", "-o", "out/"},
		{"solve", "--plan", "want/_gridmill/plan.json", "--shard", "0/2", "-o", "out/"},
	} {
		if text := l.want(exitAgain, args...); !strings.Contains(text, "is in use by another run") {
			t.Errorf("%q said %q", args, text)
		}
	}
	if err := first.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	if code := l.end(first); code != exitDone {
		t.Errorf("the first run exited with %d and said: %s", code, said)
	}
	l.wantSame("out/")
}

// TestSignalLeavesAResumableDirectory sends a signal to a run. The message must say how many parts
// are done, and must not advise removing the parts with --overwrite. The run must be resumable.
func TestSignalLeavesAResumableDirectory(t *testing.T) {
	t.Parallel()
	l := newLongRun(t)
	for advice, more := range map[string][]string{"to continue": nil, "without --overwrite to continue": {"--overwrite"}} {
		text := l.interrupt(append(l.solve("out/"), more...)...)
		if !strings.Contains(text, "of 50 parts done; run the same command again "+advice) || strings.Count(text, "\n") != 1 {
			t.Errorf("it said %q", text)
		}
		files, err := tree(filepath.Join(l.dir, "out"))
		if err != nil {
			t.Fatal(err)
		}
		for name := range files {
			if strings.HasSuffix(name, ".tmp") || name == "_SUCCESS.json" {
				t.Errorf("%s was left", name)
			}
		}
		l.want(exitDone, l.solve("out/")...)
		l.wantSame("out/")
		l.removeOut()
	}
}

//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/gridmill/gridmill/solver"
)

// dataset returns the arguments of a command that creates a data set from l's input. Each step of
// the command processes several parts.
func (l *longRun) dataset(out string, more ...string) []string {
	return append([]string{
		"dataset", "puzzles.txt", "-o", out, "--layout", "csv,parquet,hrm,hub", "--keep", "rest", "--part-rows", "1000", "--batch", "100",
		"--exclude", "few.txt", "--sample", "train=1500", "--augment", "train=2", "--progress", "none",
	}, more...)
}

// TestKilledDatasetsAreIdentical kills runs at random moments until the data set is complete. The
// result must be identical to that of an uninterrupted run.
func TestKilledDatasetsAreIdentical(t *testing.T) {
	skipInShort(t)
	t.Parallel()
	l := newLongInput(t, longRows/2)
	l.makeFew()
	for _, more := range [][]string{nil, {"--shuffle", "--by", "neighbors"}} {
		made := fmt.Sprintf("made%d/", len(more))
		l.runUndisturbed(l.dataset(made, more...)...)
		l.killOften(made, func(out string) []string { return l.dataset(out, more...) })
	}
}

// TestShardsMakeADatasetTogether repeatedly runs all shards at the same time, and sometimes kills
// one of the processes. The result must be identical to that of a run without shards.
func TestShardsMakeADatasetTogether(t *testing.T) {
	skipInShort(t)
	t.Parallel()
	l := newLongInput(t, longRows/2)
	l.makeFew()
	l.runUndisturbed(l.dataset("made/", "--shuffle")...)
	done := map[int]bool{}
	for round := 0; len(done) < 3; round++ {
		if round == 20 {
			t.Fatal("the shards wait for each other")
		}
		var group sync.WaitGroup
		var mutex sync.Mutex
		for i := range 3 {
			c, said := l.start(l.dataset("out/", "--shuffle", "--shard", fmt.Sprintf("%d/3", i))...)
			group.Go(func() {
				if round == i {
					time.Sleep(l.moment())
					_ = c.Process.Kill()
				}
				mutex.Lock()
				defer mutex.Unlock()
				switch code := l.end(c); {
				case code == exitDone:
					done[i] = true
				case code > 0 && code != exitAgain:
					t.Errorf("shard %d exited with %d and said: %s", i, code, said)
				}
			})
		}
		group.Wait()
		if t.Failed() {
			return
		}
	}
	l.want(exitDone, l.dataset("out/", "--shuffle")...)
	if err := differs(filepath.Join(l.dir, "out"), filepath.Join(l.dir, "made")); err != nil {
		t.Fatal(err)
	}
}

// makeFew writes a few of the puzzles to a separate file.
func (l *longRun) makeFew() {
	l.t.Helper()
	text, err := os.ReadFile(filepath.Join(l.dir, "puzzles.txt"))
	if err == nil {
		var few []byte
		for line := range bytes.Lines(text[:len(text)/200*10]) {
			if len(line) > solver.Cells && line[len(line)-1] == '\n' { // invalid rows are shorter, and the last row may be cut off
				few = append(few, line...)
			}
		}
		err = os.WriteFile(filepath.Join(l.dir, "few.txt"), few, 0o666)
	}
	if err != nil {
		l.t.Fatal(err)
	}
}

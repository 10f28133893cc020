//go:build unix

package main

import (
	"fmt"
	"strconv"
	"testing"
	"time"
)

// TestKilledRunsMakeTheSamePuzzles kills runs of gridmill generate at random moments until the
// result is complete. An uninterrupted run must generate the same puzzles.
func TestKilledRunsMakeTheSamePuzzles(t *testing.T) {
	skipInShort(t)
	t.Parallel()
	l := &longRun{t: t, dir: t.TempDir()}
	generate := func(out string) []string {
		return []string{"generate", "--count", strconv.Itoa(longRows), "-o", out, "--to", "csv", "--part-rows", strconv.Itoa(longPart), "--batch", "100", "--progress", "none"}
	}
	l.runUndisturbed(generate("want/")...)
	n, limit := killLimits()
	total, runs := 0, 0
	for start := time.Now(); total == 0 || total < n && time.Since(start) < limit; runs++ {
		out := fmt.Sprintf("out%d/", runs)
		for !l.succeedsWithin(l.moment(), generate(out)...) {
			if total++; time.Since(start) > limit {
				break
			}
		}
		l.want(0, generate(out)...)
		l.wantSame(out)
	}
	t.Logf("%d kills, %d runs that took %v uninterrupted", total, runs, l.uninterruptedTime)
}

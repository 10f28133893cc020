//go:build unix

package main

import (
	"strconv"
	"testing"
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
	l.killOften("want", generate)
}

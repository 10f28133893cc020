//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestModifiedInputEndsTheRun modifies an input of a run without parts. The second input is a pipe,
// which the test closes only after the change. The run must leave no output files behind.
func TestModifiedInputEndsTheRun(t *testing.T) {
	t.Parallel()
	text := strings.Repeat(onePuzzle, 1000)
	half := len(text) / 2
	for name, c := range map[string]struct {
		file   string
		modify func(file string) error
		says   string
	}{
		"truncated": {"in.txt", func(f string) error { return os.Truncate(f, int64(half)) }, "; run the same command again\n"},
		"appended": {"in.txt", func(f string) error {
			return os.WriteFile(f, []byte(text+onePuzzle), 0o666)
		}, "; run the same command again\n"},
		"rewritten": {"in.txt", func(f string) error {
			return os.Chtimes(f, time.Time{}, time.Now().Add(time.Hour))
		}, "; run the same command again\n"},
		"cut off": {"in.txt.gz", func(f string) error { return os.Truncate(f, 100) }, ", and the run failed ("},
	} {
		for _, first := range []bool{true, false} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				file, content := filepath.Join(t.TempDir(), c.file), text
				if strings.HasSuffix(file, ".gz") {
					content = packedAs("gz", text)
				}
				writeFile(t, file, content)
				inputs := []string{"-", file}
				if first {
					if strings.HasSuffix(file, ".gz") {
						t.Skip("the file is read before it is modified")
					}
					inputs = []string{file, "-"}
				}
				r := start(t, append([]string{"solve", "-o", "out.csv", "--rejects", "bad.csv", "--summary", "s.json", "--progress", "none"}, inputs...)...)
				r.feed(100_000)
				r.waitForTemporary()
				if err := c.modify(file); err != nil {
					t.Fatal(err)
				}
				if err := r.in.Close(); err != nil {
					t.Fatal(err)
				}
				r.wantExit(exitAgain)
				r.wantSaid("gridmill: " + file + " was modified during the run" + c.says)
				r.wantFiles()
			})
		}
	}
}

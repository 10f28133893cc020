//go:build unix

package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// followed are what errors advise that can be followed without knowing more than they say. Each
// returns the arguments of a run that must then be fine.
var followed = []struct {
	advice *regexp.Regexp
	follow func(t *testing.T, said []string, file string) (args []string)
}{
	{regexp.MustCompile(`several columns hold grids \((\w+).*with --column`), func(_ *testing.T, said []string, file string) []string {
		return []string{"--column", said[1], file}
	}},
	{regexp.MustCompile(`(hold several puzzles|of its first \d+ grids \d+ are full).*with --column`), func(_ *testing.T, _ []string, file string) []string {
		return []string{"--column", "1", file}
	}},
	{regexp.MustCompile(`are full, as answers are \([^)]*\); say which column .*with --column`), func(_ *testing.T, _ []string, file string) []string {
		return []string{"--column", "1", file}
	}},
	{regexp.MustCompile(`apart by ('.*'); .*with --delimiter`), func(t *testing.T, said []string, file string) []string {
		delimiter, err := strconv.Unquote(said[1])
		if err != nil {
			t.Fatal(err)
		}
		return []string{"--delimiter", delimiter, file}
	}},
	{regexp.MustCompile(`grep -oE '[^']*'`), func(t *testing.T, said []string, file string) []string {
		return []string{written(t, said[0]+" "+file, "grids.txt")}
	}},
	{regexp.MustCompile(`\((sqlite3 .*:memory: .*SELECT \* FROM )TABLE'\)`), func(t *testing.T, said []string, file string) []string {
		return []string{written(t, strings.ReplaceAll(said[1], "FILE", file)+"sudoku'", "table.csv")}
	}},
	{regexp.MustCompile(`\(row1 to row9\)`), func(t *testing.T, _ []string, file string) []string {
		return []string{written(t, "sed '1s/[a-z_]*\\([0-9]\\)/row\\1/g' "+file, "rows.csv")}
	}},
	{regexp.MustCompile(`\((paste .*) > (both\.\w+)\)`), func(t *testing.T, said []string, _ string) []string {
		return []string{written(t, said[1], said[2])}
	}},
	{regexp.MustCompile(`\((iconv -f [-A-Z0-9]+ -t UTF-8)\)`), func(t *testing.T, said []string, file string) []string {
		return []string{written(t, said[1]+" "+file, "utf8"+filepath.Ext(file))}
	}},
}

// written returns a file with what a command prints. The test is skipped where the system has no
// such command.
func written(t *testing.T, command, file string) string {
	t.Helper()
	if _, err := exec.LookPath(strings.Fields(command)[0]); err != nil {
		t.Skip(err)
	}
	out, err := exec.Command("sh", "-c", command).Output()
	if err := errors.Join(err, os.WriteFile(file, out, 0o666)); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestAdviceOnLayoutsWorks does what errors advise about layouts that are not read: all puzzles are
// solved then.
func TestAdviceOnLayoutsWorks(t *testing.T) {
	met := make([]bool, len(followed))
	for _, l := range slices.Concat(allLayouts(), moreRefused(), moreRefusedArrays(), moreRefusedPairs()) {
		if l.says == "" {
			continue
		}
		t.Run(l.name, func(t *testing.T) {
			l.check(t)
			file := l.names()[0]
			solve := []string{"solve", "--progress", "none", "-o"}
			_, said := runHere(t, append(solve, "refused.csv", file))
			for i, f := range followed {
				found := f.advice.FindStringSubmatch(said)
				if found == nil {
					continue
				}
				met[i] = true
				args := f.follow(t, found, file)
				if code, now := runHere(t, append(append(solve, "out.csv", "--strict"), args...)); code != exitDone {
					t.Errorf("the advice %s\ndoes not help, as %s", said, now)
				}
				if rows := countLines(t, "out.csv") - 1; rows < l.puzzles {
					t.Errorf("%d rows, want at least %d", rows, l.puzzles)
				}
			}
		})
	}
	for i, f := range followed {
		if !met[i] {
			t.Errorf("no layout is met with the advice %s", f.advice)
		}
	}
}

// countLines counts the lines of a file.
func countLines(t *testing.T, file string) int {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Count(string(text), "\n")
}

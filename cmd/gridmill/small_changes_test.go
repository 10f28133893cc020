package main

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The result of a row must depend only on the bytes of that row. Each test in this file makes a
// small change to an input and checks that the results of other rows do not change.

// solveText writes text to a file and solves the file.
func solveText(t *testing.T, name, text string, args ...string) programRun {
	t.Helper()
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, name), text)
	return solveIn(t, dir, append(args, name)...)
}

// wantVerdicts checks that a run succeeded and that its rows have the given verdicts.
func wantVerdicts(t *testing.T, what string, r programRun, want map[string]int) {
	t.Helper()
	if got := r.verdicts(); r.code != exitDone || !maps.Equal(got, want) {
		t.Errorf("%s: exit code %d, verdicts %v, want %v; it said: %s", what, r.code, got, want, r.said)
	}
}

func wantSolutions(t *testing.T, what string, r programRun, want []string) {
	t.Helper()
	if got := r.solutions(); !slices.Equal(got, want) {
		t.Errorf("%s: the %d solutions differ from the %d known ones", what, len(got), len(want))
	}
}

// TestSmallChangeOfBlanks rotates eight lines, each of which uses a different character for blanks.
// The results must not depend on which line comes first.
func TestSmallChangeOfBlanks(t *testing.T) {
	lines := make([]string, 8)
	for i, blank := range "x.0_*-X?" {
		lines[i] = strings.ReplaceAll(knownPuzzles()[i][0], ".", string(blank)) + "\n"
	}
	for first := range lines {
		text := strings.Join(slices.Concat(lines[first:], lines[:first]), "")
		r := solveText(t, "p.txt", text)
		wantVerdicts(t, "blanks "+lines[first], r, map[string]int{"unique": 8})
		known := knownSolutions(8)
		wantSolutions(t, "blanks "+lines[first], r, slices.Concat(known[first:], known[:first]))
	}
}

// TestSmallChangeOfAContradiction replaces one row with a puzzle whose clues contradict each other.
// All other rows must still be solved.
func TestSmallChangeOfAContradiction(t *testing.T) {
	for _, at := range []int{150, 50, 1} {
		rows := strings.SplitAfter(fill(200, "{cells}\n"), "\n")[:200]
		rows[at-1] = "5,5" + strings.Repeat(",0", 79) + "\n"
		r := solveText(t, "p.csv", strings.Join(rows, ""))
		what := fmt.Sprintf("contradiction in row %d", at)
		wantVerdicts(t, what, r, map[string]int{"unique": 199, "none": 1})
		wantSolutions(t, what, r, slices.Delete(knownSolutions(200), at-1, at))
	}
}

// TestSmallChangeOfTheNumberOfRows checks that the number of rows in a file does not affect how the
// rows are read.
func TestSmallChangeOfTheNumberOfRows(t *testing.T) {
	for form, name := range map[string]string{
		"{cells},1{i}\n": "p.csv", "1{i},{cells}\n": "p.csv", "{p},1{i}\n": "p.csv", "{p} 1{i}\n": "p.txt",
	} {
		for _, n := range []int{1, 3, 9, 30} {
			r := solveText(t, name, fill(n, form))
			what := fmt.Sprintf("%d rows of %q", n, form)
			wantVerdicts(t, what, r, map[string]int{"unique": n})
			wantSolutions(t, what, r, knownSolutions(n))
		}
	}
}

// TestSmallChangeOfALineOfAGrid removes one line from a file of nine-line grids. If nothing
// separates the grids, the file must be rejected. If empty lines separate them, one row must be
// invalid.
func TestSmallChangeOfALineOfAGrid(t *testing.T) {
	several := strings.Repeat("1"+strings.Repeat(".", 8)+"\n"+strings.Repeat(strings.Repeat(".", 9)+"\n", 8), 6)
	unique := fill(6, "{lines}\n")
	var said []string
	for _, text := range []string{unique, several} {
		lines := strings.SplitAfter(text, "\n")
		r := solveText(t, "grids.txt", strings.Join(slices.Delete(lines, 13, 14), ""))
		if r.code != exitFailed || len(r.rows) > 0 || !strings.Contains(r.said, "grids.txt") {
			t.Errorf("without a line between grids, the exit code is %d, with %d rows; it said: %s", r.code, len(r.rows), r.said)
		}
		said = append(said, r.said)
	}
	if said[0] != said[1] {
		t.Errorf("the solutions change the error: %q and %q", said[0], said[1])
	}
	for verdict, text := range map[string]string{"unique": unique, "multiple": several} {
		lines := strings.SplitAfter(text, "\n")[:54]
		lines[13] = "" // a line of the second grid
		for i := 8; i < len(lines); i += 9 {
			lines[i] += "\n"
		}
		r := solveText(t, "grids.txt", strings.Join(lines, ""))
		wantVerdicts(t, "grids that are "+verdict, r, map[string]int{verdict: 5, "invalid": 1})
		if len(r.rows) == 6 && r.rows[1]["verdict"] != "invalid" {
			t.Errorf("the second grid lacks a line, but another row is invalid: %v", r.rows)
		}
		if verdict == "unique" {
			wantSolutions(t, "grids that are unique", r, slices.Delete(knownSolutions(6), 1, 2))
		}
	}
}

// TestSmallChangeOfTheFirstLine adds a first line that is not a puzzle. The output must have one
// additional row, and that row must be invalid.
func TestSmallChangeOfTheFirstLine(t *testing.T) {
	lines := fill(20, "{p} mine, number {i}\n")
	without, with := solveText(t, "p.txt", lines), solveText(t, "p.txt", "// mine\n"+lines)
	wantVerdicts(t, "without a line on top", without, map[string]int{"unique": 20})
	wantVerdicts(t, "with a line on top", with, map[string]int{"unique": 20, "invalid": 1})
	if len(without.rows) != 20 || len(with.rows) != 21 {
		return
	}
	for i, row := range without.rows {
		if other := with.rows[i+1]; row["rest"] == "" || row["rest"] != other["rest"] {
			t.Errorf("the rest of row %d changes from %q to %q", i, row["rest"], other["rest"])
		}
	}
	wantSolutions(t, "with a line on top", with, knownSolutions(20))
}

// TestSmallChangeOfWhereFullGridsAre checks that full grids are read at any position among puzzles.
func TestSmallChangeOfWhereFullGridsAre(t *testing.T) {
	late := strings.SplitAfter(fill(300, "{p}\n"), "\n")[:300]
	spread := slices.Clone(late)
	for i := range 300 {
		if i >= 100 {
			late[i] = knownPuzzles()[i][1] + "\n"
		}
		if i%3 == 1 {
			spread[i] = knownPuzzles()[i][1] + "\n"
		}
	}
	for what, lines := range map[string][]string{"200 after line 100": late, "100 spread": spread} {
		r := solveText(t, "p.txt", strings.Join(lines, ""))
		wantVerdicts(t, what, r, map[string]int{"unique": 300})
		wantSolutions(t, what, r, knownSolutions(300))
	}
}

// TestSmallChangeOfLinesToGrids checks that puzzles have the same solutions whether they are
// written on one line or on nine lines.
func TestSmallChangeOfLinesToGrids(t *testing.T) {
	n := len(knownPuzzles())
	for _, form := range []string{"{p}\n", "{lines}\n", "{lines}\n\n"} {
		r := solveText(t, "p.txt", fill(n, form))
		wantVerdicts(t, form, r, map[string]int{"unique": n})
		wantSolutions(t, form, r, knownSolutions(n))
	}
}

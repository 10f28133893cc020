package verify

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/internal/testkit"
	"github.com/gridmill/gridmill/solver"
)

// inputRowsOf returns 21 lines of an input: different puzzles with one solution each.
func inputRowsOf(t *testing.T) (lines []string) {
	t.Helper()
	for _, row := range plantedResult(t, solver.Config{MaxSolutions: 2})[1:] {
		puzzle := getColumn(row, "puzzle")
		if getColumn(row, "verdict") == "unique" && !slices.Contains(lines, puzzle) && len(lines) < 21 {
			lines = append(lines, puzzle)
		}
	}
	if len(lines) < 21 {
		t.Fatal("there are too few puzzles")
	}
	return lines
}

// TestRowDifferencesDoNotDependOnBatches removes, adds and replaces rows at every position. The
// first difference must be reported with any batch size.
func TestRowDifferencesDoNotDependOnBatches(t *testing.T) {
	lines := inputRowsOf(t)
	lines, other := lines[:14], lines[14]
	changes := map[string]func(at, n int) (result []string, fault string){
		"missing": func(at, n int) (result []string, fault string) {
			if at+n == len(lines) {
				return lines[:at], fmt.Sprintf("result.csv: the result ends too early; missing input rows: %d (first: in.txt:%d)", n, at+1)
			}
			return slices.Delete(slices.Clone(lines), at, at+n), otherPuzzle(at)
		},
		"too many": func(at, n int) (result []string, fault string) {
			result = slices.Insert(slices.Clone(lines), at, slices.Repeat([]string{other}, n)...)
			if at == len(lines) {
				return result, fmt.Sprintf("result.csv:%d: row %d: the input ends before this row; later rows are not compared", at+2, at+1)
			}
			return result, otherPuzzle(at)
		},
		"replaced": func(at, n int) (result []string, fault string) {
			result = slices.Clone(lines)
			for i := at; i < at+n; i++ {
				result[i] = other
			}
			return result, otherPuzzle(at)
		},
	}
	for name, change := range changes {
		for _, n := range []int{1, 2, 5} {
			for at := 0; at+n <= len(lines) || name == "too many" && at <= len(lines); at++ {
				result, want := change(at, n)
				for batch := 5 + at%2; batch <= 12; batch += 2 {
					if got := compareWith(t, lines, result, batch); !slices.Equal(got, []string{want}) {
						t.Fatalf("%d rows %s at %d, in batches of %d:\n%s\nwant\n%s", n, name, at, batch, strings.Join(got, "\n"), want)
					}
				}
			}
		}
	}
}

// otherPuzzle returns the message for a row whose puzzle differs from the puzzle in the input. Rows
// are numbered from 0.
func otherPuzzle(row int) string {
	return fmt.Sprintf("result.csv:%d: row %d: the puzzle differs from the puzzle in in.txt:%d; later rows are not compared", row+2, row+1, row+1)
}

// compareWith compares a result with an input and returns the faults.
func compareWith(t *testing.T, input, result []string, batch int) (faults []string) {
	t.Helper()
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.txt"), filepath.Join(dir, "result.csv")
	rows := []string{"puzzle,solution,verdict,solution_count,reason"}
	for _, puzzle := range result {
		rows = append(rows, puzzle+",,none,0,")
	}
	for file, lines := range map[string][]string{in: input, out: rows} {
		testkit.Write(t, file, strings.Join(lines, "\n")+"\n")
	}
	v := &Verifier{
		Read: formats.ReadOptions{Keep: formats.ParseKeep("all")}, Input: []string{in}, Workers: 1, BatchRows: batch,
		Report: func(f pipeline.Fault) {
			faults = append(faults, strings.ReplaceAll(f.Error(), dir+string(filepath.Separator), ""))
		},
	}
	if err := v.File(t.Context(), out); err != nil {
		t.Fatal(err)
	}
	if v.Tally.Faults != int64(len(faults)) {
		t.Fatalf("%d faults were counted, but %d reported", v.Tally.Faults, len(faults))
	}
	return faults
}

package verify

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/solver"
)

// inputRowsOf returns the lines of an input with distinct puzzles.
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

// TestRowDifferencesDoNotDependOnBatches removes, adds and replaces rows at every position. It
// checks that the faults are the same for all batch sizes.
func TestRowDifferencesDoNotDependOnBatches(t *testing.T) {
	lines := inputRowsOf(t)
	lines, other := lines[:20], lines[20]
	changes := map[string]func(at, n int) (result, faults []string){
		"missing": func(at, n int) (result, faults []string) {
			result = slices.Delete(slices.Clone(lines), at, at+n)
			place := fmt.Sprintf("starting at in.txt:%d", at+1)
			if at+n == len(lines) {
				return result, []string{fmt.Sprintf("result.csv: the input has %s more at its end, %s", plural(n), place)}
			}
			return result, []string{fmt.Sprintf("result.csv:%d: row %d: before this row, the input has %s more, %s", at+2, at+1, plural(n), place)}
		},
		"too many": func(at, n int) (result, faults []string) {
			result = slices.Insert(slices.Clone(lines), at, slices.Repeat([]string{other}, n)...)
			why := fmt.Sprintf("this row is not in the input, whose next row is in.txt:%d", at+1)
			if at == len(lines) {
				why = "this row is not in the input, which has already ended"
			}
			for i := range n {
				faults = append(faults, fmt.Sprintf("result.csv:%d: row %d: %s", at+i+2, at+i+1, why))
			}
			return result, faults
		},
		"replaced": func(at, n int) (result, faults []string) {
			result = slices.Clone(lines)
			for i := at; i < at+n; i++ {
				result[i] = other
				faults = append(faults, fmt.Sprintf("result.csv:%d: row %d: the puzzle differs from the one in in.txt:%d", i+2, i+1, i+1))
			}
			return result, faults
		},
	}
	for name, change := range changes {
		for _, n := range []int{1, 2, 5} {
			for at := range len(lines) - n + 1 {
				result, want := change(at, n)
				for batch := 5; batch <= 12; batch++ { // at least the number of rows that differ
					if got := compareWith(t, lines, result, batch); !slices.Equal(got, want) {
						t.Fatalf("%d rows %s at %d, in batches of %d:\n%s\nwant\n%s", n, name, at, batch, strings.Join(got, "\n"), strings.Join(want, "\n"))
					}
				}
			}
		}
	}
}

func plural(n int) string {
	if n == 1 {
		return "1 row"
	}
	return fmt.Sprintf("%d rows", n)
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
		if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	v := &Verifier{
		Read: formats.ReadOptions{Keep: formats.ParseKeep("all")}, Input: []string{in}, Workers: 1, BatchRows: batch,
		Report: func(f pipeline.Fault) {
			faults = append(faults, strings.ReplaceAll(f.Error(), dir+string(filepath.Separator), ""))
		},
	}
	if _, err := v.File(t.Context(), out); err != nil {
		t.Fatal(err)
	}
	if v.Tally.Faults != int64(len(faults)) {
		t.Fatalf("%d faults were counted, but %d reported", v.Tally.Faults, len(faults))
	}
	return faults
}

package verify

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/internal/testkit"
	"github.com/gridmill/gridmill/pipeline/parts"
	"github.com/gridmill/gridmill/solver"
)

// TestSolutionsAreJudgedAlike swaps or changes a few cells of a solution. The verifier and the
// solver must agree on whether the result solves the puzzle.
func TestSolutionsAreJudgedAlike(t *testing.T) {
	const solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
	cells := rapid.IntRange(0, solver.Cells-1)
	rapid.Check(t, func(t *rapid.T) {
		grid, puzzle := solver.Grid([]byte(solved)), solver.Grid([]byte(solved))
		for range rapid.IntRange(0, 3).Draw(t, "exchanged") {
			a, b := cells.Draw(t, "a"), cells.Draw(t, "b")
			grid[a], grid[b] = grid[b], grid[a]
		}
		for range rapid.IntRange(0, 2).Draw(t, "changed") {
			grid[cells.Draw(t, "at")] = rapid.SampledFrom([]byte("123456789.0x\x00")).Draw(t, "to")
		}
		for range rapid.IntRange(0, 80).Draw(t, "blanks") {
			puzzle[cells.Draw(t, "blank")] = solver.Blank
		}
		if err, want := CheckSolution(&grid, &puzzle), grid.SolutionOf(&puzzle); (err == nil) != want {
			t.Fatalf("%s solves %s: %v, want %t", &grid, &puzzle, err, want)
		}
		if got, want := countClues(&puzzle), int32(puzzle.Clues()); got != want {
			t.Fatalf("%s has %d clues, want %d", &puzzle, got, want)
		}
	})
}

// faultsOf verifies the rows of a result and returns the faults.
func faultsOf(t testing.TB, rows []string, proof *Proof) (faults []pipeline.Fault, v *Verifier) {
	t.Helper()
	file := testkit.Store(t, "result.csv", strings.Join(rows, "\n")+"\n")
	v = &Verifier{Workers: 2, BatchRows: 100, Proof: proof, Report: func(f pipeline.Fault) { faults = append(faults, f) }}
	if err := v.File(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	if v.Tally.Faults != int64(len(faults)) {
		t.Fatalf("%d faults were counted, but %d reported", v.Tally.Faults, len(faults))
	}
	return faults, v
}

// skipInShort skips a test if -short is set. Runs with the race detector set -short. Tests that
// plant faults call skipInShort.
func skipInShort(t *testing.T) {
	if testing.Short() {
		t.Skip("too slow for the race detector; TestResultsVerifyClean starts the same goroutines")
	}
}

func TestResultsVerifyClean(t *testing.T) {
	for _, c := range []solver.Config{budgeted, {MaxSolutions: 1}, {MaxSolutions: 2, MaxGuesses: 3}} {
		rows := plantedResult(t, c)
		faults, v := faultsOf(t, rows, &Proof{"dlx", solver.Config{MaxSolutions: c.MaxSolutions, MaxGuesses: 1000}})
		if len(faults) > 0 {
			t.Errorf("%+v: %d faults, the first: %s", c, len(faults), faults[0])
		}
		if v.Totals.Rows != int64(len(rows)-1) || v.Tally.Proven == 0 {
			t.Errorf("%+v: %d rows were checked and %d proven, want %d", c, v.Totals.Rows, v.Tally.Proven, len(rows)-1)
		}
	}
}

// TestPlantedFaultsAreFound has a subtest for each kind of error. The subtest plants the error in
// several rows. The error must be reported in exactly those rows.
func TestPlantedFaultsAreFound(t *testing.T) {
	skipInShort(t)
	rows := plantedResult(t, budgeted)
	byVerdict := map[string][]int{}
	for i, row := range rows[1:] {
		byVerdict[getColumn(row, "verdict")] = append(byVerdict[getColumn(row, "verdict")], i+1)
	}
	for _, p := range plants {
		t.Run(p.Name, func(t *testing.T) {
			changes, at := slices.Clone(rows), map[int64]bool{}
			for verdict := range strings.SplitSeq(p.Verdicts, " ") {
				some := byVerdict[verdict]
				if len(some) < 5 {
					t.Fatalf("only %d rows are %s", len(some), verdict)
				}
				for i := range 5 {
					row := some[i*len(some)/5]
					if changed := p.Plant(rows[row]); changed != rows[row] {
						changes[row], at[int64(row)] = changed, true
					}
				}
			}
			if len(at) == 0 {
				t.Fatal("the fault was not planted in any row")
			}
			faults, _ := faultsOf(t, changes, nil)
			named := map[int64]bool{}
			for _, f := range faults {
				if !at[f.Row] || f.Line != f.Row+1 {
					t.Fatalf("a fault that was not planted: %s", f)
				}
				if strings.Contains(f.Err.Error(), p.Says) {
					named[f.Row] = true
				}
			}
			for row := range at {
				if !named[row] {
					t.Errorf("row %d: no fault says %q of %s; the faults are: %v", row, p.Says, changes[row], faults)
				}
			}
		})
	}
}

// TestChangedStatisticsAreFound changes one statistic at a time in a result whose solver and limits
// are known. The change must be reported for rows of every verdict.
func TestChangedStatisticsAreFound(t *testing.T) {
	skipInShort(t)
	rows := plantedResult(t, budgeted)
	made := &parts.Provenance{Recipe: parts.Recipe{Solver: "mrv", Options: map[string]any{"max_solutions": budgeted.MaxSolutions, "max_guesses": budgeted.MaxGuesses}}}
	for _, column := range []string{"", "guesses", "backtracks", "max_depth", "passes"} {
		changes, at, seen := slices.Clone(rows), map[int64]bool{}, map[string]int{}
		for i, row := range rows[1:] {
			verdict := getColumn(row, "verdict")
			if seen[verdict]++; column != "" && seen[verdict] == 3 {
				changes[i+1], at[int64(i+1)] = setColumn(row, column, oneMore(getColumn(row, column))), true
			}
		}
		file := testkit.Store(t, "result.csv", strings.Join(changes, "\n")+"\n")
		v := &Verifier{Workers: 2, BatchRows: 100, Report: func(f pipeline.Fault) {
			if !at[f.Row] {
				t.Errorf("%s: a fault was not planted, or was reported twice: %s", column, f)
			}
			delete(at, f.Row)
		}}
		if _, err := v.file(t.Context(), file, fileCheck{provenance: made}); err != nil {
			t.Fatal(err)
		}
		if len(at) > 0 {
			t.Errorf("%s: no fault is reported for the rows %v", column, at)
		}
	}
}

// TestProofFindsWhatAgreesWithItself checks that only a proof finds wrong verdicts that are
// consistent with the other columns.
func TestProofFindsWhatAgreesWithItself(t *testing.T) {
	skipInShort(t)
	c := solver.Config{MaxSolutions: 3}
	rows := plantedResult(t, c)
	changes, at := slices.Clone(rows), map[int64]bool{}
	for i, row := range rows[1:] {
		changed := row
		switch getColumn(row, "verdict") + getColumn(row, "answer") {
		case "multiple": // without an answer, nothing in the row contradicts the new verdict, "unique"
			changed = setColumn(setColumn(setColumn(row, "verdict", "unique"), "solution_count", "1"), "backtracks", getColumn(row, "guesses"))
		case "multiplematch":
			changed = setColumn(row, "solution_count", strconv.Itoa(5-len(getColumn(row, "solution_count"))-2))
		case "uniquematch":
			changed = setColumn(setColumn(row, "verdict", "multiple"), "solution_count", "2")
		}
		if i%100 < 20 && changed != row {
			changes[i+1], at[int64(i+1)] = changed, true
		}
	}
	if len(at) < 100 {
		t.Fatalf("only %d rows were changed", len(at))
	}
	for _, f := range first(faultsOf(t, changes, nil)) {
		t.Fatalf("found without a proof: %s", f)
	}
	for _, s := range []string{"dlx", "lanes", "mrv"} {
		faults, v := faultsOf(t, changes, &Proof{s, c})
		for _, f := range faults {
			if !at[f.Row] || !strings.Contains(f.Err.Error(), s) {
				t.Fatalf("a fault that was not planted: %s", f)
			}
			delete(at, f.Row)
		}
		if int64(len(faults))+v.Tally.Proven+v.Totals.Verdicts[solver.Invalid] != int64(len(rows)-1) || v.Tally.Unproven > 0 {
			t.Errorf("%s: %d faults, %d rows proven", s, len(faults), v.Tally.Proven)
		}
		if s == "dlx" && len(at) > 0 {
			t.Errorf("the proof by %s misses the rows %v", s, at)
		}
		for _, f := range faults {
			at[f.Row] = true
		}
	}
}

func first(faults []pipeline.Fault, _ *Verifier) []pipeline.Fault { return faults }

// parquetResult solves puzzles and returns the result as a Parquet file with the given provenance.
func parquetResult(t testing.TB, rows int, provenance string) []byte {
	t.Helper()
	reader := testkit.Open(t, formats.ReadOptions{Stdin: strings.NewReader(testkit.Puzzles(t, rows))})
	var out bytes.Buffer
	w := testkit.Create(t, &out, "x.parquet", reader, formats.WriteOptions{Provenance: provenance})
	if _, err := pipeline.Run(t.Context(), pipeline.Config{Reader: reader, Writers: []formats.Writer{w}, NewSolver: testkit.NewSolver, Workers: 1, BatchRows: 4096}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestFilesThatCannotBeReadAreFaults truncates a file at several positions. The verifier must
// report one fault in each truncated file, and continue with other files.
func TestFilesThatCannotBeReadAreFaults(t *testing.T) {
	whole := parquetResult(t, 9000, "")
	var faults []pipeline.Fault
	v := &Verifier{Workers: 2, BatchRows: 4096, Report: func(f pipeline.Fault) { faults = append(faults, f) }}
	check := func(name string, content []byte) {
		if err := v.File(t.Context(), testkit.Store(t, name, content)); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 20 {
		at := len(whole) * (i + 1) / 21
		check(fmt.Sprintf("cut-%d.parquet", at), whole[:at])
		if len(faults) != i+1 || faults[i].Row != 0 || strings.Count(faults[i].Error(), "cut-") != 1 {
			t.Fatalf("cut off after %d bytes, the faults are %v", at, faults)
		}
	}
	if check("whole.parquet", whole); v.Totals.Rows != 9000 || len(faults) > 20 {
		t.Fatalf("after files with faults, a correct file has the faults %v", faults[20:])
	}
}

// TestVerifyAllocatesNothingPerRow checks that verifying a longer result needs hardly any
// additional allocations.
func TestVerifyAllocatesNothingPerRow(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector also allocates")
	}
	rows := plantedResult(t, budgeted)
	allocations := func(times int) uint64 {
		text := rows[0] + "\n" + strings.Repeat(strings.Join(rows[1:], "\n")+"\n", times)
		file := testkit.Store(t, "result.csv", text)
		v := &Verifier{Workers: 1, BatchRows: 100, Report: func(f pipeline.Fault) { t.Fatal(f) }}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if err := v.File(t.Context(), file); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		return after.Mallocs - before.Mallocs
	}
	few, many := allocations(1), allocations(11)
	if more := int64(many) - int64(few); more > int64(len(rows)) {
		t.Errorf("%d more rows took %d more allocations", 10*len(rows), more)
	}
	t.Logf("%d allocations for %d rows, %d for %d", few, len(rows), many, 11*len(rows))
}

// TestDefectsEndVerifying checks that a bug in gridmill is not reported as a fault of the file.
func TestDefectsEndVerifying(t *testing.T) {
	file := testkit.Store(t, "bad.csv", strings.Join(plantedColumns, ",")+"\nx")
	v := &Verifier{Workers: 1, BatchRows: 100, Report: func(pipeline.Fault) { panic("no such fault") }}
	err := v.File(t.Context(), file)
	var defect *pipeline.DefectError
	if !errors.As(err, &defect) || defect.Doing != "writing" || defect.Panic != "no such fault" || len(defect.Trace) == 0 {
		t.Errorf("got %v", err)
	}
}

// BenchmarkVerify measures reading and checking results with one worker.
func BenchmarkVerify(b *testing.B) {
	const rows = 200_000
	input := "id,puzzle\n" + strings.Repeat("7,53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n", rows)
	for _, name := range []string{"x.csv", "x.txt", "x.parquet"} {
		b.Run(name, func(b *testing.B) {
			file := testkit.Store(b, name, solvePlanted(b, input, name, testkit.NewSolver))
			for b.Loop() {
				v := &Verifier{Workers: 1, BatchRows: 4096, Report: func(f pipeline.Fault) { b.Fatal(f) }}
				if err := v.File(b.Context(), file); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(rows*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mrows/s")
		})
	}
}

package pipeline

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/solver"
)

// TestSolutionsAreJudgedAlike holds the verifier's view of grids against the
// solver's: grids with a few cells exchanged or changed, and puzzles made of them.
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
		if got, want := isSolution(&grid, &puzzle), grid.SolutionOf(&puzzle); got != want {
			t.Fatalf("%s solves %s: %t, want %t", &grid, &puzzle, got, want)
		}
		if !isSolution(&grid, &puzzle) && solutionFault(&grid, &puzzle) == "" {
			t.Fatal("the fault has no name")
		}
		if got, want := countClues(&puzzle), int32(puzzle.Clues()); got != want {
			t.Fatalf("%s has %d clues, want %d", &puzzle, got, want)
		}
		digit, house := repeated(&grid)
		want, found := grid.FindRepeat()
		if digit != int(want.Digit) || found && house != int(want.House) || found && houseName(house) != want.House.String() {
			t.Fatalf("in %s, %d repeats in %s, want %v", &grid, digit, houseName(house), want)
		}
	})
}

// result solves puzzles of all kinds, some with answers, and returns the rows of
// CSV that come out.
func result(t testing.TB, c solver.Config) []string {
	t.Helper()
	var in strings.Builder
	rows := strings.Split(strings.TrimSpace(puzzles(t, 3000)), "\n")
	for i := 7; i < len(rows); i += 50 {
		rows[i] = rows[i][:len(rows[i])-i/50%9-1]
	}
	var out bytes.Buffer
	run := setup{strings.NewReader(strings.Join(rows, "\n")), &out, "out.csv", 2, 64, func() (solver.Solver, error) { return solver.New("mrv", c) }}
	if _, err := run.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	// The solutions become answers, each third of another puzzle.
	solved := strings.Split(strings.TrimSpace(out.String()), "\n")
	fmt.Fprintln(&in, rows[0]+",solution")
	for i, row := range rows[1:] {
		answer := strings.Split(solved[1+max(i-i%3/2, 0)], ",")[2]
		fmt.Fprintln(&in, row+","+answer)
	}
	out.Reset()
	run.input = strings.NewReader(in.String())
	if _, err := run.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(out.String()), "\n")
}

// faultsOf verifies a result.
func faultsOf(t testing.TB, rows []string, proof *Proof) (faults []Fault, v *Verifier) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "result.csv")
	if err := os.WriteFile(file, []byte(strings.Join(rows, "\n")+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	v = &Verifier{Workers: 2, BatchRows: 100, Proof: proof, Report: func(f Fault) { faults = append(faults, f) }}
	if _, err := v.File(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	if v.Tally.Faults != int64(len(faults)) {
		t.Fatalf("%d faults are counted and %d reported", v.Tally.Faults, len(faults))
	}
	return faults, v
}

// watching is a writer that looks at batches.
type watching func(*formats.Batch)

func (w watching) Encode(b *formats.Batch, _ formats.Encoded) (formats.Encoded, error) {
	w(b)
	return nil, nil
}
func (watching) Write(*formats.Batch, formats.Encoded) error { return nil }
func (watching) Close() error                                { return nil }

// TestNothingIsConcludedWithoutASolver wants a result to be left as it is recorded: what
// solvers conclude of repeated clues and answers must not reach the verifier.
func TestNothingIsConcludedWithoutASolver(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.csv")
	repeated := "55" + strings.Repeat(".", solver.Cells-2)
	if err := os.WriteFile(file, []byte("puzzle,solution,verdict,solution_count,reason\n"+repeated+",,none,0,\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	reader, err := formats.Open([]string{file}, formats.ReadOptions{Results: formats.CheckResults})
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	look := watching(func(b *formats.Batch) {
		if text := b.Reasons[0].AppendText(nil); len(text) > 0 || b.Results[0].Verdict != solver.None {
			t.Errorf("the verdict is %s, the reason %q", b.Results[0].Verdict, text)
		}
	})
	totals, err := Run(t.Context(), Config{Reader: reader, Writers: []formats.Writer{look}, Workers: 1, BatchRows: 10})
	if err != nil || totals.Rows != 1 {
		t.Errorf("totals %v, error %v", totals, err)
	}
}

var budgeted = solver.Config{MaxSolutions: 3, MaxGuesses: 20}

func TestResultsVerifyClean(t *testing.T) {
	for _, c := range []solver.Config{budgeted, {MaxSolutions: 1}, {MaxSolutions: 2, MaxGuesses: 3}} {
		rows := result(t, c)
		faults, v := faultsOf(t, rows, &Proof{"dlx", solver.Config{MaxSolutions: c.MaxSolutions, MaxGuesses: 1000}})
		if len(faults) > 0 {
			t.Errorf("%+v: %d faults, the first: %s", c, len(faults), faults[0])
		}
		if v.Totals.Rows != int64(len(rows)-1) || v.Tally.Proven == 0 {
			t.Errorf("%+v: %d rows were checked and %d proven, of %d", c, v.Totals.Rows, v.Tally.Proven, len(rows)-1)
		}
	}
}

// The columns of the results of these tests.
var resultColumns = strings.Split("id,puzzle,solution,solution_found,verdict,solution_count,clues,guesses,backtracks,max_depth,passes,answer,reason", ",")

// set returns a row with another value in a column.
func set(row, column, value string) string {
	fields := strings.SplitN(row, ",", len(resultColumns))
	fields[slices.Index(resultColumns, column)] = value
	return strings.Join(fields, ",")
}

func get(row, column string) string {
	return strings.SplitN(row, ",", len(resultColumns))[slices.Index(resultColumns, column)]
}

// swapped exchanges the first two cells of a grid that are not the same.
func swapped(grid string) string {
	at := strings.IndexFunc(grid, func(r rune) bool { return byte(r) != grid[0] })
	cells := []byte(grid)
	cells[0], cells[at] = cells[at], cells[0]
	return string(cells)
}

// flipped changes one clue of a puzzle into another digit.
func flipped(puzzle string) string {
	cells := []byte(puzzle)
	if at := strings.IndexAny(puzzle, "123456789"); at >= 0 {
		cells[at] = '1' + (cells[at]-'0')%9
	}
	return string(cells)
}

func more(number string) string {
	n, _ := strconv.Atoi(number)
	return strconv.Itoa(n + 1)
}

// plants are faults, each with the verdicts of rows in which it must be found, and
// with what must be said of it.
var plants = []struct {
	name, verdicts, says string
	plant                func(row string) string
}{
	{"two cells of the solution swapped", "unique multiple", "the solution has", func(r string) string { return set(r, "solution_found", swapped(get(r, "solution_found"))) }},
	{"a cell of the solution is none", "unique multiple", "expected a digit", func(r string) string {
		return set(r, "solution_found", "x"+get(r, "solution_found")[1:])
	}},
	{"the solution cut short", "unique multiple", "never writes there", func(r string) string { return set(r, "solution_found", get(r, "solution_found")[1:]) }},
	{"no solution", "unique multiple", "no solution, expected one", func(r string) string { return set(r, "solution_found", "") }},
	{"a solution too many", "none invalid", "expected none", func(r string) string { return set(r, "solution_found", strings.Repeat("1", 81)) }},
	{"a clue changed", "unique multiple", "the clue", func(r string) string { return set(r, "puzzle", flipped(get(r, "puzzle"))) }},
	{"a clue taken away", "unique multiple none unfinished", "clues is", func(r string) string {
		puzzle := get(r, "puzzle")
		at := max(strings.IndexAny(puzzle, "123456789"), 0)
		return set(r, "puzzle", puzzle[:at]+"."+puzzle[at+1:])
	}},
	{"the puzzle damaged", "unique multiple none unfinished", "expected invalid", func(r string) string { return set(r, "puzzle", get(r, "puzzle")[1:]) }},
	{"the puzzle repaired", "invalid", "can be read", func(r string) string { return set(r, "puzzle", strings.Repeat(".", 81)) }},
	{"multiple for unique", "unique", "at least 2", func(r string) string { return set(r, "verdict", "multiple") }},
	{"unique for multiple", "multiple", "at most 1", func(r string) string { return set(r, "verdict", "unique") }},
	{"unique for none", "none", "at least 1", func(r string) string { return set(r, "verdict", "unique") }},
	{"none for unique", "unique multiple", "at most 0", func(r string) string { return set(r, "verdict", "none") }},
	{"invalid for a puzzle", "unique multiple none unfinished", "can be read", func(r string) string { return set(r, "verdict", "invalid") }},
	{"none for invalid", "invalid", "expected invalid", func(r string) string { return set(r, "verdict", "none") }},
	{"an unknown verdict", "unique multiple none invalid unfinished", `verdict is "uniqe"`, func(r string) string { return set(r, "verdict", "uniqe") }},
	{"no verdict", "unique multiple none invalid unfinished", `verdict is ""`, func(r string) string { return set(r, "verdict", "") }},
	{"one solution more", "unique none invalid", "solution_count is", func(r string) string { return set(r, "solution_count", more(get(r, "solution_count"))) }},
	{"no solution counted", "unique multiple", "solution_count is 0", func(r string) string { return set(r, "solution_count", "0") }},
	{"one clue more", "unique multiple none invalid unfinished", "clues is", func(r string) string { return set(r, "clues", more(get(r, "clues"))) }},
	{"negative guesses", "unique multiple none invalid unfinished", `guesses is "-1"`, func(r string) string { return set(r, "guesses", "-1") }},
	{"guesses that are no number", "unique multiple none invalid unfinished", `guesses is "x"`, func(r string) string { return set(r, "guesses", "x") }},
	{"passes that are too many", "unique multiple none invalid unfinished", "passes is", func(r string) string { return set(r, "passes", "4294967296") }},
	{"more depth than guesses", "unique multiple none unfinished", "max_depth is", func(r string) string { return set(r, "max_depth", more(get(r, "guesses"))) }},
	{"more backtracks than guesses", "unique multiple none unfinished", "backtracks is", func(r string) string { return set(r, "backtracks", more(get(r, "guesses"))) }},
	{"guesses of an invalid row", "invalid", "expected 0", func(r string) string { return set(r, "guesses", "1") }},
	{"two guesses more", "unique none", "", func(r string) string { return set(r, "guesses", more(more(get(r, "guesses")))) }},
	{"another class of answer", "unique multiple none invalid unfinished", "answer is", func(r string) string {
		return set(r, "answer", map[string]string{"match": "wrong", "": "match"}[get(r, "answer")])
	}},
	{"another answer", "unique", "answer is", func(r string) string {
		return set(r, "solution", map[string]string{"match": swapped(get(r, "solution_found")), "wrong": get(r, "solution_found")}[get(r, "answer")])
	}},
	{"a reason too many", "unique multiple unfinished", "reason is", func(r string) string { return set(r, "reason", "clue 5 repeats in row 3") }},
	{"an unknown reason", "unique multiple none invalid unfinished", "reason is", func(r string) string { return set(r, "reason", "bad luck") }},
	{"no reason", "invalid", "no reason", func(r string) string { return set(r, "reason", "") }},
	{"a field too many", "unique multiple none invalid unfinished", "cannot be split", func(r string) string { return r + "," }},
	{"a field too few", "unique multiple none invalid unfinished", "cannot be split", func(r string) string { return r[strings.Index(r, ",")+1:] }},
	{"a stray quote", "unique multiple none invalid unfinished", "cannot be split", func(r string) string { return `"` + r }},
}

// TestPlantedFaultsAreFound plants each fault in several rows of each verdict that
// it can be found in. It must be found there, and nowhere else.
func TestPlantedFaultsAreFound(t *testing.T) {
	rows := result(t, budgeted)
	byVerdict := map[string][]int{}
	for i, row := range rows[1:] {
		byVerdict[get(row, "verdict")] = append(byVerdict[get(row, "verdict")], i+1)
	}
	for _, p := range plants {
		t.Run(p.name, func(t *testing.T) {
			planted, at := slices.Clone(rows), map[int64]bool{}
			for verdict := range strings.SplitSeq(p.verdicts, " ") {
				some := byVerdict[verdict]
				if len(some) < 5 {
					t.Fatalf("only %d rows are %s", len(some), verdict)
				}
				for i := range 5 {
					row := some[i*len(some)/5]
					if changed := p.plant(rows[row]); changed != rows[row] {
						planted[row], at[int64(row)] = changed, true
					}
				}
			}
			if len(at) == 0 {
				t.Fatal("the fault was planted nowhere")
			}
			faults, _ := faultsOf(t, planted, nil)
			named := map[int64]bool{}
			for _, f := range faults {
				if !at[f.Row] || f.Line != f.Row+1 {
					t.Fatalf("a fault that was not planted: %s", f)
				}
				if strings.Contains(f.Problem, p.says) {
					named[f.Row] = true
				}
			}
			for row := range at {
				if !named[row] {
					t.Errorf("row %d: nothing says %q of %s; it says: %v", row, p.says, planted[row], faults)
				}
			}
		})
	}
}

// TestProofFindsWhatAgreesWithItself plants verdicts that only another search can
// refute.
func TestProofFindsWhatAgreesWithItself(t *testing.T) {
	c := solver.Config{MaxSolutions: 3}
	rows := result(t, c)
	planted, at := slices.Clone(rows), map[int64]bool{}
	for i, row := range rows[1:] {
		changed := row
		switch get(row, "verdict") + get(row, "answer") {
		case "multiple": // has no answer that would tell of other solutions
			changed = set(set(set(row, "verdict", "unique"), "solution_count", "1"), "backtracks", get(row, "guesses"))
		case "multiplematch":
			changed = set(row, "solution_count", strconv.Itoa(5-len(get(row, "solution_count"))-2))
		case "uniquematch":
			changed = set(set(row, "verdict", "multiple"), "solution_count", "2")
		}
		if i%100 < 20 && changed != row {
			planted[i+1], at[int64(i+1)] = changed, true
		}
	}
	if len(at) < 100 {
		t.Fatalf("only %d rows were changed", len(at))
	}
	for _, f := range first(faultsOf(t, planted, nil)) {
		t.Fatalf("this must not be found without a proof: %s", f)
	}
	for _, s := range []string{"dlx", "lanes", "mrv"} {
		faults, v := faultsOf(t, planted, &Proof{s, c})
		for _, f := range faults {
			if !at[f.Row] || !strings.Contains(f.Problem, s) {
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

func first(faults []Fault, _ *Verifier) []Fault { return faults }

// parquetResult solves puzzles into a Parquet file that has a record of its run.
func parquetResult(t testing.TB, rows int, record string) []byte {
	t.Helper()
	reader, err := formats.Open([]string{"-"}, formats.ReadOptions{Stdin: strings.NewReader(puzzles(t, rows))})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w, err := formats.Create(&out, "x.parquet", reader.Schema(), formats.WriteOptions{Record: record})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), Config{Reader: reader, Writers: []formats.Writer{w}, NewSolver: newDefault, Workers: 1, BatchRows: 4096}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestFilesThatCannotBeReadAreFaults cuts files off and flips bytes of them. A
// verifier goes on with other files.
func TestFilesThatCannotBeReadAreFaults(t *testing.T) {
	whole := parquetResult(t, 9000, "")
	dir := t.TempDir()
	var faults []Fault
	v := &Verifier{Workers: 2, BatchRows: 4096, Report: func(f Fault) { faults = append(faults, f) }}
	check := func(name string, content []byte) *Totals {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, content, 0o666); err != nil {
			t.Fatal(err)
		}
		totals, err := v.File(t.Context(), file)
		if err != nil {
			t.Fatal(err)
		}
		return totals
	}
	for i := range 20 {
		at := len(whole) * (i + 1) / 21
		check(fmt.Sprintf("cut-%d.parquet", at), whole[:at])
		if len(faults) != i+1 || faults[i].Row != 0 || strings.Count(faults[i].String(), "cut-") != 1 {
			t.Fatalf("cut off after %d bytes, the faults are %v", at, faults)
		}
	}
	if totals := check("whole.parquet", whole); totals == nil || totals.Rows != 9000 || len(faults) > 20 {
		t.Fatalf("after files with faults, one without has %v", faults[20:])
	}
}

// TestVerifyAllocatesNothingPerRow checks results of two lengths.
func TestVerifyAllocatesNothingPerRow(t *testing.T) {
	rows := result(t, budgeted)
	file := filepath.Join(t.TempDir(), "result.csv")
	allocations := func(times int) uint64 {
		text := rows[0] + "\n" + strings.Repeat(strings.Join(rows[1:], "\n")+"\n", times)
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		v := &Verifier{Workers: 1, BatchRows: 100, Report: func(f Fault) { t.Fatal(f) }}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := v.File(t.Context(), file); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		return after.Mallocs - before.Mallocs
	}
	few, many := allocations(1), allocations(11)
	if more := int64(many) - int64(few); more > int64(len(rows)) {
		t.Errorf("%d more rows cost %d more allocations", 10*len(rows), more)
	}
	t.Logf("%d allocations for %d rows, %d for %d", few, len(rows), many, 11*len(rows))
}

// TestDefectsEndVerifying has a defect of gridmill be no fault of the file.
func TestDefectsEndVerifying(t *testing.T) {
	file := filepath.Join(t.TempDir(), "bad.csv")
	if err := os.WriteFile(file, []byte(strings.Join([]string{strings.Join(resultColumns, ","), "x"}, "\n")), 0o666); err != nil {
		t.Fatal(err)
	}
	v := &Verifier{Workers: 1, BatchRows: 100, Report: func(Fault) { panic("no such fault") }}
	_, err := v.File(t.Context(), file)
	var defect *DefectError
	if !errors.As(err, &defect) || defect.Doing != "writing" || defect.Panic != "no such fault" || len(defect.Trace) == 0 {
		t.Errorf("got %v", err)
	}
}

package planted

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/internal/testkit"
	"github.com/gridmill/gridmill/solver"
)

// Solve solves a text of CSV with many workers, and returns the output in the format of a
// name, with all statistics.
func Solve(tb testing.TB, text, name string, newSolver func() (solver.Solver, error)) string {
	tb.Helper()
	reader, err := formats.Open([]string{"-"}, formats.ReadOptions{
		Format: formats.CSV, Column: "puzzle", Keep: formats.ParseKeep("all"), Stdin: strings.NewReader(text),
	})
	if err != nil {
		tb.Fatal(err)
	}
	defer reader.Close()
	stats, err := formats.ParseStatistics("all")
	if err != nil {
		tb.Fatal(err)
	}
	var out bytes.Buffer
	w, err := formats.Create(&out, name, reader.Schema(), formats.WriteOptions{Stats: stats})
	if err != nil {
		tb.Fatal(err)
	}
	_, err = pipeline.Run(tb.Context(), pipeline.Config{
		Reader: reader, Writers: []formats.Writer{w}, NewSolver: newSolver, Workers: 2, BatchRows: 64,
	})
	if err = errors.Join(err, w.Close()); err != nil {
		tb.Fatal(err)
	}
	return out.String()
}

// Budgeted is a search that is cut off for some puzzles.
var Budgeted = solver.Config{MaxSolutions: 3, MaxGuesses: 20}

// Result solves puzzles of all kinds, some with answers, and returns the rows of
// CSV that come out.
func Result(tb testing.TB, c solver.Config) []string {
	tb.Helper()
	var in strings.Builder
	rows := strings.Split(strings.TrimSpace(testkit.Puzzles(tb, 3000)), "\n")
	for i := 7; i < len(rows); i += 50 {
		rows[i] = rows[i][:len(rows[i])-i/50%9-1]
	}
	newSolver := func() (solver.Solver, error) { return solver.New("mrv", c) }
	// The solutions become answers, each third of another puzzle.
	solved := strings.Split(strings.TrimSpace(Solve(tb, strings.Join(rows, "\n"), "out.csv", newSolver)), "\n")
	fmt.Fprintln(&in, rows[0]+",solution")
	for i, row := range rows[1:] {
		answer := strings.Split(solved[1+max(i-i%3/2, 0)], ",")[2]
		fmt.Fprintln(&in, row+","+answer)
	}
	return strings.Split(strings.TrimSpace(Solve(tb, in.String(), "out.csv", newSolver)), "\n")
}

// Columns are those of a Result.
var Columns = strings.Split("id,puzzle,solution,solution_found,verdict,solution_count,clues,guesses,backtracks,max_depth,passes,answer,reason", ",")

// Set returns a row with another value in a column.
func Set(row, column, value string) string {
	fields := strings.SplitN(row, ",", len(Columns))
	fields[slices.Index(Columns, column)] = value
	return strings.Join(fields, ",")
}

// Get returns the value of a column.
func Get(row, column string) string {
	return strings.SplitN(row, ",", len(Columns))[slices.Index(Columns, column)]
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

// More returns the next number.
func More(number string) string {
	n, _ := strconv.Atoi(number)
	return strconv.Itoa(n + 1)
}

// Plants are faults, each with the verdicts of rows in which it must be found, and
// with what must be said of it.
var Plants = []struct {
	Name, Verdicts, Says string
	Plant                func(row string) string
}{
	{"two cells of the solution swapped", "unique multiple", "the solution has", func(r string) string { return Set(r, "solution_found", swapped(Get(r, "solution_found"))) }},
	{"a cell of the solution is none", "unique multiple", "expected a digit", func(r string) string {
		return Set(r, "solution_found", "x"+Get(r, "solution_found")[1:])
	}},
	{"the solution cut short", "unique multiple", "never writes there", func(r string) string { return Set(r, "solution_found", Get(r, "solution_found")[1:]) }},
	{"no solution", "unique multiple", "no solution, expected one", func(r string) string { return Set(r, "solution_found", "") }},
	{"a solution too many", "none invalid", "expected none", func(r string) string { return Set(r, "solution_found", strings.Repeat("1", 81)) }},
	{"a clue changed", "unique multiple", "the clue", func(r string) string { return Set(r, "puzzle", flipped(Get(r, "puzzle"))) }},
	{"a clue taken away", "unique multiple none unfinished", "clues is", func(r string) string {
		puzzle := Get(r, "puzzle")
		at := max(strings.IndexAny(puzzle, "123456789"), 0)
		return Set(r, "puzzle", puzzle[:at]+"."+puzzle[at+1:])
	}},
	{"the puzzle damaged", "unique multiple none unfinished", "expected invalid", func(r string) string { return Set(r, "puzzle", Get(r, "puzzle")[1:]) }},
	{"the puzzle repaired", "invalid", "can be read", func(r string) string { return Set(r, "puzzle", strings.Repeat(".", 81)) }},
	{"multiple for unique", "unique", "at least 2", func(r string) string { return Set(r, "verdict", "multiple") }},
	{"unique for multiple", "multiple", "at most 1", func(r string) string { return Set(r, "verdict", "unique") }},
	{"unique for none", "none", "at least 1", func(r string) string { return Set(r, "verdict", "unique") }},
	{"none for unique", "unique multiple", "at most 0", func(r string) string { return Set(r, "verdict", "none") }},
	{"invalid for a puzzle", "unique multiple none unfinished", "can be read", func(r string) string { return Set(r, "verdict", "invalid") }},
	{"none for invalid", "invalid", "expected invalid", func(r string) string { return Set(r, "verdict", "none") }},
	{"an unknown verdict", "unique multiple none invalid unfinished", `verdict is "uniqe"`, func(r string) string { return Set(r, "verdict", "uniqe") }},
	{"no verdict", "unique multiple none invalid unfinished", `verdict is ""`, func(r string) string { return Set(r, "verdict", "") }},
	{"one solution more", "unique none invalid", "solution_count is", func(r string) string { return Set(r, "solution_count", More(Get(r, "solution_count"))) }},
	{"no solution counted", "unique multiple", "solution_count is 0", func(r string) string { return Set(r, "solution_count", "0") }},
	{"one clue more", "unique multiple none invalid unfinished", "clues is", func(r string) string { return Set(r, "clues", More(Get(r, "clues"))) }},
	{"negative guesses", "unique multiple none invalid unfinished", `guesses is "-1"`, func(r string) string { return Set(r, "guesses", "-1") }},
	{"guesses that are no number", "unique multiple none invalid unfinished", `guesses is "x"`, func(r string) string { return Set(r, "guesses", "x") }},
	{"passes that are too many", "unique multiple none invalid unfinished", "passes is", func(r string) string { return Set(r, "passes", "4294967296") }},
	{"more depth than guesses", "unique multiple none unfinished", "max_depth is", func(r string) string { return Set(r, "max_depth", More(Get(r, "guesses"))) }},
	{"more backtracks than guesses", "unique multiple none unfinished", "backtracks is", func(r string) string { return Set(r, "backtracks", More(Get(r, "guesses"))) }},
	{"guesses of an invalid row", "invalid", "expected 0", func(r string) string { return Set(r, "guesses", "1") }},
	{"two guesses more", "unique none", "", func(r string) string { return Set(r, "guesses", More(More(Get(r, "guesses")))) }},
	{"another class of answer", "unique multiple none invalid unfinished", "answer is", func(r string) string {
		return Set(r, "answer", map[string]string{"match": "wrong", "": "match"}[Get(r, "answer")])
	}},
	{"another answer", "unique", "answer is", func(r string) string {
		return Set(r, "solution", map[string]string{"match": swapped(Get(r, "solution_found")), "wrong": Get(r, "solution_found")}[Get(r, "answer")])
	}},
	{"a reason too many", "unique multiple unfinished", "reason is", func(r string) string { return Set(r, "reason", "clue_repeats digit=5 house=row3") }},
	{"an unknown reason", "unique multiple none invalid unfinished", "reason is", func(r string) string { return Set(r, "reason", "bad luck") }},
	{"no reason", "invalid", "no reason", func(r string) string { return Set(r, "reason", "") }},
	{"a field too many", "unique multiple none invalid unfinished", "cannot be split", func(r string) string { return r + "," }},
	{"a field too few", "unique multiple none invalid unfinished", "cannot be split", func(r string) string { return r[strings.Index(r, ",")+1:] }},
	{"a stray quote", "unique multiple none invalid unfinished", "cannot be split", func(r string) string { return `"` + r }},
}

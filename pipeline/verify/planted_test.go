package verify

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

// solvePlanted solves CSV text. It returns the output with all statistics, in the format that the
// file name implies.
func solvePlanted(tb testing.TB, text, name string, newSolver func() (solver.Solver, error)) string {
	tb.Helper()
	reader := testkit.Open(tb, formats.ReadOptions{
		Format: formats.CSV, Column: "puzzle", Keep: formats.ParseKeep("all"), Stdin: strings.NewReader(text),
	})
	var out bytes.Buffer
	w := testkit.Create(tb, &out, name, reader, testkit.AllStats(tb))
	_, err := pipeline.Run(tb.Context(), pipeline.Config{
		Reader: reader, Writers: []formats.Writer{w}, NewSolver: newSolver, Workers: 2, BatchRows: 64,
	})
	if err = errors.Join(err, w.Close()); err != nil {
		tb.Fatal(err)
	}
	return out.String()
}

// budgeted is a configuration whose searches run out of guesses for some puzzles.
var budgeted = solver.Config{MaxSolutions: 3, MaxGuesses: 20}

var plantedResults = map[solver.Config][]string{}

// plantedResult solves puzzles of all kinds, some of them with answers, and returns the rows of the
// resulting CSV. It caches the rows, so callers must not change them.
func plantedResult(tb testing.TB, c solver.Config) []string {
	tb.Helper()
	if plantedResults[c] == nil {
		plantedResults[c] = solveWithAnswers(tb, c)
	}
	return plantedResults[c]
}

func solveWithAnswers(tb testing.TB, c solver.Config) []string {
	tb.Helper()
	var in strings.Builder
	rows := strings.Split(strings.TrimSpace(testkit.Puzzles(tb, 3000)), "\n")
	for i := 7; i < len(rows); i += 50 {
		rows[i] = rows[i][:len(rows[i])-i/50%9-1]
	}
	newSolver := func() (solver.Solver, error) { return solver.New("mrv", c) }
	// Use the solutions as answers. Every third row gets the solution of a different puzzle.
	solved := strings.Split(strings.TrimSpace(solvePlanted(tb, strings.Join(rows, "\n"), "out.csv", newSolver)), "\n")
	fmt.Fprintln(&in, rows[0]+",solution")
	for i, row := range rows[1:] {
		answer := strings.Split(solved[1+max(i-i%3/2, 0)], ",")[2]
		fmt.Fprintln(&in, row+","+answer)
	}
	return strings.Split(strings.TrimSpace(solvePlanted(tb, in.String(), "out.csv", newSolver)), "\n")
}

// plantedColumns lists the columns that plantedResult returns.
var plantedColumns = strings.Split("id,puzzle,solution,solution_found,verdict,solution_count,clues,guesses,backtracks,max_depth,passes,answer,reason", ",")

// setColumn returns a copy of row with the given value in column.
func setColumn(row, column, value string) string {
	fields := strings.SplitN(row, ",", len(plantedColumns))
	fields[slices.Index(plantedColumns, column)] = value
	return strings.Join(fields, ",")
}

func getColumn(row, column string) string {
	return strings.SplitN(row, ",", len(plantedColumns))[slices.Index(plantedColumns, column)]
}

// swapped returns a copy of grid in which the first cell is exchanged with the first cell that
// holds a different digit.
func swapped(grid string) string {
	at := strings.IndexFunc(grid, func(r rune) bool { return byte(r) != grid[0] })
	cells := []byte(grid)
	cells[0], cells[at] = cells[at], cells[0]
	return string(cells)
}

// flipped changes one clue of a puzzle to a different digit.
func flipped(puzzle string) string {
	cells := []byte(puzzle)
	if at := strings.IndexAny(puzzle, "123456789"); at >= 0 {
		cells[at] = '1' + (cells[at]-'0')%9
	}
	return string(cells)
}

func oneMore(number string) string {
	n, _ := strconv.Atoi(number)
	return strconv.Itoa(n + 1)
}

// plants lists errors, each with the Verdicts of the rows in which to plant it. For each of these
// rows, a fault that contains the text in Says must be reported.
var plants = []struct {
	Name, Verdicts, Says string
	Plant                func(row string) string
}{
	{"two cells of the solution swapped", "unique multiple", "the solution has", func(r string) string { return setColumn(r, "solution_found", swapped(getColumn(r, "solution_found"))) }},
	{"a cell of the solution is not a digit", "unique multiple", "expected a digit", func(r string) string {
		return setColumn(r, "solution_found", "x"+getColumn(r, "solution_found")[1:])
	}},
	{"the solution cut short", "unique multiple", "never writes in this column", func(r string) string { return setColumn(r, "solution_found", getColumn(r, "solution_found")[1:]) }},
	{"no solution", "unique multiple", "there is no solution, but", func(r string) string { return setColumn(r, "solution_found", "") }},
	{"an additional solution", "none invalid", "there is a solution, but", func(r string) string { return setColumn(r, "solution_found", strings.Repeat("1", 81)) }},
	{"a clue changed", "unique multiple", "the clue", func(r string) string { return setColumn(r, "puzzle", flipped(getColumn(r, "puzzle"))) }},
	{"a clue taken away", "unique multiple none unfinished", "clues is", func(r string) string {
		puzzle := getColumn(r, "puzzle")
		at := max(strings.IndexAny(puzzle, "123456789"), 0)
		return setColumn(r, "puzzle", puzzle[:at]+"."+puzzle[at+1:])
	}},
	{"the puzzle damaged", "unique multiple none unfinished", "must be invalid", func(r string) string { return setColumn(r, "puzzle", getColumn(r, "puzzle")[1:]) }},
	{"the puzzle repaired", "invalid", "can be read", func(r string) string { return setColumn(r, "puzzle", strings.Repeat(".", 81)) }},
	{"multiple for unique", "unique", "at least 2", func(r string) string { return setColumn(r, "verdict", "multiple") }},
	{"unique for multiple", "multiple", "at most 1", func(r string) string { return setColumn(r, "verdict", "unique") }},
	{"unique for none", "none", "at least 1", func(r string) string { return setColumn(r, "verdict", "unique") }},
	{"none for unique", "unique multiple", "at most 0", func(r string) string { return setColumn(r, "verdict", "none") }},
	{"invalid for a puzzle", "unique multiple none unfinished", "can be read", func(r string) string { return setColumn(r, "verdict", "invalid") }},
	{"none for invalid", "invalid", "must be invalid", func(r string) string { return setColumn(r, "verdict", "none") }},
	{"an unknown verdict", "unique multiple none invalid unfinished", `verdict is "uniqe"`, func(r string) string { return setColumn(r, "verdict", "uniqe") }},
	{"no verdict", "unique multiple none invalid unfinished", `verdict is ""`, func(r string) string { return setColumn(r, "verdict", "") }},
	{"one solution more", "unique none invalid", "solution_count is", func(r string) string { return setColumn(r, "solution_count", oneMore(getColumn(r, "solution_count"))) }},
	{"no solution counted", "unique multiple", "solution_count is 0", func(r string) string { return setColumn(r, "solution_count", "0") }},
	{"one clue more", "unique multiple none invalid unfinished", "clues is", func(r string) string { return setColumn(r, "clues", oneMore(getColumn(r, "clues"))) }},
	{"negative guesses", "unique multiple none invalid unfinished", `guesses is "-1"`, func(r string) string { return setColumn(r, "guesses", "-1") }},
	{"guesses that are not a number", "unique multiple none invalid unfinished", `guesses is "x"`, func(r string) string { return setColumn(r, "guesses", "x") }},
	{"too many passes", "unique multiple none invalid unfinished", "passes is", func(r string) string { return setColumn(r, "passes", "4294967296") }},
	{"more depth than guesses", "unique multiple none unfinished", "max_depth is", func(r string) string { return setColumn(r, "max_depth", oneMore(getColumn(r, "guesses"))) }},
	{"more backtracks than guesses", "unique multiple none unfinished", "backtracks is", func(r string) string { return setColumn(r, "backtracks", oneMore(getColumn(r, "guesses"))) }},
	{"guesses of an invalid row", "invalid", "should be 0", func(r string) string { return setColumn(r, "guesses", "1") }},
	{"two guesses more", "unique none", "", func(r string) string { return setColumn(r, "guesses", oneMore(oneMore(getColumn(r, "guesses")))) }},
	{"a different class of answer", "unique multiple none invalid unfinished", "answer is", func(r string) string {
		return setColumn(r, "answer", map[string]string{"match": "wrong", "": "match"}[getColumn(r, "answer")])
	}},
	{"a different answer", "unique", "answer is", func(r string) string {
		return setColumn(r, "solution", map[string]string{"match": swapped(getColumn(r, "solution_found")), "wrong": getColumn(r, "solution_found")}[getColumn(r, "answer")])
	}},
	{"an additional reason", "unique multiple unfinished", "reason is", func(r string) string { return setColumn(r, "reason", "clue_repeats digit=5 house=row3") }},
	{"an unknown reason", "unique multiple none invalid unfinished", "reason is", func(r string) string { return setColumn(r, "reason", "bad luck") }},
	{"no reason", "invalid", "the reason is missing", func(r string) string { return setColumn(r, "reason", "") }},
	{"an additional field", "unique multiple none invalid unfinished", "cannot be split", func(r string) string { return r + "," }},
	{"a missing field", "unique multiple none invalid unfinished", "cannot be split", func(r string) string { return r[strings.Index(r, ",")+1:] }},
	{"a stray quote", "unique multiple none invalid unfinished", "cannot be split", func(r string) string { return `"` + r }},
}

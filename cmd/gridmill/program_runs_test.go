package main

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

const onePuzzle = ".2.4..9...54...23638.9...5....52.6..51....3..69...87.5..1..9..22...1687.....8....\n"

// knownPuzzles returns the puzzles of the easy corpus, each with its only solution.
var knownPuzzles = sync.OnceValue(func() (known [][2]string) {
	text, err := os.ReadFile(filepath.Join("..", "..", "benchmarks", "corpora", "easy.csv"))
	if err != nil {
		panic(err)
	}
	_, rows, _ := strings.Cut(string(text), "\n")
	for line := range strings.Lines(rows) {
		puzzle, solution, _ := strings.Cut(strings.TrimSpace(line), ",")
		known = append(known, [2]string{puzzle, solution})
	}
	return known
})

// fill returns n copies of form, one for each of the first n known puzzles. It replaces:
//
//	{p}       with the puzzle, with '.' for each blank
//	{0}       with the puzzle, with '0' for each blank
//	{s}       with the solution
//	{i}       with the number of the puzzle, counting from 1
//	{cells}   with the cells of the puzzle, separated by commas
//	{solved}  with the cells of the solution, separated by commas
//	{lines}   with the puzzle on nine lines
//	{list}    with the puzzle as nine lists of numbers
//	{lists}   with the solution as nine lists of numbers
func fill(n int, form string) string {
	var text strings.Builder
	for i := range n {
		text.WriteString(fillOne(i, form))
	}
	return text.String()
}

func fillOne(i int, form string) string {
	puzzle, solution := knownPuzzles()[i][0], knownPuzzles()[i][1]
	zeros := strings.ReplaceAll(puzzle, ".", "0")
	nested := func(grid string) string {
		var lists []string
		for _, row := range nineLines(grid) {
			lists = append(lists, "["+strings.Join(strings.Split(row, ""), ", ")+"]")
		}
		return "[" + strings.Join(lists, ", ") + "]"
	}
	return strings.NewReplacer(
		"{p}", puzzle, "{0}", zeros, "{s}", solution, "{i}", fmt.Sprint(i+1),
		"{cells}", strings.Join(strings.Split(zeros, ""), ","), "{solved}", strings.Join(strings.Split(solution, ""), ","),
		"{lines}", strings.Join(nineLines(puzzle), "\n"), "{list}", nested(zeros), "{lists}", nested(solution),
	).Replace(form)
}

func nineLines(grid string) (rows []string) {
	for ; len(grid) >= 9; grid = grid[9:] {
		rows = append(rows, grid[:9])
	}
	return rows
}

type programRun struct {
	code int
	said string // text on standard error
	rows []map[string]string
}

// runIn runs the program within the test process, because starting a process takes longer than most
// runs. Parallel tests cannot call runIn, because it changes the working directory to dir.
func runIn(t *testing.T, dir string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	t.Chdir(dir)
	out, said := newCapture(t), newCapture(t)
	code = (&session{stdout: out.to, stderr: said.to}).execute(t.Context(), args)
	stdout, stderr = out.end(), said.end()
	if text := stdout + stderr; strings.Contains(text, "goroutine ") || strings.Contains(text, "runtime error") {
		t.Errorf("the output is not fit for users: %s", text)
	}
	return code, stdout, stderr
}

// A capture collects what is written to a pipe.
type capture struct {
	to   *os.File
	text chan []byte
}

func newCapture(t *testing.T) *capture {
	t.Helper()
	from, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	c := &capture{to, make(chan []byte, 1)}
	go func() {
		text, _ := io.ReadAll(from) // cannot fail, because the pipe is open
		from.Close()
		c.text <- text
	}()
	return c
}

func (c *capture) end() string {
	c.to.Close()
	return string(<-c.text)
}

// solveIn runs gridmill solve in a directory and returns the outcome.
func solveIn(t *testing.T, dir string, args ...string) (r programRun) {
	t.Helper()
	output := filepath.Join(t.TempDir(), "out.csv")
	args = append([]string{"solve", "-o", output, "--stats", "none", "--source", "--progress", "none"}, args...)
	r.code, _, r.said = runIn(t, dir, args...)
	text, err := os.ReadFile(output)
	if errors.Is(err, os.ErrNotExist) {
		return r
	}
	if err != nil {
		t.Fatal(err)
	}
	table, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, fields := range table[1:] {
		row := map[string]string{}
		for i, name := range table[0] {
			row[name] = fields[i]
		}
		r.rows = append(r.rows, row)
	}
	return r
}

// verdicts counts the rows with each verdict.
func (r programRun) verdicts() map[string]int {
	counts := map[string]int{}
	for _, row := range r.rows {
		counts[row["verdict"]]++
	}
	return counts
}

// solutions returns the solutions of all rows whose verdict is unique.
func (r programRun) solutions() (all []string) {
	for _, row := range r.rows {
		solution, hasOwn := row["solution_found"]
		if !hasOwn {
			solution = row["solution"]
		}
		if row["verdict"] == "unique" {
			all = append(all, solution)
		}
	}
	return all
}

func knownSolutions(n int) (all []string) {
	for _, known := range knownPuzzles()[:n] {
		all = append(all, known[1])
	}
	return all
}

// writeFile writes a file. It creates missing directories.
func writeFile[Text string | []byte](t *testing.T, path string, text Text) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
		t.Fatal(err)
	}
}

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

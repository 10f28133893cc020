// Package testkit provides puzzles, solvers and files for tests of the pipeline packages.
package testkit

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/benchmarks/corpora"
	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/solver"
)

// Puzzles returns CSV text with n rows. Each row has an ID and a puzzle of one of several kinds.
func Puzzles(tb testing.TB, n int) string {
	tb.Helper()
	var kinds []string
	for _, c := range corpora.All() {
		most := len(kinds) + 1000
		for line := range strings.Lines(string(c.Bytes())) {
			if len(line) > solver.Cells && line[0] != '#' && line[0] != 'p' && len(kinds) < most {
				kinds = append(kinds, line[:solver.Cells])
			}
		}
	}
	kinds = append(kinds, "too short", kinds[0]+"9", strings.Repeat(".", solver.Cells))
	var text strings.Builder
	text.WriteString("id,puzzle\n")
	for i := range n {
		// The factor is coprime to the number of kinds, so all kinds occur before any is repeated.
		fmt.Fprintf(&text, "%d,%s\n", i, kinds[i*7919%len(kinds)])
	}
	return text.String()
}

// NewSolver returns the default solver with a small budget.
func NewSolver() (solver.Solver, error) {
	return solver.New(solver.Default, solver.Config{MaxSolutions: 2, MaxGuesses: 500})
}

// Idle is a solver that reports every puzzle as unique without solving it.
type Idle struct{}

// Solve implements solver.Solver.
func (Idle) Solve(_ []solver.Grid, results []solver.Result) {
	for i := range results {
		results[i] = solver.Result{Verdict: solver.Unique}
	}
}

// NewIdle returns an Idle.
func NewIdle() (solver.Solver, error) { return Idle{}, nil }

// TB has the methods that this package needs. *testing.T, *testing.B and *rapid.T implement TB.
type TB interface {
	Helper()
	Fatal(args ...any)
	Cleanup(f func())
}

// Store writes a file into a new directory and returns its path.
func Store[Text string | []byte](tb testing.TB, name string, text Text) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), name)
	Write(tb, path, text)
	return path
}

// Write writes a file. It creates missing directories.
func Write[Text string | []byte](tb TB, path string, text Text) {
	tb.Helper()
	err := os.MkdirAll(filepath.Dir(path), 0o777)
	if err == nil {
		err = os.WriteFile(path, []byte(text), 0o666)
	}
	if err != nil {
		tb.Fatal(err)
	}
}

// Read returns the contents of a file.
func Read(tb TB, path string) []byte {
	tb.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	return text
}

// Open opens the inputs, or o.Stdin if there are none. The reader is closed after the test.
func Open(tb TB, o formats.ReadOptions, inputs ...string) formats.Reader {
	tb.Helper()
	if len(inputs) == 0 {
		inputs = []string{files.StdStream}
	}
	reader, err := formats.Open(inputs, o)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { reader.Close() })
	return reader
}

// Create returns a writer of rows with the reader's columns. The name determines the format.
func Create(tb TB, out io.Writer, name string, reader formats.Reader, o formats.WriteOptions) formats.Writer {
	tb.Helper()
	w, err := formats.Create(out, name, reader.Schema(), o)
	if err != nil {
		tb.Fatal(err)
	}
	return w
}

// AllStats returns the options of a writer that writes all statistics.
func AllStats(tb TB) formats.WriteOptions {
	tb.Helper()
	stats, err := formats.ParseStatistics("all")
	if err != nil {
		tb.Fatal(err)
	}
	return formats.WriteOptions{Stats: stats}
}

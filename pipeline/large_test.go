//go:build !race

// This test is not built with the race detector, which makes sync.Pool drop items and is too slow
// for half a million rows.

package pipeline

import (
	"bytes"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/benchmarks/corpora"
)

// largeRows returns GRIDMILL_ROWS, or half a million if this variable is not set. "make test-large"
// sets it.
func largeRows(t *testing.T) int {
	text := os.Getenv("GRIDMILL_ROWS")
	if text == "" {
		return 500_000
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("GRIDMILL_ROWS must be a number of rows, not %q", text)
	}
	return n
}

// TestLarge solves many easy puzzles mixed with invalid rows. It checks the row counts. The number
// of allocations must not grow with the number of rows. Parquet may make a few allocations per
// page.
func TestLarge(t *testing.T) {
	n := largeRows(t)
	rowsOfBody, body := 0, strings.Builder{}
	for line := range strings.Lines(string(corpora.All()[0].Bytes())) {
		body.WriteString("7," + line)
		rowsOfBody++
	}
	body.WriteString("8,too short\n9,,,too many fields\n")
	rowsOfBody += 2
	const header = "id,puzzle,solution"
	for name, perPage := range map[string]int{"x.csv": 0, "x.csv.zst": 0, "x.parquet": 200} {
		t.Run(name, func(t *testing.T) {
			if name == "x.csv.zst" && os.Getenv("GRIDMILL_ROWS") == "" {
				t.Skip("too slow for this test run; make test-large runs it")
			}
			input := io.LimitReader(&endless{rows: []byte(body.String())}, int64(n/rowsOfBody*body.Len()))
			out := new(lineCounter)
			s := setup{io.MultiReader(strings.NewReader(header+"\n"), input), out, name, 2, 4096, nil}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			totals, err := s.run(t.Context())
			runtime.ReadMemStats(&after)
			if err != nil {
				t.Fatal(err)
			}
			rows := n / rowsOfBody * rowsOfBody
			if totals.Rows != int64(rows) {
				t.Errorf("%d rows were read, but %d were counted", rows, totals.Rows)
			}
			if name == "x.csv" && out.lines != rows+1 {
				t.Errorf("%d lines were written, want a header and %d", out.lines, rows)
			}
			allowed := min(n/100, 10_000) + perPage*n/4096
			if made := after.Mallocs - before.Mallocs; made > uint64(allowed) {
				t.Errorf("%d rows took %d allocations, want at most %d", n, made, allowed)
			} else {
				t.Logf("%d rows, %d allocations, %d MB from the system", n, made, after.Sys>>20)
			}
		})
	}
}

// A lineCounter counts the lines written to it.
type lineCounter struct{ lines int }

func (c *lineCounter) Write(p []byte) (int, error) {
	c.lines += bytes.Count(p, []byte("\n"))
	return len(p), nil
}

package main

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/solver"
)

// newGauge returns the gauge of a run over some lines of text, which is over.
func newGauge(t *testing.T, lines string) *gauge {
	t.Helper()
	reader, err := formats.Open([]string{formats.StdStream}, formats.ReadOptions{Stdin: strings.NewReader(lines)})
	if err != nil {
		t.Fatal(err)
	}
	g := &gauge{counts: new(pipeline.Progress), reader: reader, begin: time.Now().Add(-time.Second), rows: rowsUnknown}
	_, err = pipeline.Run(context.Background(), pipeline.Config{
		Reader: reader, Workers: 1, BatchRows: 10, Progress: g.counts,
		NewSolver: func() (solver.Solver, error) { return solver.New(solver.Default, solver.Config{MaxSolutions: 2}) },
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// A bar may take only one line, however narrow the terminal.
func TestProgressFitsItsRoom(t *testing.T) {
	unique := ".2.4..9...54...23638.9...5....52.6..51....3..69...87.5..1..9..22...1687.....8....\n"
	g := newGauge(t, strings.Repeat(unique, 1000)+"short\n")
	for room := -10; room < 100; room++ {
		if text := g.shortly(room); len(text) > max(room, 0) {
			t.Errorf("%q does not fit in %d characters", text, room)
		}
	}
	if text := g.shortly(15); text != "1,001 puzzles" {
		t.Errorf("got %q", text)
	}
	whole := regexp.MustCompile(`^1,001 puzzles, [\d,]+/s, 1,000 unique, 1 invalid$`)
	if text := g.shortly(100); !whole.MatchString(text) {
		t.Errorf("got %q", text)
	}
}

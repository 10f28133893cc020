package main

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/solver"
)

// newGauge returns the gauge of a run over some lines of text, which is over.
func newGauge(t *testing.T, lines string) *gauge {
	t.Helper()
	reader, err := formats.Open([]string{files.StdStream}, formats.ReadOptions{Stdin: strings.NewReader(lines)})
	if err != nil {
		t.Fatal(err)
	}
	g := &gauge{counts: new(pipeline.Progress)}
	g.at.Store(&phase{solving, reader, time.Now().Add(-time.Second), 0, rowsUnknown})
	_, err = pipeline.Run(context.Background(), pipeline.Config{
		Reader: reader, Workers: 1, BatchRows: 10, Progress: g.counts,
		NewSolver: func() (solver.Solver, error) { return solver.New(solver.Default, solver.Config{MaxSolutions: 2}) },
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// halfway is a distance of which half is done.
type halfway struct{}

func (halfway) Progress() (done, total int64) { return 50, 100 }

// What is read before the first row is solved is told of by all the ways there are.
// No time passes meanwhile.
func TestProgressBeforeSolving(t *testing.T) { synctest.Test(t, testProgressBeforeSolving) }

func testProgressBeforeSolving(t *testing.T) {
	g := &gauge{counts: new(pipeline.Progress)}
	g.at.Store(&phase{planning, twice{halfway{}, halfway{}}, time.Now().Add(-time.Minute), 0, rowsUnknown})
	s := g.status(false)
	if s.Done || s.Phase != planning || s.BytesRead != 100 || s.BytesTotal != 200 || s.SecondsLeft == nil || *s.SecondsLeft < 60 {
		t.Errorf("programs are told %+v", s)
	}
	var line strings.Builder
	g.line(&line)
	if want := "gridmill: reading the inputs, to cut them into parts; 50 % read, about 1m0s left\n"; line.String() != want {
		t.Errorf("people are told %q, want %q", &line, want)
	}
	if text := g.shortly(g.phase(), 7); text != "reading" {
		t.Errorf("beside a bar stands %q", text)
	}
	registry := prometheus.NewPedanticRegistry()
	registry.MustRegister(g)
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range families {
		if strings.Contains(f.GetName(), "bytes") {
			m := f.GetMetric()[0]
			got = append(got, fmt.Sprintf("%s{%s=%q} %v", f.GetName(), m.GetLabel()[0].GetName(), m.GetLabel()[0].GetValue(), m.GetCounter().GetValue()+m.GetGauge().GetValue()))
		}
	}
	if want := []string{`gridmill_phase_bytes{phase="plan"} 200`, `gridmill_phase_read_bytes_total{phase="plan"} 100`}; !slices.Equal(got, want) {
		t.Errorf("metrics are %q, want %q", got, want)
	}
}

// A bar may take only one line, however narrow the terminal.
func TestProgressFitsItsRoom(t *testing.T) {
	unique := ".2.4..9...54...23638.9...5....52.6..51....3..69...87.5..1..9..22...1687.....8....\n"
	g := newGauge(t, strings.Repeat(unique, 1000)+"short\n")
	for room := -10; room < 100; room++ {
		if text := g.shortly(g.phase(), room); len(text) > max(room, 0) {
			t.Errorf("%q does not fit in %d characters", text, room)
		}
	}
	if text := g.shortly(g.phase(), 15); text != "1,001 puzzles" {
		t.Errorf("got %q", text)
	}
	whole := regexp.MustCompile(`^1,001 puzzles, [\d,]+/s, 1,000 unique, 1 invalid$`)
	if text := g.shortly(g.phase(), 100); !whole.MatchString(text) {
		t.Errorf("got %q", text)
	}
}

// TestProgressOfASecondPhase holds what is told after a phase that had rows to the rows
// of the phase at hand and of the whole run.
func TestProgressOfASecondPhase(t *testing.T) {
	g := newGauge(t, strings.Repeat(strings.Repeat(".", 81)+"\n", 30))
	synctest.Test(t, func(t *testing.T) { testProgressOfASecondPhase(t, g) })
}

func testProgressOfASecondPhase(t *testing.T, g *gauge) {
	g.began = time.Now().Add(-time.Minute)
	g.at.Store(&phase{solving, halfway{}, time.Now().Add(-10 * time.Second), 20, 40})
	s := g.status(false)
	if s.Rows != 30 || *s.RowsTotal != 60 || s.PuzzlesPerSecond != 1 || s.SecondsLeft == nil || *s.SecondsLeft < 25 || *s.SecondsLeft > 40 {
		t.Errorf("programs are told %+v", s)
	}
	g.at.Store(&phase{checking, halfway{}, time.Now(), 30, rowsUnknown})
	if s = g.status(false); s.Rows != 30 || s.PuzzlesPerSecond != 0 || s.BytesTotal == 0 {
		t.Errorf("while parts are checked, programs are told %+v", s)
	}
	if s = g.status(true); *s.RowsTotal != 30 || s.BytesTotal != 0 || s.Seconds < 60 {
		t.Errorf("in the end, programs are told %+v", s)
	}
}

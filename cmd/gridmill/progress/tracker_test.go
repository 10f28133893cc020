package progress

import (
	"context"
	"fmt"
	"maps"
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
	"github.com/gridmill/gridmill/pipeline/parts"
	"github.com/gridmill/gridmill/solver"
)

// newTracker solves the puzzles in lines, and returns the Tracker of the finished run.
func newTracker(t *testing.T, lines string) *Tracker {
	t.Helper()
	reader, err := formats.Open([]string{files.StdStream}, formats.ReadOptions{Stdin: strings.NewReader(lines)})
	if err != nil {
		t.Fatal(err)
	}
	tracker := &Tracker{counts: new(pipeline.Progress)}
	tracker.current.Store(&phaseState{pipeline.Solve, reader, time.Now().Add(-time.Second), 0, pipeline.Unknown})
	_, err = pipeline.Run(context.Background(), pipeline.Config{
		Reader: reader, Workers: 1, BatchRows: 10, Progress: tracker.counts,
		NewSolver: func() (solver.Solver, error) { return solver.New(solver.Default, solver.Config{MaxSolutions: 2}) },
	})
	if err != nil {
		t.Fatal(err)
	}
	return tracker
}

// halfway is a Counter whose progress is always 50 of 100.
type halfway struct{}

func (halfway) Progress() (done, total int64) { return 50, 100 }

// TestProgressBeforeSolving checks a phase that reads the inputs before solving. All views of the
// progress must show how much input has been read.
func TestProgressBeforeSolving(t *testing.T) { synctest.Test(t, testProgressBeforeSolving) }

func testProgressBeforeSolving(t *testing.T) {
	tracker := &Tracker{counts: new(pipeline.Progress)}
	tracker.current.Store(&phaseState{pipeline.Plan, pipeline.Both{halfway{}, halfway{}}, time.Now().Add(-time.Minute), 0, pipeline.Unknown})
	s := tracker.status(false)
	if s.Done || s.Phase != pipeline.Plan || s.BytesRead != 100 || s.BytesTotal != 200 || s.SecondsLeft == nil || *s.SecondsLeft < 60 {
		t.Errorf("the status is %+v", s)
	}
	var line strings.Builder
	tracker.line(&line)
	if want := "gridmill: " + time.Now().Format(time.DateTime) + " reading the inputs to divide them into parts; 50% done, about 1m0s left\n"; line.String() != want {
		t.Errorf("the line is %q, want %q", &line, want)
	}
	if text := tracker.fit(tracker.phase(), 7); text != "reading" {
		t.Errorf("the text next to the bar is %q", text)
	}
	want := []string{`gridmill_phase_bytes phase:"plan" 200`, `gridmill_phase_read_bytes_total phase:"plan" 100`}
	if got := metricsOf(t, tracker, "bytes"); !slices.Equal(got, want) {
		t.Errorf("metrics are %q, want %q", got, want)
	}
}

// metricsOf returns the names, labels and values of the metrics whose names contain part.
func metricsOf(t *testing.T, tracker *Tracker, part string) (found []string) {
	registry := prometheus.NewPedanticRegistry()
	registry.MustRegister(runMetrics{tracker})
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		if strings.Contains(f.GetName(), part) {
			text := f.GetName()
			for _, label := range f.GetMetric()[0].GetLabel() {
				text += fmt.Sprintf(" %s:%q", label.GetName(), label.GetValue())
			}
			m := f.GetMetric()[0]
			found = append(found, fmt.Sprint(text, " ", m.GetCounter().GetValue()+m.GetGauge().GetValue()))
		}
	}
	return found
}

// TestProgressOfWriting checks that the write phase counts rows, not bytes.
func TestProgressOfWriting(t *testing.T) {
	tracker := &Tracker{counts: new(pipeline.Progress)}
	tracker.current.Store(&phaseState{pipeline.Write, halfway{}, time.Now(), 0, pipeline.Unknown})
	if s := tracker.status(false); s.RowsWritten != 50 || s.RowsToWrite != 100 || s.BytesRead != 0 || s.BytesTotal != 0 {
		t.Errorf("the status is %+v", s)
	}
	want := []string{"gridmill_rows_to_write 100", "gridmill_written_rows_total 50"}
	if got := metricsOf(t, tracker, "writ"); !slices.Equal(got, want) {
		t.Errorf("metrics are %q, want %q", got, want)
	}
}

// TestProgressFitsItsRoom checks that the text next to a bar fits even if the terminal is narrow.
// To fit, the text must omit whole numbers, because a truncated number would be wrong.
func TestProgressFitsItsRoom(t *testing.T) {
	unique := ".2.4..9...54...23638.9...5....52.6..51....3..69...87.5..1..9..22...1687.....8....\n"
	tracker := newTracker(t, strings.Repeat(unique, 1000)+"short\n")
	for room := -10; room < 100; room++ {
		if text := tracker.fit(tracker.phase(), room); len(text) > max(room, 0) {
			t.Errorf("%q does not fit in %d characters", text, room)
		}
	}
	if text := tracker.fit(tracker.phase(), 15); text != "1,001 puzzles" {
		t.Errorf("got %q", text)
	}
	many := &phaseState{pipeline.Solve, attempted{attempts: 12_345_678}, time.Now().Add(-time.Second), 0, pipeline.Unknown}
	const fact = `(1,001 puzzles|[\d,]+/s|12,345,678 attempts( \(12,333 per row\) to find puzzles)?|1,000 unique|1 invalid)`
	facts := regexp.MustCompile(`^(` + fact + `(, ` + fact + `)*)?$`)
	for room := range 100 {
		if text := tracker.fit(many, room); len(text) > room || !facts.MatchString(text) {
			t.Errorf("in %d characters, the text is %q", room, text)
		}
	}
	if text := tracker.fit(many, 60); !strings.Contains(text, "12,345,678 attempts") {
		t.Errorf("in 60 characters, the text is %q", text)
	}
	whole := regexp.MustCompile(`^1,001 puzzles, [\d,]+/s, 1,000 unique, 1 invalid$`)
	if text := tracker.fit(tracker.phase(), 100); !whole.MatchString(text) {
		t.Errorf("got %q", text)
	}
}

// attempted is an AttemptCounter with the given number of attempts.
type attempted struct {
	halfway
	attempts int64
}

func (a attempted) Attempts() (int64, string) { return a.attempts, "attempts" }

func (attempted) Wanted() string { return "puzzles" }

// TestProgressCountsAttempts checks that the number of attempts is shown only if it is more than
// twice the number of rows.
func TestProgressCountsAttempts(t *testing.T) {
	tracker := newTracker(t, strings.Repeat(strings.Repeat(".", 81)+"\n", 30))
	for rows, want := range map[int64]string{0: "1,500 attempts to find puzzles", 30: "1,500 attempts (50 per row) to find puzzles", 750: ""} {
		current := &phaseState{pipeline.Solve, attempted{attempts: 1500}, time.Now().Add(-time.Second), 0, pipeline.Unknown}
		if number, purpose := current.attempts(rows); number+purpose != want {
			t.Errorf("after %d rows: got %q, want %q", rows, number+purpose, want)
		}
		if rows == 30 && !strings.Contains(tracker.fit(current, 100), ", "+want) {
			t.Errorf("attempts are not shown: %q", tracker.fit(current, 100))
		}
		tracker.current.Store(current)
		if s := tracker.status(false); s.Attempts != 1500 || s.AttemptsUnit != "attempts" || s.Wanted != "puzzles" {
			t.Errorf("the status says %+v", s)
		}
	}
}

// TestProgressOfASecondPhase checks the progress in a second phase. The number of rows must include
// both phases. The speed must include only the second phase.
func TestProgressOfASecondPhase(t *testing.T) {
	tracker := newTracker(t, strings.Repeat(strings.Repeat(".", 81)+"\n", 30))
	synctest.Test(t, func(t *testing.T) { testProgressOfASecondPhase(t, tracker) })
}

func testProgressOfASecondPhase(t *testing.T, tracker *Tracker) {
	tracker.took = time.Minute
	tracker.current.Store(&phaseState{pipeline.Solve, halfway{}, time.Now().Add(-10 * time.Second), 20, 40})
	s := tracker.status(false)
	if s.Rows != 30 || *s.RowsTotal != 60 || s.PuzzlesPerSecond != 1 || s.SecondsLeft == nil || *s.SecondsLeft < 25 || *s.SecondsLeft > 40 {
		t.Errorf("the status is %+v", s)
	}
	tracker.current.Store(&phaseState{pipeline.Check, halfway{}, time.Now(), 30, pipeline.Unknown})
	if s = tracker.status(false); s.Rows != 30 || s.PuzzlesPerSecond != 0 || s.BytesTotal == 0 {
		t.Errorf("while parts are checked, the status is %+v", s)
	}
	if s = tracker.status(true); *s.RowsTotal != 30 || s.BytesTotal != 0 || s.Seconds < 60 {
		t.Errorf("at the end, the status is %+v", s)
	}
}

// TestConvertedRowsHaveNoVerdict checks that no view shows the placeholder verdict of rows that are
// not solved.
func TestConvertedRowsHaveNoVerdict(t *testing.T) {
	tracker := newTracker(t, onePuzzle+"bad\n")
	tracker.Solver = parts.NoSolver
	if s := tracker.status(true); s.Rows != 2 || !maps.Equal(s.Verdicts, map[string]int64{"invalid": 1}) {
		t.Errorf("the status is %+v", s)
	}
	if got := metricsOf(t, tracker, "rows_total"); !slices.Equal(got, []string{`gridmill_rows_total verdict:"" 1`}) {
		t.Errorf("the first metric is %q", got)
	}
	if text := tracker.fit(tracker.phase(), 100); !strings.HasSuffix(text, "/s, 1 invalid") {
		t.Errorf("the text next to the bar is %q", text)
	}
}

package parts

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/internal/disk"
	"github.com/gridmill/gridmill/pipeline/internal/testkit"
	"github.com/gridmill/gridmill/solver"
)

// TestNoManifestWithoutItsPart stores files repeatedly, and each time a different step fails. No
// temporary file may remain, and the next run must complete the result.
func TestNoManifestWithoutItsPart(t *testing.T) {
	input := puzzleFile(t, 300)
	want := partsSetup{input: input, dir: t.TempDir(), extension: "csv", partRows: 100, workers: 2, batch: 64}
	if _, err := want.run(t.Context(), t); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("the disk is broken")
	// The order of steps varies because parts are published in the background. Every order must be
	// safe.
	for step := range 30 {
		s := want
		s.dir = t.TempDir()
		restore := failAt(step, broken)
		_, err := s.run(t.Context(), t)
		restore()
		if err != nil && !errors.Is(err, broken) {
			t.Fatalf("step %d: %v", step, err)
		}
		for name := range readAll(t, s.dir) {
			if strings.HasSuffix(name, ".tmp") {
				t.Errorf("step %d: %s was left", step, name)
			}
		}
		if _, err := s.run(t.Context(), t); err != nil {
			t.Fatalf("step %d: %v", step, err)
		}
		if fmt.Sprint(readAll(t, s.dir)) != fmt.Sprint(readAll(t, want.dir)) {
			t.Errorf("step %d: the result differs", step)
		}
	}
}

// failAt makes one call to disk.Sync or disk.Close fail with err. step is the number of earlier
// calls to the two functions. restore undoes the change.
func failAt(step int, err error) (restore func()) {
	var calls atomic.Int64
	sync, closing := disk.Sync, disk.Close
	disk.Sync = func(f *os.File) error {
		if calls.Add(1)-1 == int64(step) {
			return err
		}
		return sync(f)
	}
	disk.Close = func(f *os.File) error {
		if calls.Add(1)-1 == int64(step) {
			return errors.Join(err, closing(f))
		}
		return closing(f)
	}
	return func() { disk.Sync, disk.Close = sync, closing }
}

func TestInputThatShrinksDuringTheRunIsRefused(t *testing.T) {
	input := puzzleFile(t, 500)
	text := testkit.Read(t, input)
	s := partsSetup{input: input, dir: t.TempDir(), extension: "csv", partRows: 100, workers: 1, batch: 10}
	once := false
	s.newSolver = func() (solver.Solver, error) {
		if !once { // on the first call, the input has been checked, but no rows have been read
			once = true
			if err := os.WriteFile(input, text[:len(text)/2], 0o666); err != nil {
				return nil, err
			}
		}
		return testkit.NewSolver()
	}
	if _, err := s.run(t.Context(), t); err == nil {
		t.Fatal("the changed input was not noticed")
	}
	if _, err := os.Stat(filepath.Join(s.dir, successName)); err == nil {
		t.Error("the directory is complete")
	}
}

// A meddler is a solver that calls a function on the first call to Solve.
type meddler struct {
	solver.Solver
	meddle func()
}

func (m *meddler) Solve(puzzles []solver.Grid, results []solver.Result) {
	if m.meddle != nil {
		m.meddle()
		m.meddle = nil
	}
	m.Solver.Solve(puzzles, results)
}

// TestNoManifestForAnInputThatChanged changes the second input of the first part while a run solves
// the first rows. The run must leave no manifests. After the input is restored, the next run must
// solve all rows.
func TestNoManifestForAnInputThatChanged(t *testing.T) {
	first, input := puzzleFile(t, 50), puzzleFile(t, 500)
	text := testkit.Read(t, input)
	before, err := os.Stat(input)
	if err != nil {
		t.Fatal(err)
	}
	store := func(text []byte, modified time.Time) {
		if err := errors.Join(os.WriteFile(input, text, 0o666), os.Chtimes(input, modified, modified)); err != nil {
			t.Error(err)
		}
	}
	later := before.ModTime().Add(time.Minute)
	for name, c := range map[string]struct {
		text     []byte
		expected error
	}{
		"another size":    {text[:len(text)-90], files.ErrChanged},
		"another content": {bytes.Replace(text, []byte("1"), []byte("2"), 1), files.ErrChanged},
		"touched":         {text, files.ErrModified},
	} {
		t.Run(name, func(t *testing.T) {
			store(text, before.ModTime())
			s := partsSetup{input: first, later: []string{input}, dir: t.TempDir(), extension: "csv", partRows: 100, workers: 1, batch: 10}
			s.newSolver = func() (solver.Solver, error) {
				return &meddler{testkit.Idle{}, func() { store(c.text, later) }}, nil
			}
			if _, err := s.run(t.Context(), t); !errors.Is(err, c.expected) {
				t.Errorf("error %v", err)
			}
			if manifests, _ := filepath.Glob(filepath.Join(s.dir, privateName, "part-*.json")); len(manifests) > 0 {
				t.Errorf("there are manifests %q, want none", manifests)
			}
			store(text, before.ModTime())
			s.newSolver = testkit.NewIdle
			if outcome, err := s.run(t.Context(), t); err != nil || outcome.Solved.Rows != 550 {
				t.Errorf("afterwards %+v were solved, error %v", outcome.Solved, err)
			}
		})
	}
}

// TestInputsAreCheckedAfterTheRun changes an input after the last part of the run has been
// published. The result must not become complete.
func TestInputsAreCheckedAfterTheRun(t *testing.T) {
	s := partsSetup{input: puzzleFile(t, 50), dir: t.TempDir(), extension: "csv", partRows: 50, workers: 1, batch: 10, newSolver: testkit.NewIdle}
	s.published = func() {
		if err := os.WriteFile(s.input, nil, 0o666); err != nil {
			t.Error(err)
		}
	}
	if _, err := s.run(t.Context(), t); !errors.Is(err, files.ErrChanged) {
		t.Errorf("error %v", err)
	}
	if _, err := os.Stat(filepath.Join(s.dir, successName)); err == nil {
		t.Error("the directory is complete")
	}
}

// failingReader is a reader that returns an error after a given number of batches.
type failingReader struct {
	formats.Reader
	left int
	err  error
}

func (r *failingReader) Read(b *formats.Batch) error {
	if r.left--; r.left < 0 {
		return r.err
	}
	return r.Reader.Read(b)
}

// TestReadersErrorIsReturned uses readers that fail before the end of a part. The run must return
// the reader's error, not an error about a short part.
func TestReadersErrorIsReturned(t *testing.T) {
	broken := errors.New("the file is damaged here")
	s := partsSetup{input: puzzleFile(t, 50), extension: "csv", partRows: 40, workers: 2, batch: 10, newSolver: testkit.NewIdle}
	for i := range 40 {
		s.dir = t.TempDir()
		s.wrap = func(r formats.Reader) formats.Reader { return &failingReader{r, i % 4, broken} }
		if _, err := s.run(t.Context(), t); err != broken {
			t.Fatalf("run %d: error %v, want the reader's", i, err)
		}
	}
}

// TestPublishingErrorComesFirst checks that a run returns the error of the first part if that part
// cannot be stored, even if the reader has already failed in the next part.
func TestPublishingErrorComesFirst(t *testing.T) {
	broken, sync := errors.New("the disk is broken"), disk.Sync
	defer func() { disk.Sync = sync }()
	disk.Sync = func(f *os.File) error {
		if !strings.Contains(f.Name(), "part-000000.csv") {
			return sync(f)
		}
		time.Sleep(50 * time.Millisecond) // meanwhile, the reader fails
		return broken
	}
	s := partsSetup{input: puzzleFile(t, 80), dir: t.TempDir(), extension: "csv", partRows: 40, workers: 1, batch: 10, newSolver: testkit.NewIdle}
	s.wrap = func(r formats.Reader) formats.Reader {
		return &failingReader{r, 6, errors.New("the file is damaged here")}
	}
	if _, err := s.run(t.Context(), t); !errors.Is(err, broken) {
		t.Errorf("error %v, want the error of the first part", err)
	}
}

// failsAt is a solver that panics if a puzzle ends with the given number.
type failsAt struct{ number string }

func (s failsAt) Solve(puzzles []solver.Grid, results []solver.Result) {
	for i := range puzzles {
		if bytes.HasSuffix(puzzles[i][:], []byte(s.number)) {
			panic("no such cell")
		}
	}
	testkit.Idle{}.Solve(puzzles, results)
}

// TestPartsBeforeAnErrorAreStored makes the reader or the solver of each run fail at one batch. The
// parts that end before this batch must be stored.
func TestPartsBeforeAnErrorAreStored(t *testing.T) {
	text := "puzzle\n"
	for number := 111; number < 111+200; number++ {
		text += strings.ReplaceAll(fmt.Sprintf("%081d\n", number), "0", ".")
	}
	s := partsSetup{input: testkit.Store(t, "in.csv", text), extension: "csv", partRows: 40, workers: 3, batch: 10}
	broken := errors.New("the file is damaged here")
	for batch := range 20 {
		reading, solving := s, s
		reading.newSolver = testkit.NewIdle
		reads := batch + batch/4 // one for each earlier batch, and one for the end of each earlier part
		reading.wrap = func(r formats.Reader) formats.Reader { return &failingReader{r, reads, broken} }
		number := strings.ReplaceAll(fmt.Sprint(111+10*batch), "0", ".")
		solving.newSolver = func() (solver.Solver, error) { return failsAt{number}, nil }
		for name, s := range map[string]partsSetup{"reading": reading, "solving": solving} {
			s.dir = t.TempDir()
			outcome, err := s.run(t.Context(), t)
			var defect *pipeline.DefectError
			if !errors.Is(err, broken) && !errors.As(err, &defect) {
				t.Fatalf("%s batch %d: error %v", name, batch, err)
			}
			if outcome.Solved.Parts != batch/4 {
				t.Errorf("%s batch %d: %d parts were stored, want %d", name, batch, outcome.Solved.Parts, batch/4)
			}
		}
	}
}

// A driftingReader returns wrong positions.
type driftingReader struct{ formats.Reader }

func (r driftingReader) Position() formats.Position {
	at := r.Reader.Position()
	at.Line++
	return at
}

// TestPartsMustEndWhereTheNextOnesStart checks that a run fails if its parts do not end at the
// positions in the plan.
func TestPartsMustEndWhereTheNextOnesStart(t *testing.T) {
	s := partsSetup{input: puzzleFile(t, 500), dir: t.TempDir(), extension: "csv", partRows: 100, workers: 1, batch: 10}
	s.wrap = func(r formats.Reader) formats.Reader { return driftingReader{r} }
	if _, err := s.run(t.Context(), t); err == nil || !strings.Contains(err.Error(), "lost or repeated") {
		t.Errorf("error %v", err)
	}
}

package pipeline

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline/internal/testkit"
	"github.com/gridmill/gridmill/solver"
)

// pauses provides random pauses in simulated time. Each seed leads to a different schedule.
type pauses struct {
	r     *rand.Rand
	limit int // upper limit on each pause, in milliseconds
}

func newPauses(seed, of uint64, limit int) pauses {
	return pauses{rand.New(rand.NewPCG(seed, of)), limit}
}

func (p pauses) pause() { time.Sleep(time.Duration(p.r.IntN(p.limit)) * time.Millisecond) }

type pausingReader struct {
	formats.Reader
	pauses
}

func (r pausingReader) Read(b *formats.Batch) error {
	r.pause()
	return r.Reader.Read(b)
}

type pausingSolver struct {
	solver.Solver
	pauses
}

func (s pausingSolver) Solve(puzzles []solver.Grid, results []solver.Result) {
	s.pause()
	s.Solver.Solve(puzzles, results)
}

type pausingWriter struct {
	io.Writer
	pauses
}

func (w pausingWriter) Write(p []byte) (int, error) {
	w.pause()
	return w.Writer.Write(p)
}

// storeParquet returns a Parquet file with the given number of rows, in row groups of 4,096 rows.
// pages is the compression method for the pages.
func storeParquet(t *testing.T, rows int, pages string) []byte {
	t.Helper()
	text := strings.NewReader(testkit.Puzzles(t, rows))
	reader := testkit.Open(t, formats.ReadOptions{Format: formats.CSV, Keep: formats.ParseKeep("all"), Stdin: text})
	var out bytes.Buffer
	w := testkit.Create(t, &out, "x.parquet", reader, formats.WriteOptions{Compression: pages, GroupRows: 4096})
	if _, err := Run(t.Context(), Config{Reader: reader, Writers: []formats.Writer{w}, NewSolver: testkit.NewIdle, Workers: 1, BatchRows: 4096}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func openDamaged(t *testing.T, text []byte) formats.Reader {
	t.Helper()
	file := testkit.Store(t, "damaged.parquet", text)
	return testkit.Open(t, formats.ReadOptions{Column: "puzzle", Keep: formats.ParseKeep("all")}, file)
}

// stopsAt reads a file with the given contents in batches of 4,096 rows. It returns the number of
// rows before the first batch with an error, and the error's text. If there is no error, the text
// is empty.
func stopsAt(t *testing.T, text []byte) (rows int, why string) {
	t.Helper()
	reader, b := openDamaged(t, text), formats.NewBatch(4096)
	for {
		err := reader.Read(b)
		if errors.Is(err, io.EOF) {
			return rows, ""
		}
		if err == nil {
			err = b.Parse()
		}
		if err != nil {
			return rows, withoutFile(err)
		}
		rows += b.Len()
	}
}

// withoutFile returns the text of err without the name of the damaged file.
func withoutFile(err error) string {
	_, problem, _ := strings.Cut(err.Error(), "damaged.parquet: ")
	return problem
}

// beginningOfHeader holds the first bytes of a page header, which are rare elsewhere.
var beginningOfHeader = []byte{0x15, 0x00, 0x15}

// TestFirstDamageIsNamed damages a Parquet file at two positions. A run must return the error that
// comes first in row order, regardless of schedule, batch size and number of workers. To find this
// error, the test also reads files that are damaged at only one of the positions.
func TestFirstDamageIsNamed(t *testing.T) {
	r, pairs := rand.New(rand.NewPCG(1, 2)), 5
	if testing.Short() {
		pairs = 2
	}
	for _, pages := range []string{"none", "snappy"} {
		t.Run(pages, func(t *testing.T) {
			whole := storeParquet(t, 5*4096, pages)
			damaged := func(places ...int) []byte {
				text := bytes.Clone(whole)
				for _, at := range places {
					text[at] ^= 0x5a
				}
				return text
			}
			// Do not damage the first row group or the footer, because opening the file reads them.
			group, end := len(whole)/5, len(whole)*19/20
			place := func(from int) int {
				at := from + r.IntN(min(group, end-from))
				if header := bytes.Index(whole[at:end], beginningOfHeader); header >= 0 && r.IntN(2) > 0 {
					return at + header + r.IntN(8) // in a page header, which is checked by the reader, not by a worker
				}
				return at
			}
			seed := uint64(0)
			for found := 0; found < pairs; {
				// Damage two places so close together that a run can reach both before it fails.
				near := group + r.IntN(2*group)
				places := [2]int{place(near), place(near + group/2)}
				first, want := stopsAt(t, damaged(places[0]))
				other, why := stopsAt(t, damaged(places[1]))
				if first == other || want == "" || why == "" {
					continue
				}
				found++
				if other < first {
					want = why
				}
				for range 4 {
					seed++
					requireError(t, damaged(places[:]...), seed, want)
				}
			}
		})
	}
}

// requireError checks that a run over a damaged file returns the error want. text holds the file's
// contents. seed determines the number of workers, the batch size and the timing.
func requireError(t *testing.T, text []byte, seed uint64, want string) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 0))
	workers, batch := 1+r.IntN(3), []int{1000, 2048, 4096, 10000}[r.IntN(4)]
	synctest.Test(t, func(t *testing.T) {
		reader := openDamaged(t, text)
		w := testkit.Create(t, pausingWriter{io.Discard, newPauses(seed, 1, 100)}, "x.csv", reader, formats.WriteOptions{})
		solvers := uint64(2)
		_, err := Run(t.Context(), Config{
			Reader: pausingReader{reader, newPauses(seed, 0, 10)}, Writers: []formats.Writer{w}, Workers: workers, BatchRows: batch,
			NewSolver: func() (solver.Solver, error) {
				solvers++
				return pausingSolver{testkit.Idle{}, newPauses(seed, solvers, 1000)}, nil
			},
		})
		if err == nil || withoutFile(err) != want {
			t.Errorf("schedule %d, %d workers, batches of %d: error %v, want %s", seed, workers, batch, err, want)
		}
	})
}

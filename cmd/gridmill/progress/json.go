package progress

import (
	"encoding/json"
	"io"
	"math"
	"sync"
	"time"

	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/solver"
)

// A Status describes the progress of a run to other programs, as a JSON object. It omits values
// that are unknown.
type Status struct {
	Done             bool             `json:"done"`            // whether results are stored under their final names
	Phase            pipeline.Phase   `json:"phase,omitempty"` // empty if the run is done
	Seconds          float64          `json:"seconds"`         // time spent in the phase or, if the run is done, in the whole run
	Rows             int64            `json:"rows"`
	RowsTotal        *int64           `json:"rows_total,omitempty"`
	BytesRead        int64            `json:"bytes_read,omitempty"` // set if rows_total is not known
	BytesTotal       int64            `json:"bytes_total,omitempty"`
	RowsWritten      int64            `json:"rows_written,omitempty"` // set in the write phase, instead of BytesRead
	RowsToWrite      int64            `json:"rows_to_write,omitempty"`
	PuzzlesPerSecond float64          `json:"puzzles_per_second"`
	SecondsLeft      *float64         `json:"seconds_left,omitempty"`
	Verdicts         map[string]int64 `json:"verdicts"`
	Attempts         int64            `json:"attempts,omitempty"` // set if the run generates puzzles
	AttemptsUnit     string           `json:"attempts_unit,omitempty"`
	Wanted           string           `json:"wanted,omitempty"` // kinds of puzzles to find, such as "puzzles with 22 clues"
}

// status returns the current status, or the final status if done is true.
func (t *Tracker) status(done bool) *Status {
	current := t.phase()
	spent, before := time.Since(current.start), current.before
	if done {
		spent, before = t.took, 0
	}
	verdicts := t.counts.Verdicts() // read first, so that the sum of the verdicts is at most Rows
	s := &Status{Done: done, Phase: current.Phase, Seconds: seconds(spent), Rows: t.counts.Rows(), Verdicts: VerdictCounts(verdicts, t.Solver)}
	switch {
	case current.rows != pipeline.Unknown:
		s.RowsTotal = new(current.before + current.rows)
	case done && current.Phase == pipeline.Check: // the run only checked earlier results, so RowsTotal equals Rows
		s.RowsTotal = &s.Rows
	case current.Phase == pipeline.Write:
		s.RowsWritten, s.RowsToWrite = current.counter.Progress()
	default:
		s.BytesRead, s.BytesTotal = current.counter.Progress()
	}
	if attempts, counts := current.counter.(AttemptCounter); counts {
		if n, unit := attempts.Attempts(); n > 0 {
			s.Attempts, s.AttemptsUnit, s.Wanted = n, unit, attempts.Wanted()
		}
	}
	s.PuzzlesPerSecond = math.Round(float64(s.Rows-before) / max(spent, 1).Seconds())
	left, known := t.left(current)
	if done {
		s.Phase, left, known = "", 0, true
	}
	if known {
		s.SecondsLeft = new(seconds(left))
	}
	return s
}

// seconds returns d in seconds, rounded to milliseconds.
func seconds(d time.Duration) float64 {
	return float64(d.Round(time.Millisecond).Milliseconds()) / 1000
}

// VerdictCounts returns a map with an entry for each verdict that the named solver can give. The
// key is the name of the verdict, and the value is its count, which can be zero.
func VerdictCounts(counts [solver.NumVerdicts]int64, name string) map[string]int64 {
	named := map[string]int64{}
	for _, v := range verdictsOf(name) {
		named[v.String()] = counts[v]
	}
	return named
}

// statusWriter returns a function that writes the status if it has changed. The function may be
// called concurrently.
func (t *Tracker) statusWriter(to io.Writer) func() {
	var mutex sync.Mutex
	last := &Status{Rows: -1}
	return func() {
		mutex.Lock()
		defer mutex.Unlock()
		s := t.status(false)
		if s.Rows != last.Rows || s.BytesRead != last.BytesRead || s.RowsWritten != last.RowsWritten || s.Phase != last.Phase || s.Attempts != last.Attempts {
			last = s
			writeStatus(to, s)
		}
	}
}

// writeStatus writes a status on one line. It ignores errors: a lost line must not stop a run.
func writeStatus(to io.Writer, s *Status) {
	_ = json.NewEncoder(to).Encode(s)
}

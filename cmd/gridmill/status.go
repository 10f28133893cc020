package main

import (
	"encoding/json"
	"io"
	"math"
	"sync"
	"time"

	"github.com/gridmill/gridmill/solver"
)

// status is how far a run is, for programs. What is not known is left out.
type status struct {
	Done             bool             `json:"done"`            // the results are there under their names
	Phase            phaseName        `json:"phase,omitempty"` // unless it is done
	Seconds          float64          `json:"seconds"`
	Rows             int64            `json:"rows"`
	RowsTotal        *int64           `json:"rows_total,omitempty"`
	BytesRead        int64            `json:"bytes_read,omitempty"` // where rows_total is not known
	BytesTotal       int64            `json:"bytes_total,omitempty"`
	PuzzlesPerSecond float64          `json:"puzzles_per_second"`
	SecondsLeft      *float64         `json:"seconds_left,omitempty"`
	Verdicts         map[string]int64 `json:"verdicts"`
}

// status reads the gauge.
func (g *gauge) status(done bool) *status {
	at := g.phase()
	spent, before := time.Since(at.begin), at.before
	if done {
		spent, before = time.Since(g.began), 0
	}
	verdicts := g.counts.Verdicts()
	s := &status{Done: done, Phase: at.name, Seconds: seconds(spent), Verdicts: verdictCounts(verdicts)}
	for _, n := range verdicts {
		s.Rows += n
	}
	switch {
	case at.rows != rowsUnknown:
		total := at.before + at.rows
		s.RowsTotal = &total
	case done && at.name == checking: // of parts
		s.RowsTotal = &s.Rows
	default:
		s.BytesRead, s.BytesTotal = at.reader.Progress()
	}
	s.PuzzlesPerSecond = math.Round(float64(s.Rows-before) / max(spent, 1).Seconds())
	left, known := g.left(at)
	if done {
		s.Phase, left, known = "", 0, true
	}
	if known {
		s.SecondsLeft = new(float64)
		*s.SecondsLeft = seconds(left)
	}
	return s
}

// seconds rounds a time to thousandths, beyond which it says nothing.
func seconds(d time.Duration) float64 {
	return float64(d.Round(time.Millisecond).Milliseconds()) / 1000
}

// verdictCounts names all verdicts, also those that do not occur.
func verdictCounts(counts [solver.NumVerdicts]int64) map[string]int64 {
	named := map[string]int64{}
	for _, v := range verdictOrder {
		named[v.String()] = counts[v]
	}
	return named
}

// tellChanges returns a function that writes the status if there is news. Any goroutine
// may call it.
func (g *gauge) tellChanges(to io.Writer) func() {
	var mutex sync.Mutex
	last := &status{Rows: -1}
	return func() {
		mutex.Lock()
		defer mutex.Unlock()
		s := g.status(false)
		if s.Rows != last.Rows || s.BytesRead != last.BytesRead || s.Phase != last.Phase {
			last = s
			writeStatus(to, s)
		}
	}
}

// writeStatus writes one line. Like all that is told of progress, it may get lost.
func writeStatus(to io.Writer, s *status) {
	_ = json.NewEncoder(to).Encode(s)
}

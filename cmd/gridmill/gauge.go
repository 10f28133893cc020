package main

import (
	"sync/atomic"
	"time"

	"github.com/gridmill/gridmill/pipeline"
)

// gauge is what progress is read from. The run takes it from phase to phase, while
// others read it.
type gauge struct {
	counts  *pipeline.Progress
	workers int

	solver, kernel string

	began time.Time // with the first phase
	at    atomic.Pointer[phase]
}

// phase is one of the things that a run does after the other, and how far it is. It
// never changes, but what it reads does.
type phase struct {
	name   phaseName
	reader distance
	begin  time.Time
	before int64 // rows that were done when it began
	rows   int64 // to be done in it, or rowsUnknown
}

// phaseName is what programs are told of a phase.
type phaseName string

// The phases of a run. One that makes no parts solves alone.
const (
	planning phaseName = "plan"  // inputs are read to cut them into parts
	checking phaseName = "check" // inputs and parts are held against what they were
	solving  phaseName = "solve" // or verifying
	joining  phaseName = "join"  // one file is made of parts
)

// doing is what people are told of a phase that has no rows to tell of.
func (p phaseName) doing() string {
	switch p {
	case planning:
		return "reading the inputs, to cut them into parts"
	case joining:
		return "joining the parts to one file"
	}
	return "checking what was made before"
}

// distance tells how many bytes are read so far and in all, or a total of 0 where
// that is not known.
type distance interface {
	Progress() (done, total int64)
}

// rowsUnknown says that only reading will tell how many rows there are.
const rowsUnknown = -1

// enter begins a phase, whose rows may be known already.
func (g *gauge) enter(name phaseName, reader distance, rows int64) {
	now := time.Now()
	if g.at.Load() == nil {
		g.began = now
	}
	g.at.Store(&phase{name, reader, now, g.counts.Rows(), rows})
}

// phase returns the phase at hand. Who tells of several of its figures asks once, as
// the next may begin at any moment.
func (g *gauge) phase() *phase { return g.at.Load() }

// way returns how much of a phase is done and how much there is in all, or a total
// of 0 where that is not known: in rows or, where these are not known, in bytes read.
func (g *gauge) way(at *phase) (done, total int64) {
	if at.rows != rowsUnknown {
		return g.counts.Rows() - at.before, at.rows
	}
	return at.reader.Progress()
}

// left guesses how long a phase will still take. When all is read it is not known.
func (g *gauge) left(at *phase) (left time.Duration, known bool) {
	done, total := g.way(at)
	if done <= 0 || done >= total {
		return 0, false
	}
	return time.Duration(float64(time.Since(at.begin)) * float64(total-done) / float64(done)), true
}

// twice is the way of a phase in which all inputs are read for two purposes at once.
type twice struct{ rows, hash distance }

// Progress implements distance.
func (t twice) Progress() (done, total int64) {
	rows, total := t.rows.Progress()
	hashed, _ := t.hash.Progress()
	return rows + hashed, 2 * total
}

package progress

import (
	"fmt"
	"sync/atomic"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/gridmill/gridmill/pipeline"
)

// A Run describes a run, for metrics.
type Run struct {
	Version, Solver, Kernel string
	Workers                 int
}

// A Tracker has the current phase of a run and its progress. The run moves it from phase to phase
// while views read it.
type Tracker struct {
	Run

	counts  *pipeline.Progress
	started time.Time // when the first phase started
	current atomic.Pointer[phaseState]
}

// A Phase is one of the consecutive steps of a run. The string is its name in JSON and metrics.
type Phase string

// The phases of a run. A run that writes a single file has only Solve.
const (
	Plan  Phase = "plan"  // read the inputs to divide them into parts
	Check Phase = "check" // compare inputs and parts with the plan and the manifests
	Solve Phase = "solve" // solve or verify rows
	Join  Phase = "join"  // join the parts into one file

	// For a data set for training:
	Choose Phase = "choose" // compare rows, to drop some and assign the others to splits
	Write  Phase = "write"  // write splits; counts rows instead of bytes
)

// sentence describes a phase that does not solve rows.
func (p Phase) sentence() string {
	switch p {
	case Plan:
		return "reading the inputs to divide them into parts"
	case Join:
		return "joining the parts into one file"
	case Choose:
		return "choosing rows and assigning them to splits"
	case Write:
		return "writing the splits"
	}
	return "checking inputs and existing parts"
}

// An AttemptCounter is a pipeline.Counter of rows that may take several attempts each.
type AttemptCounter interface {
	pipeline.Counter
	Attempts() (n int64, name string) // such as attempts or steps
	Wanted() string                   // describes the puzzles that are searched for
}

// Unknown is the number of rows of a phase if it is known only after reading them.
const Unknown = -1

// A phaseState is a phase and the measures of its progress. It does not change, but its counters
// do.
type phaseState struct {
	Phase
	bytes  pipeline.Counter
	start  time.Time
	before int64 // rows done when the phase started
	rows   int64 // rows to do in this phase, or Unknown
}

// enter starts a phase.
func (t *Tracker) enter(phase Phase, bytes pipeline.Counter, rows int64) {
	now := time.Now()
	if t.current.Load() == nil {
		t.started = now
	}
	t.current.Store(&phaseState{phase, bytes, now, t.counts.Rows(), rows})
}

// phase returns the current phase, or nil before the first one. Views call it once and read all
// figures from the result, because the next phase may start at any time.
func (t *Tracker) phase() *phaseState { return t.current.Load() }

// progress returns how much of a phase is done, and the total, which is 0 if it is not known. The
// unit is rows or, if their number is not known, bytes.
func (t *Tracker) progress(of *phaseState) (done, total int64) {
	if of.rows != Unknown {
		return t.counts.Rows() - of.before, of.rows
	}
	return of.bytes.Progress()
}

// attempts describes how many attempts the rows took, if there were more than two per row.
func (p *phaseState) attempts(rows int64) string {
	counter, counts := p.bytes.(AttemptCounter)
	if !counts {
		return ""
	}
	if n, name := counter.Attempts(); n > 2*rows {
		text := humanize.Comma(n) + " " + name
		if rows > 0 {
			text += fmt.Sprintf(" (%s per row)", humanize.Comma(n/rows))
		}
		return text + " to find " + counter.Wanted()
	}
	return ""
}

// left estimates the remaining time of a phase. It is unknown when everything has been read.
func (t *Tracker) left(of *phaseState) (left time.Duration, known bool) {
	done, total := t.progress(of)
	if done <= 0 || done >= total {
		return 0, false
	}
	return time.Duration(float64(time.Since(of.start)) * float64(total-done) / float64(done)), true
}

// rate returns the average number of rows per second in a phase. rows is the total number of rows
// done.
func (p *phaseState) rate(rows int64) int64 {
	return int64(float64(rows-p.before) / time.Since(p.start).Seconds())
}

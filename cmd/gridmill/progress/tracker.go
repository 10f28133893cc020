package progress

import (
	"fmt"
	"sync/atomic"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/gridmill/gridmill/pipeline"
)

// A Run holds facts about a run. Metrics include these facts.
type Run struct {
	Version, Solver, Kernel string
	Workers                 int
}

// A Tracker holds the progress of a run, including its current phase. The run changes the phase
// while views read the Tracker.
type Tracker struct {
	Run

	counts  *pipeline.Progress
	took    time.Duration // time that the run took; 0 until it is done
	current atomic.Pointer[phaseState]
}

// phaseTexts describes the phases that do not solve rows.
var phaseTexts = map[pipeline.Phase]string{
	pipeline.Plan:   "reading the inputs to divide them into parts",
	pipeline.Check:  "checking inputs and existing parts",
	pipeline.Join:   "joining the parts into one file",
	pipeline.Choose: "choosing rows and assigning them to splits",
	pipeline.Write:  "writing the splits",
}

// An AttemptCounter is a pipeline.Counter for rows that can take several attempts each.
type AttemptCounter interface {
	pipeline.Counter
	Attempts() (n int64, name string) // name is "attempts" or "steps", for example
	Wanted() string                   // description of the puzzles that are being searched for
}

// A phaseState is a phase, with a counter that measures its progress. Only the counter changes.
type phaseState struct {
	pipeline.Phase
	counter pipeline.Counter // counts bytes or rows
	start   time.Time
	before  int64 // number of rows that were done when the phase started
	rows    int64 // number of rows to process in this phase, or pipeline.Unknown
}

// phase returns the current phase, or nil before the first phase. In each update, a view must
// take all figures from the result of one call, because the next phase may start at any time.
func (t *Tracker) phase() *phaseState { return t.current.Load() }

// progress returns how much of a phase is done, and the total. An unknown total is 0. Both results
// count rows if p.rows is known. Otherwise, they count what p.counter counts.
func (t *Tracker) progress(p *phaseState) (done, total int64) {
	if p.rows != pipeline.Unknown {
		return t.counts.Rows() - p.before, p.rows
	}
	return p.counter.Progress()
}

// attempts returns two texts. number is the number of attempts. purpose, which follows number, says
// what the attempts are for. Both texts are empty if attempts are not counted, or if there were at
// most two attempts per row.
func (p *phaseState) attempts(rows int64) (number, purpose string) {
	counter, counts := p.counter.(AttemptCounter)
	if !counts {
		return "", ""
	}
	if n, name := counter.Attempts(); n > 2*rows {
		number, purpose = humanize.Comma(n)+" "+name, " to find "+counter.Wanted()
		if rows > 0 {
			purpose = fmt.Sprintf(" (%s per row)", humanize.Comma(n/rows)) + purpose
		}
	}
	return number, purpose
}

// left estimates the remaining time of a phase. known is false if nothing is done yet, if
// everything is done, or if the total is unknown.
func (t *Tracker) left(p *phaseState) (left time.Duration, known bool) {
	done, total := t.progress(p)
	if done <= 0 || done >= total {
		return 0, false
	}
	return time.Duration(float64(time.Since(p.start)) * float64(total-done) / float64(done)), true
}

package pipeline

import (
	"sync/atomic"
	"time"

	"github.com/gridmill/gridmill/solver"
)

// Progress tracks the rows that a run has processed and the time that its stages have spent
// working. Any goroutine can read it during the run. Stages update it once per batch or part.
type Progress struct {
	verdicts [solver.NumVerdicts]atomic.Int64
	busy     [NumStages]atomic.Int64 // in nanoseconds
	flow     atomic.Pointer[flow]
}

// A Stage is a kind of work in a run.
type Stage int

// The stages. One goroutine reads and one writes.
const (
	Reading Stage = iota
	Solving       // all work of the workers, including parsing and encoding
	Writing
	Publishing // completing a part: writing its last bytes, syncing and renaming it, and writing its manifest
	NumStages
)

func (s Stage) String() string {
	return [NumStages]string{"read", "solve", "write", "publish"}[s]
}

// Queues holds the number of batches in each queue of a run. The lengths of the queues show which
// stage is the slowest. Many batches in Free indicate a slow reader, and many in Work indicate slow
// workers. Many in Order but few in Work indicate a slow writer.
type Queues struct{ Free, Order, Work int }

// Verdicts returns the number of rows with each verdict so far.
func (p *Progress) Verdicts() (counts [solver.NumVerdicts]int64) {
	for v := range counts {
		counts[v] = p.verdicts[v].Load()
	}
	return counts
}

// Rows returns the number of rows that are done so far.
func (p *Progress) Rows() (n int64) {
	for _, count := range p.Verdicts() {
		n += count
	}
	return n
}

// Busy returns the time that a stage has spent working so far, excluding the time spent waiting for
// other stages. If a stage has several goroutines, Busy returns the sum of their times.
func (p *Progress) Busy(s Stage) time.Duration {
	return time.Duration(p.busy[s].Load())
}

// Queues returns the current lengths of the queues. They are 0 before and after the run.
func (p *Progress) Queues() Queues {
	f := p.flow.Load()
	if f == nil {
		return Queues{}
	}
	return Queues{len(f.free), len(f.order), len(f.work)}
}

// Worked adds the time since start to the busy time of stage s. If p is nil, Worked does nothing.
func (p *Progress) Worked(s Stage, start time.Time) {
	if p != nil {
		p.busy[s].Add(int64(time.Since(start)))
	}
}

func (p *Progress) add(t *Totals) {
	for v, n := range t.Verdicts {
		p.verdicts[v].Add(n)
	}
}

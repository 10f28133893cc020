package pipeline

import (
	"sync/atomic"
	"time"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/solver"
)

// Progress tracks the rows that a run has processed and the time that its stages have spent
// working. Any goroutine can read it during the run. Stages update it once per batch or part.
type Progress struct {
	rows     atomic.Int64
	verdicts [solver.NumVerdicts]atomic.Int64
	busy     [NumStages]atomic.Int64 // in nanoseconds
	flow     atomic.Pointer[flow]
}

// A Stage is a kind of work in a run.
type Stage int

// The stages. Reading and Writing have one goroutine each.
const (
	Reading Stage = iota
	Solving       // all work of the workers, including parsing and encoding
	Writing
	Publishing // syncing and renaming a part, and writing its manifest
	NumStages
)

func (s Stage) String() string {
	return [NumStages]string{"read", "solve", "write", "publish"}[s]
}

// Queues holds the number of batches in each queue of a run. Many batches in Free indicate a slow
// reader, and many in Work indicate slow workers. Many in Order but few in Work indicate a slow
// writer.
type Queues struct{ Free, Order, Work int }

// Verdicts returns the number of rows with each verdict so far. A run that does not solve puzzles
// counts only verdicts that it reads.
func (p *Progress) Verdicts() (counts [solver.NumVerdicts]int64) {
	for v := range counts {
		counts[v] = p.verdicts[v].Load()
	}
	return counts
}

// Rows returns the number of rows done so far.
func (p *Progress) Rows() int64 { return p.rows.Load() }

// Busy returns the time that a stage has spent working so far, excluding the time spent waiting for
// other stages. If a stage has several goroutines, Busy adds up their times.
func (p *Progress) Busy(s Stage) time.Duration {
	return time.Duration(p.busy[s].Load())
}

// Queues returns the current lengths of the queues. The lengths are 0 before and after the run.
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
	p.rows.Add(t.Rows)
	for v, n := range t.Verdicts {
		p.verdicts[v].Add(n)
	}
}

// A Counter reports how much of a step is done. An unknown total is 0. A Counter is safe for
// concurrent use.
type Counter interface{ Progress() (done, total int64) }

// A Phase is a step of a run. Its value is the name of the step in JSON and metrics.
type Phase string

// The phases. A run that solves rows and writes a single file has only the Solve phase.
const (
	Plan  Phase = "plan"  // reads the inputs to divide them into parts
	Check Phase = "check" // compares inputs and parts with the plan and the manifests
	Solve Phase = "solve" // solves or verifies rows
	Join  Phase = "join"  // joins the parts into one file
	// The following phases occur only if a run creates a data set for training.
	Choose Phase = "choose" // compares rows, drops some of them and assigns the others to splits
	Write  Phase = "write"  // writes splits; progress is in rows, not in bytes
)

// Unknown means that the number of rows is not known when a phase starts.
const Unknown = -1

// Both combines the counters of a step in which two goroutines each read all inputs.
type Both [2]Counter

// Progress implements Counter.
func (b Both) Progress() (done, total int64) {
	first, total := b[0].Progress()
	second, _ := b[1].Progress()
	return first + second, 2 * total
}

// FilesRead counts the bytes read from a sequence of files.
type FilesRead struct {
	Bytes   int64        // approximate size of the files; 0 if unknown
	before  atomic.Int64 // number of bytes in completed files
	current atomic.Pointer[formats.Reader]
}

// Follow counts the bytes that the reader reads until the caller calls done.
func (f *FilesRead) Follow(reader formats.Reader) (done func()) {
	f.current.Store(&reader)
	return func() {
		f.current.Store(nil)
		n, _ := reader.Progress()
		f.before.Add(n)
	}
}

// Progress implements Counter.
func (f *FilesRead) Progress() (done, total int64) {
	done = f.before.Load()
	if r := f.current.Load(); r != nil {
		now, _ := (*r).Progress()
		done += now
	}
	return done, f.Bytes
}

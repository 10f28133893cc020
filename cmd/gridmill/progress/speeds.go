package progress

import (
	"slices"
	"sync"
	"time"

	"github.com/gridmill/gridmill/pipeline"
)

// A Sample records how many rows a run has solved so far, and how long it has spent solving.
type Sample struct {
	After time.Duration
	Rows  int64
}

const (
	firstSampling = 20 * time.Millisecond
	mostSamples   = 4096
)

// speeds holds samples of the speed of a run in the phases that solve rows. The intervals between
// samples grow during the run, so that the number of samples is bounded.
type speeds struct {
	tracker  *Tracker
	interval time.Duration

	mutex   sync.Mutex
	samples []Sample
	now     Sample    // time and rows so far in phases that solve rows
	updated time.Time // when update was last called
	rows    int64     // number of rows done at that time
}

// Speeds returns all samples. The options must request speeds.
func (r *Reporter) Speeds() []Sample {
	r.speeds.update()
	r.speeds.mutex.Lock()
	defer r.speeds.mutex.Unlock()
	return append(slices.Clone(r.speeds.samples), r.speeds.now)
}

// update measures the progress since the previous call. It takes a sample if the interval has
// elapsed. If there are then too many samples, it removes every other sample and doubles the
// interval. update must be called regularly, and also before each new phase.
func (s *speeds) update() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	at, rows := time.Now(), s.tracker.counts.Rows()
	if phase := s.tracker.phase(); phase != nil && phase.Phase == pipeline.Solve {
		s.now.After += at.Sub(s.updated)
		s.now.Rows += rows - s.rows
	}
	s.updated, s.rows = at, rows
	if s.now.After-s.samples[len(s.samples)-1].After < s.interval {
		return
	}
	s.samples = append(s.samples, s.now)
	if len(s.samples) == mostSamples {
		for i := range mostSamples / 2 {
			s.samples[i] = s.samples[2*i]
		}
		s.samples, s.interval = s.samples[:mostSamples/2], 2*s.interval
	}
}

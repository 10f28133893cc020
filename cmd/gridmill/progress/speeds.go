package progress

import (
	"sync"
	"time"
)

// A Sample says how many rows were solved after some time of solving.
type Sample struct {
	After time.Duration
	Rows  int64
}

const (
	firstSampling = 20 * time.Millisecond
	mostSamples   = 4096
)

// speeds takes samples of a run at intervals, which become longer so that memory is bounded.
// Only phases that solve rows count.
type speeds struct {
	tracker  *Tracker
	interval time.Duration

	mutex   sync.Mutex
	samples []Sample
	before  Sample // the sum of earlier phases
}

// KeepSpeeds makes the reporter keep samples of the run's speed.
func (r *Reporter) KeepSpeeds() {
	r.speeds = &speeds{tracker: r.tracker, interval: firstSampling, samples: []Sample{{}}}
	r.every(firstSampling, func() { r.speeds.take(false) })
}

// Speeds returns the samples that were taken.
func (r *Reporter) Speeds() []Sample {
	r.speeds.take(true)
	return r.speeds.samples
}

// take takes a sample if it is due. The last sample of a phase is always due.
func (s *speeds) take(last bool) {
	if s == nil {
		return
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	phase := s.tracker.phase()
	if phase == nil || phase.Phase != Solve {
		return
	}
	now := Sample{s.before.After + time.Since(phase.start), s.before.Rows + s.tracker.counts.Rows() - phase.before}
	if last {
		s.before = now
	} else if now.After-s.samples[len(s.samples)-1].After < s.interval {
		return
	}
	s.samples = append(s.samples, now)
	if len(s.samples) < mostSamples {
		return
	}
	for i := range mostSamples / 2 {
		s.samples[i] = s.samples[2*i]
	}
	s.samples, s.interval = s.samples[:mostSamples/2], 2*s.interval
}

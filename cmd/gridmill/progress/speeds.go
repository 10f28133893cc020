package progress

import (
	"slices"
	"sync"
	"time"
)

// A Sample says how many rows a run has solved so far, and how long it has spent solving.
type Sample struct {
	After time.Duration
	Rows  int64
}

const (
	firstSampling = 20 * time.Millisecond
	mostSamples   = 4096
)

// speeds samples the speed of a run in the phases that solve rows. The intervals between samples
// grow during the run, so that the number of samples is bounded.
type speeds struct {
	tracker  *Tracker
	interval time.Duration

	mutex   sync.Mutex
	samples []Sample
	before  Sample // time and rows of all earlier phases that solved rows
}

// KeepSpeeds tells the Reporter to keep samples of the run's speed.
func (r *Reporter) KeepSpeeds() {
	r.speeds = &speeds{tracker: r.tracker, interval: firstSampling, samples: []Sample{{}}}
	r.every(firstSampling, r.speeds.tick)
}

// Speeds returns all samples.
func (r *Reporter) Speeds() []Sample {
	r.speeds.mutex.Lock()
	defer r.speeds.mutex.Unlock()
	samples := slices.Clone(r.speeds.samples)
	if now, solving := r.speeds.measure(); solving {
		samples = append(samples, now)
	}
	return samples
}

// measure returns a sample. solving reports whether the current phase solves rows. If solving is
// false, the sample is not valid.
func (s *speeds) measure() (now Sample, solving bool) {
	phase := s.tracker.phase()
	if phase == nil || phase.Phase != Solve {
		return now, false
	}
	return Sample{s.before.After + time.Since(phase.start), s.before.Rows + s.tracker.counts.Rows() - phase.before}, true
}

// tick takes a sample if the interval has elapsed.
func (s *speeds) tick() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if now, solving := s.measure(); solving && now.After-s.samples[len(s.samples)-1].After >= s.interval {
		s.add(now)
	}
}

// leave takes the last sample of a phase, and then calls enter to start the next phase.
func (s *speeds) leave(enter func()) {
	if s == nil {
		enter()
		return
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if now, solving := s.measure(); solving {
		s.before = now
		s.add(now)
	}
	enter()
}

// add adds a sample. If there are too many samples, it then removes every other one.
func (s *speeds) add(now Sample) {
	s.samples = append(s.samples, now)
	if len(s.samples) < mostSamples {
		return
	}
	for i := range mostSamples / 2 {
		s.samples[i] = s.samples[2*i]
	}
	s.samples, s.interval = s.samples[:mostSamples/2], 2*s.interval
}

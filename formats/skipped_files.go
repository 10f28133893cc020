package formats

import (
	"slices"
	"sync"
)

// A SkippedInput is an input, or a part of an input, that is not read.
type SkippedInput struct {
	Name string
	Why  string
}

// Skipped collects the parts of the inputs that are not read: files in directories, members of zip
// archives, and arrays without grids. It also collects inputs without rows. Skipped is safe for
// concurrent use. A nil Skipped collects nothing.
type Skipped struct {
	mu    sync.Mutex
	first []SkippedInput
	count int64
	known sync.Map // archives and empty inputs seen so far; see isNew
}

// mostSkipped is the maximum number of inputs that a Skipped lists. It limits memory use.
const mostSkipped = 1000

// Inputs returns the first skipped inputs, up to 1,000, and the total number of skipped inputs.
func (s *Skipped) Inputs() (first []SkippedInput, count int64) {
	if s == nil {
		return nil, 0
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.first), s.count
}

// Add adds an input, or a part of an input, with the reason why it is not read.
func (s *Skipped) Add(name, why string) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.count++; len(s.first) < mostSkipped {
		s.first = append(s.first, SkippedInput{name, why})
	}
}

// ofArchive returns a function that adds the skipped members of an archive. It adds each member
// only once, even if the archive is opened several times.
func (s *Skipped) ofArchive(file string) (add func(member, why string)) {
	isNew, added := s.isNew("archive ", file), map[string]bool{}
	return func(member, why string) {
		if isNew && !added[member] {
			s.Add(file+"/"+member, why)
			added[member] = true
		}
	}
}

// isNew reports whether this is the first call with the given kind and name.
func (s *Skipped) isNew(kind, name string) bool {
	if s == nil {
		return false
	}
	_, again := s.known.LoadOrStore(kind+name, true)
	return !again
}

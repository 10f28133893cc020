package formats

import (
	"slices"
	"sync"
)

// A LeftOutKey is a key of JSON whose values are in no column, as it came too late to become
// one.
type LeftOutKey struct {
	Key  string `json:"key"`
	File string `json:"file"`
	Row  int64  `json:"row"` // where it was met first
}

// LeftOut collects the keys of JSON that are left out while files are read. Any goroutine may
// use it. How often files are read does not matter to it.
type LeftOut struct {
	mu   sync.Mutex
	keys []LeftOutKey
	more bool
}

// mostLeftOut is how many keys are noted. A hostile file may have any number.
const mostLeftOut = 20

// Keys returns the keys that were noted, and whether there were more.
func (l *LeftOut) Keys() (keys []LeftOutKey, more bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.keys), l.more
}

// add notes a key of a file. It reports whether it may be called for another.
func (l *LeftOut) add(k LeftOutKey) (others bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	known := slices.ContainsFunc(l.keys, func(o LeftOutKey) bool { return o.File == k.File && o.Key == k.Key })
	switch {
	case known:
	case len(l.keys) < mostLeftOut:
		l.keys = append(l.keys, k)
	default:
		l.more = true
	}
	return !l.more
}

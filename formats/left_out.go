package formats

import (
	"cmp"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
)

// A LeftOutKey is a key of JSON whose values are in no column, as it came too late to become
// one, or the rest of lines, where the first lines have none.
type LeftOutKey struct {
	Key  string `json:"key"`
	File string `json:"file"`
	Row  int64  `json:"row"` // the first line, or row, that has it
	// OfLines says that it is no key, but the rest of lines.
	OfLines bool `json:"-"`
}

// LeftOut collects what is left out of JSON and of lines while files are read. Any goroutine may
// use it. How often files are read does not matter to it.
type LeftOut struct {
	mu   sync.Mutex
	keys []LeftOutKey
	more bool
}

// mostLeftOut is how many keys are noted. A hostile file may have any number.
const mostLeftOut = 20

// Keys returns the keys that were noted, those of a file in the order of their rows, and whether
// there were more.
func (l *LeftOut) Keys() (keys []LeftOutKey, more bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	keys = slices.Clone(l.keys)
	slices.SortStableFunc(keys, func(a, b LeftOutKey) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Row, b.Row), cmp.Compare(a.Key, b.Key))
	})
	return keys, l.more
}

// add notes a key of a file. It reports whether it may be called for another.
func (l *LeftOut) add(k LeftOutKey) (others bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	at := slices.IndexFunc(l.keys, func(o LeftOutKey) bool { return o.File == k.File && o.Key == k.Key })
	switch {
	case at >= 0:
		l.keys[at].Row = min(l.keys[at].Row, k.Row)
	case len(l.keys) < mostLeftOut:
		l.keys = append(l.keys, k)
	default:
		l.more = true
	}
	return !l.more
}

// keysOf returns what notes keys of a file, from any goroutine, or nil where they do not matter.
// Mostly it learns of keys that it knows, for which it takes no lock.
func (l *LeftOut) keysOf(file string) func(key []byte, row int64) {
	if l == nil {
		return nil
	}
	var known atomic.Pointer[map[string]int64] // the rows of keys, which is never changed
	var full atomic.Bool
	known.Store(&map[string]int64{})
	return func(key []byte, row int64) {
		if first, is := (*known.Load())[string(key)]; full.Load() || is && first <= row {
			return
		}
		k := LeftOutKey{Key: string(key), File: file, Row: row}
		full.Store(!l.add(k))
		for {
			old := known.Load()
			rows := maps.Clone(*old)
			if first, is := rows[k.Key]; is && first <= row {
				return
			}
			rows[k.Key] = row
			if known.CompareAndSwap(old, &rows) {
				return
			}
		}
	}
}

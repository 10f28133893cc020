package formats

import (
	"cmp"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
)

// LeftOut collects what the inputs hold and no row does, while files are read. Any goroutine may
// use it. A nil LeftOut collects nothing.
type LeftOut struct {
	mu    sync.Mutex
	keys  []LeftOutKey
	more  bool
	lines [numLineKinds]LeftOutLines
	last  [numLineKinds]place
}

// A LeftOutKey is a key of JSON whose values are in no column, as it came too late to become one.
type LeftOutKey struct {
	Key  string `json:"key"`
	File string `json:"file"`
	Row  int64  `json:"row"` // the first that has it
}

// LineKind says why a line, or part of it, is not in a row.
type LineKind int

// The kinds of lines.
const (
	CommentLines LineKind = iota // comments in lines of text
	LinesBetween                 // titles and the like between grids over nine lines
	LateRest                     // text next to a puzzle, where the first lines had none
	numLineKinds
)

var lineKindNames = [numLineKinds]string{"comments", "lines between grids", "text next to puzzles"}

// String returns what the lines are, in the plural.
func (k LineKind) String() string { return lineKindNames[k] }

// LeftOutLines counts lines of a kind, and says where the first is.
type LeftOutLines struct {
	Kind  string `json:"kind"`
	Count int64  `json:"count"`
	File  string `json:"file"`
	Line  int64  `json:"line"`
}

// place is a line of a file.
type place struct {
	file string
	line int64
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

// Lines returns the counts of lines of each kind that occurred.
func (l *LeftOut) Lines() (found []LeftOutLines) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, lines := range l.lines {
		if lines.Count > 0 {
			found = append(found, lines)
		}
	}
	return found
}

// addKey notes a key of a file. It reports whether it may be called for another.
func (l *LeftOut) addKey(k LeftOutKey) (others bool) {
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
		full.Store(!l.addKey(k))
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

// addLine counts a line of a file. A line that is read again, after a reader went back, does not count.
func (l *LeftOut) addLine(kind LineKind, file string, line int64) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if last := l.last[kind]; last.file == file && line <= last.line {
		return
	}
	l.last[kind] = place{file, line}
	if l.lines[kind].Count == 0 {
		l.lines[kind] = LeftOutLines{kind.String(), 0, file, line}
	}
	l.lines[kind].Count++
}

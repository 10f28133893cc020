package formats

import (
	"slices"
	"sync"
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

// Keys returns the keys that were noted, and whether there were more.
func (l *LeftOut) Keys() (keys []LeftOutKey, more bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.keys), l.more
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
	if l == nil {
		return false
	}
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

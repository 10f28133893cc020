package formats

import (
	"bytes"
	"cmp"
	"slices"
	"sync"
	"unicode/utf8"
)

// LeftOut collects the parts of inputs that do not belong to rows. It is safe for concurrent use. A
// nil LeftOut collects nothing.
type LeftOut struct {
	mu    sync.Mutex
	keys  LeftOutKeys // keys outside the arrays of rows
	lines [numLineKinds]LeftOutLines
	last  [numLineKinds]map[string]int64 // last line counted, by kind and file
}

// A LeftOutKey is a JSON key without a column. Either the key first occurred after the columns were
// determined, or it is outside the array of rows.
type LeftOutKey struct {
	Key  string `json:"key"`
	File string `json:"file"`
	Row  int64  `json:"row"` // first row with the key; 0 for a key outside the array of rows
}

// A LineKind says why a line, or a part of it, does not belong to any row.
type LineKind int

// The kinds of lines.
const (
	CommentLines     LineKind = iota // comments in text files, and lines such as "sep=;"
	LinesBetween                     // lines such as titles between nine-line grids
	LateRest                         // lines that lose text next to the puzzle, because the first lines had no such text
	EnclosedRows                     // lines that look like rows, but are within quoted fields
	NoOrigin                         // lines without a puzzle, in a file of starting puzzles
	RepeatedOrigin                   // starting puzzles that are not used, because they are equivalent to earlier ones
	UnsuitableOrigin                 // starting puzzles that are not used, because they do not have exactly one solution
	numLineKinds
)

var lineKindNames = [numLineKinds]string{"comments", "lines between grids", "text next to puzzles", "possible rows within quoted fields", "lines without a puzzle", "puzzles equivalent to earlier puzzles", "puzzles without exactly one solution"}

// LeftOutLines counts the lines of one kind. File and Line locate the first of these lines.
type LeftOutLines struct {
	Kind  string `json:"kind"`
	Count int64  `json:"count"`
	File  string `json:"file"`
	Line  int64  `json:"line"`
}

// LeftOutKeys holds the first keys, sorted by file name and row. It holds at most mostLeftOut+1
// keys. The extra key is not listed, but shows that the list is incomplete.
type LeftOutKeys []LeftOutKey

// mostLeftOut is the maximum number of keys that are listed. Hostile files can have any number.
const mostLeftOut = 20

// Keys merges the keys in l and in rows, and returns the first mostLeftOut of them. more reports
// whether there are further keys. The order in which rows are parsed does not affect the result.
func (l *LeftOut) Keys(rows LeftOutKeys) (keys LeftOutKeys, more bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	keys.merge(l.keys)
	keys.merge(rows)
	return keys[:min(len(keys), mostLeftOut)], len(keys) > mostLeftOut
}

// Lines returns a count for each kind of line that occurred.
func (l *LeftOut) Lines() []LeftOutLines {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(l.lines[:]), func(lines LeftOutLines) bool { return lines.Count == 0 })
}

// addKey records a key outside an array of rows.
func (l *LeftOut) addKey(file string, key []byte) {
	if l != nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.keys.add(file, key, 0)
	}
}

func (l *LeftOutKeys) merge(others LeftOutKeys) {
	for _, k := range others {
		l.add(k.File, []byte(k.Key), k.Row)
	}
}

// add adds a key without a column. row is a row with the key, or 0 for a key outside the array of
// rows. add shortens long keys, because keys are stored with each part.
func (l *LeftOutKeys) add(file string, key []byte, row int64) {
	if len(key) > excerptBytes || !utf8.Valid(key) {
		key = bytes.ToValidUTF8(key[:min(len(key), excerptBytes)], []byte("?"))
	}
	keys := *l
	at := slices.IndexFunc(keys, func(k LeftOutKey) bool { return k.File == file && k.Key == string(key) })
	switch {
	case at < 0:
		keys = append(keys, LeftOutKey{string(key), file, row})
	case keys[at].Row <= row:
		return
	default:
		keys[at].Row = row
	}
	slices.SortFunc(keys, func(a, b LeftOutKey) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Row, b.Row), cmp.Compare(a.Key, b.Key))
	})
	*l = keys[:min(len(keys), mostLeftOut+1)]
}

// Set records how many lines of one kind were skipped in a file, and the number of the first one.
func (l *LeftOut) Set(kind LineKind, file string, first int64, count int) {
	if l != nil && count > 0 {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.lines[kind] = LeftOutLines{lineKindNames[kind], int64(count), file, first}
	}
}

// addLine counts a line of a file, but only once, even if it is read again after a seek.
func (l *LeftOut) addLine(kind LineKind, file string, line int64) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if line <= l.last[kind][file] {
		return
	}
	if l.last[kind] == nil {
		l.last[kind] = map[string]int64{}
	}
	l.last[kind][file] = line
	if l.lines[kind].Count == 0 {
		l.lines[kind] = LeftOutLines{lineKindNames[kind], 0, file, line}
	}
	l.lines[kind].Count++
}

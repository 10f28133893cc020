package leaks

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline/internal/keysort"
	"github.com/gridmill/gridmill/pipeline/keys"
	"github.com/gridmill/gridmill/solver"
)

// A Matcher finds rows whose puzzles are equivalent to a given puzzle. It implements formats.Writer
// and prints the file, line and puzzle of each match.
type Matcher struct {
	formats.Observer
	key   keysort.Key
	clues int
	to    files.Sink
	Found int64 // number of matches
}

// NewMatcher returns a Matcher that finds rows equivalent to puzzle and prints them to the given
// Writer. ok is false if a clue repeats in a house.
func NewMatcher(puzzle *solver.Grid, to io.Writer) (m *Matcher, ok bool) {
	m = &Matcher{clues: puzzle.Clues(), to: files.Sink{W: to}}
	m.key, ok = keyOf(new(keys.Finder), puzzle)
	return m, ok
}

// keyOf returns the key of a puzzle's class. ok is false if a clue repeats in a house.
func keyOf(f *keys.Finder, puzzle *solver.Grid) (key keysort.Key, ok bool) {
	if ok = f.ReadPuzzle(puzzle); ok {
		key = f.Key(keys.Shares, keys.Puzzle)
	}
	return key, ok
}

// Match passes the rows of all sets to m. If it cannot read a file, it continues, and returns the
// error at the end. It stops when ctx is done or when matches cannot be printed.
func (f *Finder) Match(ctx context.Context, m *Matcher) (failed error) {
	for _, s := range f.Sets {
		for _, file := range s.Files {
			failed = errors.Join(failed, f.run(ctx, file, "none", m, nil))
			if ctx.Err() != nil || m.to.Err != nil {
				return failed
			}
		}
	}
	return failed
}

type matched struct {
	finder keys.Finder
	found  int64
	lines  []byte
}

// Encode implements formats.Writer.
func (m *Matcher) Encode(b *formats.Batch, reuse formats.Encoded) (formats.Encoded, error) {
	e := formats.Reused[matched](reuse)
	e.found, e.lines = 0, e.lines[:0]
	for i := range b.Puzzles {
		puzzle := &b.Puzzles[i]
		if isUnread(b, i) || puzzle.Clues() != m.clues {
			continue
		}
		if key, ok := keyOf(&e.finder, puzzle); !ok || key != m.key {
			continue
		}
		file, line := b.Origin(i)
		e.lines = fmt.Appendf(e.lines, "%s: %s\n", files.Printable(Place{file, line}.String()), puzzle)
		e.found++
	}
	return e, nil
}

// Write implements formats.Writer.
func (m *Matcher) Write(_ *formats.Batch, encoded formats.Encoded) error {
	e := encoded.(*matched)
	m.Found += e.found
	_, err := m.to.Write(e.lines)
	return err
}

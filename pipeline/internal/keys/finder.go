package keys

import (
	"encoding/binary"

	"github.com/gridmill/gridmill/pipeline/internal/keysort"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/canon"
)

// A Finder finds the keys of one puzzle after the other. It keeps scratch memory between calls,
// so each goroutine needs its own.
type Finder struct {
	Seed uint64 // of the order of keys
	// AnyOrder says that keys need to be in no order of their own, so that what is a hash already
	// is not hashed again.
	AnyOrder bool

	puzzle *solver.Grid
	form   canon.Form
	key    canon.Key
	minlex solver.Grid // of a puzzle without its solution; else zero
	text   []byte
}

// A Use is what keys are for. Those for different uses are in different orders, so that samples
// are not drawn by what divided the splits.
type Use byte

// The uses.
const (
	Repeats    Use = iota // which rows repeat others, and the order of samples
	Shares                // what splits may not share
	neighbour             // likewise, of a puzzle without one of its clues
	Components            // which rows belong together over others
)

// Read takes a puzzle with its only solution. It reports whether the solution is one.
func (f *Finder) Read(puzzle, solution *solver.Grid) bool {
	var symmetries int
	f.puzzle, f.minlex = puzzle, solver.Grid{}
	f.key, symmetries = f.form.Key(puzzle, solution)
	return symmetries > 0
}

// ReadFor is Read for one criterion, which may need less.
func (f *Finder) ReadFor(c Criterion, puzzle, solution *solver.Grid) bool {
	if !c.NeedsSolution() {
		return f.Read(puzzle, solution)
	}
	var form solver.Grid
	if f.form.Solution(&form, solution) == 0 {
		return false
	}
	f.puzzle, f.minlex, f.key = puzzle, solver.Grid{}, canon.Key{Class: canon.Class(&form)}
	return true
}

// ReadPuzzle takes a puzzle that may have no solution, or several, for criteria that do not need
// one. Its keys are not those of Read. It reports whether clues do not repeat.
func (f *Finder) ReadPuzzle(puzzle *solver.Grid) bool {
	f.puzzle = puzzle
	return f.form.Minlex(&f.minlex, puzzle)
}

// Key returns the key by a criterion of the puzzle that was read.
func (f *Finder) Key(use Use, c Criterion) keysort.Key {
	if f.AnyOrder && c.NeedsSolution() {
		return keysort.Key{High: f.key.Class}
	}
	return f.Hash(use, rules[c].of(f))
}

// EachShared calls yield with all keys that a puzzle may not share by a criterion.
func (f *Finder) EachShared(c Criterion, yield func(key keysort.Key, neighbour bool)) {
	yield(f.Key(Shares, c), false)
	if c.HasManyKeys() {
		f.form.EachNeighbour(f.puzzle, func(form *solver.Grid) { yield(f.Hash(neighbour, form[:]), true) })
	}
}

// Hash returns the key of anything.
func (f *Finder) Hash(use Use, of []byte) keysort.Key {
	text := make([]byte, 9, 128)
	binary.LittleEndian.PutUint64(text, f.Seed)
	text[8] = byte(use)
	return keysort.KeyOf(append(text, of...))
}

// class returns the class of the solution.
func (f *Finder) class() []byte {
	f.text = binary.BigEndian.AppendUint64(f.text[:0], f.key.Class)
	return f.text
}

// whole returns what all images of the puzzle have in common.
func (f *Finder) whole() []byte {
	if f.minlex[0] != 0 {
		return f.minlex[:]
	}
	text := f.class()
	for _, clues := range f.key.Clues {
		text = binary.BigEndian.AppendUint16(text, clues)
	}
	f.text = text
	return text
}

package keys

import (
	"encoding/binary"

	"github.com/gridmill/gridmill/pipeline/internal/keysort"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/canon"
)

// A Finder computes the keys of one puzzle at a time. Each goroutine needs its own Finder.
type Finder struct {
	Seed uint64 // determines the order of keys
	// AnyOrder means that the order of keys does not matter. The Finder may then skip the hash that
	// puts keys in random order.
	AnyOrder bool

	puzzle *solver.Grid
	form   canon.Form
	key    canon.Key
	minlex solver.Grid // set only if the puzzle was read without its solution
	text   []byte
}

// A Use is the purpose of a key. The order of keys differs between uses, so that samples do not
// depend on how the puzzles were divided into splits.
type Use byte

// The uses.
const (
	Repeats    Use = iota // finding duplicates and ordering samples
	Shares                // assigning puzzles to splits, and finding leaks
	neighbor              // like Shares, but each key is computed from the puzzle without one of its clues
	Components            // grouping rows that are connected by shared keys
)

// Read reads a puzzle for Key and EachShared. It returns false if solution is not a valid grid.
func (f *Finder) Read(puzzle, solution *solver.Grid) bool {
	var symmetries int
	f.puzzle, f.minlex = puzzle, solver.Grid{}
	f.key, symmetries = f.form.Key(puzzle, solution)
	return symmetries > 0
}

// ReadPuzzle is like Read, but the puzzle may have any number of solutions. It returns false if a
// clue repeats in a house. It supports only criteria that do not need the solution. Keys of puzzles
// read with ReadPuzzle cannot be compared with keys of puzzles read with Read.
func (f *Finder) ReadPuzzle(puzzle *solver.Grid) bool {
	f.puzzle = puzzle
	return f.form.Minlex(&f.minlex, puzzle)
}

// Key returns the key of the puzzle that was read last. Criterion c determines the kind of key.
func (f *Finder) Key(use Use, c Criterion) keysort.Key {
	if f.AnyOrder && rules[c].byClass {
		return keysort.Key{High: f.key.Class}
	}
	return f.Hash(use, rules[c].of(f))
}

// EachShared calls yield with each key of the puzzle. Two puzzles are the same according to c if
// they have at least one of these keys in common. If ofNeighbor is true, the key was computed from
// the puzzle without one of its clues.
func (f *Finder) EachShared(c Criterion, yield func(key keysort.Key, ofNeighbor bool)) {
	yield(f.Key(Shares, c), false)
	if c.Rule().HasManyKeys {
		f.form.EachNeighbor(f.puzzle, func(form *solver.Grid) { yield(f.Hash(neighbor, form[:]), true) })
	}
}

// Hash returns a key that depends on a sequence of bytes, on the use of the key, and on f.Seed.
func (f *Finder) Hash(use Use, of []byte) keysort.Key {
	text := make([]byte, 9, 128)
	binary.LittleEndian.PutUint64(text, f.Seed)
	text[8] = byte(use)
	return keysort.KeyOf(append(text, of...))
}

func (f *Finder) class() []byte {
	f.text = binary.BigEndian.AppendUint64(f.text[:0], f.key.Class)
	return f.text
}

// whole returns bytes that are equal for all equivalent puzzles.
func (f *Finder) whole() []byte {
	if f.minlex[0] != 0 {
		return f.minlex[:]
	}
	f.text = f.class()
	for _, clues := range f.key.Clues {
		f.text = binary.BigEndian.AppendUint16(f.text, clues)
	}
	return f.text
}

package morph

import (
	"math"
	"math/bits"
)

// Symmetries is the number of symmetries, and so of the Morphs of a grid.
const Symmetries int64 = Arrangements * Namings

// A Stream is a sequence of morphs of some rows, as training code needs it. Each pass through the
// sequence has one Morph of every row, in a random order. No two of the first Symmetries passes have
// the same Morph of a row. Everything depends only on the seed, the number of rows, and the index in
// the sequence.
type Stream struct {
	seed uint64
	rows uint64
	side uint64 // of a square with at least as many places as there are rows
}

// NewStream returns the Stream for a number of rows, which must be at least one.
func NewStream(seed uint64, rows int64) *Stream {
	return &Stream{seed: mix(seed + step), rows: uint64(rows), side: uint64(math.Ceil(math.Sqrt(float64(rows))))}
}

// At sets m to the Morph at an index of the sequence, which must not be negative, and returns its
// row. The pass index/rows must be less than Symmetries.
func (s *Stream) At(index int64, m *Morph) (row int64) {
	pass := uint64(index) / s.rows
	place := uint64(index) - pass*s.rows
	key := mix(s.seed + pass)
	for {
		line := place / s.side
		line, column := scatter(line, place-line*s.side, s.side, s.side, key)
		if place = line*s.side + column; place < s.rows {
			break // else it is an unused place of the square
		}
	}
	arrangement, naming := scatter(pass/Namings, pass%Namings, Arrangements, Namings, mix(s.seed+step*(place+1)))
	m.Set(int(arrangement), int(naming))
	return int64(place)
}

// scatter maps pairs of numbers below two limits one to one onto such pairs. The key decides how. In
// each round of this Feistel network, one number is moved by an amount that depends on the other.
func scatter(x, y, xLimit, yLimit, key uint64) (uint64, uint64) {
	x = moved(x, xLimit, mix(key+y))
	y = moved(y, yLimit, mix(key^x))
	x = moved(x, xLimit, mix(key-y))
	return x, y
}

// moved adds a random number to a number below a limit, modulo the limit.
func moved(x, limit, random uint64) uint64 {
	amount, _ := bits.Mul64(random, limit)
	if x += amount; x >= limit {
		x -= limit
	}
	return x
}

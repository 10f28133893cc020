package morph

import (
	"math"
	"math/bits"
)

// Symmetries is the number of symmetries of Sudoku, and therefore the number of Morphs.
const Symmetries int64 = Arrangements * Namings

// A Stream is a sequence of Morphs for the rows of a data set. It is meant for training code. Each
// pass over the data set visits the rows in a random order, with one Morph for each row. No row
// gets the same Morph twice. The sequence depends only on the seed and the number of rows.
type Stream struct {
	seed uint64
	rows uint64
	side uint64 // side length of a square with at least s.rows positions; see At
}

// NewStream returns the Stream for the given seed and number of rows. rows must be at least one.
func NewStream(seed uint64, rows int64) *Stream {
	return &Stream{seed: Mix(seed + Step), rows: uint64(rows), side: uint64(math.Ceil(math.Sqrt(float64(rows))))}
}

// At sets m to the Morph at the given index of the sequence, and returns the row for this Morph.
// index must be at least 0, and less than Symmetries times the number of rows.
func (s *Stream) At(index int64, m *Morph) (row int64) {
	pass := uint64(index) / s.rows
	place := uint64(index) - pass*s.rows
	key := Mix(s.seed + pass)
	for {
		line := place / s.side
		line, column := scatter(line, place-line*s.side, s.side, s.side, key)
		if place = line*s.side + column; place < s.rows {
			break // place is the index of a row, not a spare position in the square
		}
	}
	arrangement, naming := scatter(pass/Namings, pass%Namings, Arrangements, Namings, Mix(s.seed+Step*(place+1)))
	m.Set(int(arrangement), int(naming))
	return int64(place)
}

// scatter permutes the pairs of numbers with x < xLimit and y < yLimit. key selects the
// permutation. Each round of this Feistel network shifts one number of the pair by an amount that
// depends on the other number.
func scatter(x, y, xLimit, yLimit, key uint64) (uint64, uint64) {
	x = moved(x, xLimit, Mix(key+y))
	y = moved(y, yLimit, Mix(key^x))
	x = moved(x, xLimit, Mix(key-y))
	return x, y
}

// moved returns (x + amount) % limit. random selects the amount, which is below limit.
func moved(x, limit, random uint64) uint64 {
	amount, _ := bits.Mul64(random, limit)
	if x += amount; x >= limit {
		x -= limit
	}
	return x
}

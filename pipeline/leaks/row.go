package leaks

import (
	"slices"

	"github.com/gridmill/gridmill/pipeline/internal/keysort"
)

// A row is what a record of a key says of its row, most significant first: whether the key is
// one that neighbours share, the number of the file, the line in it, and the set. So rows with
// equal keys are in the order in which they stand in the files.
type row uint64

const (
	setBits, lineBits, fileBits = 7, 36, 20

	maxSet  = 1<<setBits - 1
	maxLine = 1<<lineBits - 1
	maxFile = 1<<fileBits - 1
)

func newRow(file int, line int64, neighbour bool) row {
	r := row(file)<<(setBits+lineBits) | row(line)<<setBits
	if neighbour {
		r |= 1 << (setBits + lineBits + fileBits)
	}
	return r
}

func (r row) neighbour() bool { return r>>(setBits+lineBits+fileBits) != 0 }
func (r row) file() int       { return int(r >> (setBits + lineBits) & maxFile) }
func (r row) line() int64     { return int64(r >> setBits & maxLine) }
func (r row) set() int        { return int(r & maxSet) }

// place is the row whichever key it is of.
func (r row) place() row { return r &^ (1 << (setBits + lineBits + fileBits)) }

// eachPair adds each row of a group of equal keys that has such a row in another set, with the
// first of those.
func eachPair(group []keysort.Record, add func(keysort.Pair) error) error {
	first := row(group[0].Row)
	i := slices.IndexFunc(group, func(g keysort.Record) bool { return row(g.Row).set() != first.set() })
	if i < 0 {
		return nil
	}
	for _, g := range group {
		r, other := row(g.Row), first
		if r.set() == first.set() {
			other = row(group[i].Row)
		}
		if err := add(keysort.Pair{Row: uint64(r.place()), Other: uint64(other)}); err != nil {
			return err
		}
	}
	return nil
}

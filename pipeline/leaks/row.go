package leaks

import (
	"cmp"

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

func compareRows(a, b row) int { return cmp.Compare(a.place(), b.place()) }

// eachPair calls f for each row of a group of equal keys that has such a row in another set,
// with the first of those.
func eachPair(group []keysort.Record, f func(r, other row) error) error {
	first := row(group[0].Row)
	other := first // the first of another set than the first
	for _, g := range group[1:] {
		if r := row(g.Row); r.set() != first.set() {
			other = r
			break
		}
	}
	if other == first {
		return nil
	}
	for _, g := range group {
		r, with := row(g.Row), first
		if r.set() == first.set() {
			with = other
		}
		if err := f(r, with); err != nil {
			return err
		}
	}
	return nil
}

// pairOf is a record whose key is a row, and whose row is another that it leaks to. Of all pairs
// of a row the first is one that shares more than neighbours do, if there is any.
func pairOf(r, other row) keysort.Record {
	// The product with an odd number spreads rows over the first bits, and differs for all.
	return keysort.Record{Key: keysort.Key{High: uint64(r.place()) * 0x9e3779b97f4a7c15, Low: uint64(r.place())}, Row: uint64(other)}
}

func rowOfPair(record keysort.Record) row { return row(record.Low) }

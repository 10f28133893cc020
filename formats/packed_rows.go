package formats

import (
	"encoding/binary"
	"errors"
	"iter"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/ladder"
)

// Shuffled rows go through files in which each lies whole, unlike in columns. What is packed
// is what copyRow copies, and a test compares both with the table of columns.

// What a packed row has beside its puzzle and solution.
const (
	hasMinlex = 1 << iota
	hasClass
	hasRating
)

// PackRow appends row i, which must be unique and of a result in Parquet, as bytes that
// NewShuffled reads: how long they are, the number of the row, and the row.
func (b *Batch) PackRow(dst []byte, i int) []byte {
	start := len(dst)
	dst = append(dst, 0, 0, 0, 0)
	dst = binary.LittleEndian.AppendUint64(dst, uint64(b.First)+uint64(i))
	r := &b.Results[i]
	dst = append(append(dst, b.Puzzles[i][:]...), r.Solution[:]...)
	flags := byte(0)
	if b.Minlex[i][0] != 0 {
		flags |= hasMinlex
	}
	if b.Classes[i][0] != 0 {
		flags |= hasClass
	}
	if len(b.Ratings) > 0 {
		flags |= hasRating
	}
	dst = append(dst, byte(r.Verdict), flags)
	for _, n := range [...]int32{r.Count, r.Guesses, r.Backtracks, r.MaxDepth, r.Passes, b.Symmetries[i]} {
		dst = binary.AppendUvarint(dst, uint64(uint32(n)))
	}
	if flags&hasMinlex != 0 {
		dst = append(dst, b.Minlex[i][:]...)
	}
	if flags&hasClass != 0 {
		dst = append(dst, b.Classes[i][:]...)
	}
	if flags&hasRating != 0 {
		dst = b.Ratings[i].appendPacked(dst)
	}
	for k := range b.segmentOf(i).source.schema().keptLeaves() {
		dst = b.leaves[k].PackRow(dst, i)
	}
	binary.LittleEndian.PutUint32(dst[start:], uint32(len(dst)-start))
	return dst
}

// packedHead is how many bytes stand before a packed row: its length, theirs included, and its
// number.
const packedHead = 4 + 8

var errPackedRow = errors.New("a row that was packed is damaged")

// packedRow returns the first of some packed rows, its number, and the rest.
func packedRow(packed []byte) (row []byte, number int64, rest []byte, err error) {
	if len(packed) < packedHead {
		return nil, 0, nil, errPackedRow
	}
	length := binary.LittleEndian.Uint32(packed)
	if length < packedHead || uint64(length) > uint64(len(packed)) {
		return nil, 0, nil, errPackedRow
	}
	return packed[packedHead:length], int64(binary.LittleEndian.Uint64(packed[4:])), packed[length:], nil
}

// unpackRow makes row i of what PackRow packed. Rows must be made in their order.
func (b *Batch) unpackRow(i int, packed []byte) error {
	const fixed = 2*solver.Cells + 2
	if len(packed) < fixed {
		return errPackedRow
	}
	r := &b.Results[i]
	b.Puzzles[i], r.Solution = solver.Grid(packed[:solver.Cells]), solver.Grid(packed[solver.Cells:2*solver.Cells])
	b.Reasons[i] = Reason{}
	r.Verdict = solver.Verdict(packed[fixed-2])
	flags := packed[fixed-1]
	packed = packed[fixed:]
	for _, to := range [...]*int32{&r.Count, &r.Guesses, &r.Backtracks, &r.MaxDepth, &r.Passes, &b.Symmetries[i]} {
		n, size := binary.Uvarint(packed)
		if size <= 0 {
			return errPackedRow
		}
		*to, packed = int32(uint32(n)), packed[size:]
	}
	take := func(to []byte) bool {
		n := copy(to, packed)
		packed = packed[n:]
		return n == len(to)
	}
	b.Minlex[i], b.Classes[i] = solver.Grid{}, ClassText{}
	if flags&hasMinlex != 0 && !take(b.Minlex[i][:]) || flags&hasClass != 0 && !take(b.Classes[i][:]) {
		return errPackedRow
	}
	if flags&hasRating != 0 {
		var good bool
		if packed, good = b.rating(i).unpack(packed); !good {
			return errPackedRow
		}
	}
	for k := range b.leaves {
		var err error
		if packed, err = b.leaves[k].UnpackRow(packed); err != nil {
			return err
		}
	}
	return nil
}

// appendPacked appends a rating as numbers.
func (r *Rating) appendPacked(dst []byte) []byte {
	dst = append(dst, byte(r.Hardest), byte(r.Difficulty))
	for n := range r.numbers() {
		dst = binary.AppendUvarint(dst, uint64(uint32(*n)))
	}
	return dst
}

// unpack reads what appendPacked appended, and returns what stands behind it.
func (r *Rating) unpack(packed []byte) (rest []byte, good bool) {
	if len(packed) < 2 {
		return nil, false
	}
	r.Hardest, r.Difficulty = ladder.Technique(packed[0]), ladder.Difficulty(packed[1])
	packed = packed[2:]
	for to := range r.numbers() {
		n, size := binary.Uvarint(packed)
		if size <= 0 {
			return nil, false
		}
		*to, packed = int32(uint32(n)), packed[size:]
	}
	return packed, true
}

// numbers iterates over those of a rating that can be large.
func (r *Rating) numbers() iter.Seq[*int32] {
	return func(yield func(*int32) bool) {
		more := yield(&r.GuessesMean) && yield(&r.Backdoor)
		for t := ladder.Singles; t <= ladder.TrialAndError && more; t++ {
			more = yield(&r.Waves[t]) && yield(&r.Removed[t])
		}
	}
}

package formats

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/parquet"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/ladder"
	"github.com/gridmill/gridmill/solver/morph"
)

// ShuffleKey returns the sort key of a result's row. To shuffle rows, sort them by their keys. Rows
// with equal keys are sorted by row number.
func ShuffleKey(seed, row uint64) uint64 {
	return morph.Mix(morph.Mix(seed+row+morph.Step) + morph.Step)
}

// NewShuffled returns a Reader of the rows of a split in random order. Each row is followed by its
// morphs. Use NewChosen to keep the order of the result.
//
// The rows of a split are divided into buckets by their sort keys. The bucket function returns the
// rows of a bucket in any order, as encoded by Batch.EncodeRow. Seek goes to the start of the
// bucket whose number is at.File. The Position method always returns the zero value. NewShuffled
// uses result only to find the types of the columns, and closes result.
func NewShuffled(result Reader, bucket func(number int) ([]byte, error), c Choice) (Reader, error) {
	s := &shuffled{trainingRows: newTrainingRows(result, c), bucket: bucket}
	sample := NewBatch(1)
	err := result.Read(sample)
	if err == nil {
		err = sample.Parse()
	} else if files.IsEnd(err) {
		err = nil
	}
	s.types = sample.leaves[:min(len(sample.leaves), s.info.keptLeaves())]
	return s, errors.Join(err, result.Close())
}

// shuffled is the Reader that returns the rows of a split in random order.
type shuffled struct {
	*trainingRows
	bucket  func(int) ([]byte, error)
	types   []parquet.Column // leaves of the kept columns; only their types are used
	current *bucketRows
	at      int64 // number of rows read from current; each morph counts as a row
}

func (s *shuffled) Read(b *Batch) error {
	b.reset(s.next)
	limit := b.rowLimit(s.next, s.end)
	if limit <= 0 {
		return io.EOF
	}
	n := min(limit, int64(max(b.room()/s.current.rowBytes, 1)))
	if s.at+n > int64(len(s.current.rows))*(1+s.Morphs) {
		return fmt.Errorf("the shuffled data of %s is incomplete: a bucket has only %d rows", s.Split, len(s.current.rows))
	}
	b.bytes = int(n) * s.current.rowBytes
	s.add(b, s.current, n, s.at)
	s.at += n
	return nil
}

func (s *shuffled) Position() Position { return Position{} }

func (s *shuffled) Seek(at Position, first, rows int64) error {
	s.current, s.at, s.next, s.end = nil, 0, first, first+rows
	if rows == 0 {
		return nil
	}
	encoded, err := s.bucket(at.File)
	if err != nil {
		return err
	}
	s.current, err = s.sort(encoded)
	return err
}

// bucketRows holds the rows of a bucket in random order.
type bucketRows struct {
	*shuffled
	rows     []bucketRow
	rowBytes int // mean size of an encoded row in bytes, rounded down, plus 1
}

type bucketRow struct {
	key     uint64
	number  int64
	encoded []byte
}

// sort decodes the row numbers in a bucket and sorts the rows by their keys.
func (s *shuffled) sort(encoded []byte) (*bucketRows, error) {
	r := &bucketRows{shuffled: s, rowBytes: len(encoded)}
	for len(encoded) > 0 {
		length := uint64(0)
		if len(encoded) >= encodedHead {
			length = uint64(binary.LittleEndian.Uint32(encoded))
		}
		if length < encodedHead || length > uint64(len(encoded)) {
			return nil, errEncodedRow
		}
		number := binary.LittleEndian.Uint64(encoded[4:])
		r.rows = append(r.rows, bucketRow{ShuffleKey(s.Seed, number), int64(number), encoded[encodedHead:length]})
		encoded = encoded[length:]
	}
	r.rowBytes = r.rowBytes/max(len(r.rows), 1) + 1
	slices.SortFunc(r.rows, func(a, b bucketRow) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.number, b.number))
	})
	return r, nil
}

// parse decodes rows of a split and computes their morphs.
func (r *bucketRows) parse(b *Batch, seg *segment) error {
	b.makeTraining(seg, len(r.types))
	for k := range b.leaves {
		b.leaves[k].SetType(&r.types[k])
	}
	var m morph.Morph
	var puzzle, solution solver.Grid
	for i := seg.from; i < seg.to; i++ {
		n := seg.number(i)
		row, index := &r.rows[n/(1+r.Morphs)], n%(1+r.Morphs)
		if index > 0 && i > seg.from {
			b.copyRow(i, b, i-1) // a morph has the values of the row before it, except for the grids
		} else if err := b.decodeRow(i, row.encoded); err != nil {
			return err
		} else {
			puzzle, solution = b.Puzzles[i], b.Results[i].Solution
		}
		b.setOrigin(i, row.number, index, r.Seed, &m, &puzzle, &solution)
	}
	return nil
}

// Shuffled rows are stored in files row by row. EncodeRow encodes everything that copyRow copies. A
// test checks that both functions handle all columns.

// EncodeRow appends row i in the form that NewShuffled reads: the length, the number and the
// contents of the row. The row must have a unique solution and come from a Parquet result.
func (b *Batch) EncodeRow(dst []byte, i int) []byte {
	start := len(dst)
	dst = binary.LittleEndian.AppendUint64(append(dst, 0, 0, 0, 0), uint64(b.First)+uint64(i))
	r := &b.Results[i]
	rated := len(b.Ratings) > 0
	dst = append(append(dst, b.Puzzles[i][:]...), r.Solution[:]...)
	dst = append(dst, byte(r.Verdict), byte(toNumber(rated)))
	for _, text := range [][]byte{b.Minlex[i][:], b.Classes[i][:]} {
		if text[0] == 0 { // a missing value is stored as one zero byte
			text = text[:1]
		}
		dst = append(dst, text...)
	}
	if rated {
		dst = append(dst, byte(b.Ratings[i].Hardest), byte(b.Ratings[i].Difficulty))
	}
	for n := range b.varintsOf(i, rated) {
		dst = binary.AppendUvarint(dst, uint64(uint32(*n)))
	}
	for k := range b.segmentOf(i).source.schema().keptLeaves() {
		dst = b.leaves[k].EncodeRow(dst, i)
	}
	binary.LittleEndian.PutUint32(dst[start:], uint32(len(dst)-start))
	return dst
}

// varintsOf returns an iterator over the fields of row i that are stored as varints. If rated is
// set, they include the fields of the row's rating.
func (b *Batch) varintsOf(i int, rated bool) iter.Seq[*int32] {
	return func(yield func(*int32) bool) {
		r := &b.Results[i]
		more := yield(&r.Count) && yield(&r.Guesses) && yield(&r.Backtracks) && yield(&r.MaxDepth) &&
			yield(&r.Passes) && yield(&b.Symmetries[i])
		if !more || !rated {
			return
		}
		rating := b.rating(i)
		more = yield(&rating.GuessesMean) && yield(&rating.Backdoor) && yield(&rating.ExplainerRating)
		for t := ladder.Singles; t <= ladder.TrialAndError && more; t++ {
			more = yield(&rating.Waves[t]) && yield(&rating.Removed[t])
		}
	}
}

// encodedHead is the size of the two numbers at the start of an encoded row: the length of the
// encoded row, including both numbers, and the row number.
const encodedHead = 4 + 8

var errEncodedRow = option.Errorf(option.Restart, "a row of the shuffled data is damaged")

// decodeRow sets row i to the encoded row. It appends to b.leaves, so rows must be set in order.
func (b *Batch) decodeRow(i int, encoded []byte) (err error) {
	good := true
	take := func(to []byte) {
		n := copy(to, encoded)
		encoded = encoded[n:]
		good = good && n == len(to)
	}
	var head, words [2]byte
	r := &b.Results[i]
	take(b.Puzzles[i][:])
	take(r.Solution[:])
	take(head[:])
	b.Reasons[i], r.Verdict = Reason{}, solver.Verdict(head[0])
	for _, text := range [][]byte{b.Minlex[i][:], b.Classes[i][:]} {
		clear(text)
		if take(text[:1]); text[0] != 0 {
			take(text[1:])
		}
	}
	rated := head[1] != 0
	if rated {
		take(words[:])
		b.rating(i).Hardest, b.rating(i).Difficulty = ladder.Technique(words[0]), ladder.Difficulty(words[1])
	}
	for to := range b.varintsOf(i, rated) {
		n, size := binary.Uvarint(encoded)
		good = good && size > 0
		*to, encoded = int32(uint32(n)), encoded[max(size, 0):]
	}
	if !good {
		return errEncodedRow
	}
	for k := range b.leaves {
		if encoded, err = b.leaves[k].DecodeRow(encoded); err != nil {
			return err
		}
	}
	return nil
}

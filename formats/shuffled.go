package formats

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync/atomic"

	"github.com/gridmill/gridmill/formats/internal/parquet"
	"github.com/gridmill/gridmill/solver/morph"
)

// ShuffleKey is the place of a row of a result in the random order of a seed. Rows go by it,
// and of equal ones by their number.
func ShuffleKey(seed, row uint64) uint64 {
	const step = 0x9e3779b97f4a7c15
	x := seed
	for _, more := range [2]uint64{row, 0} { // the finalizer of SplitMix64, twice
		x += more + step
		x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
		x = (x ^ x>>27) * 0x94d049bb133111eb
		x ^= x >> 31
	}
	return x
}

// NewShuffled returns a Reader of the rows of a split in random order, each with its images
// behind it, as NewChosen does in that of the result. The rows lie in buckets, each of which
// holds those of a range of keys: bucket returns them as Batch.PackRow packed them, in any
// order. A position has the number of a bucket as its File, and Seek reaches only the start of
// one. The result, which NewShuffled closes, only shows the types of columns.
func NewShuffled(result Reader, bucket func(number int) ([]byte, error), c Choice) (Reader, error) {
	s := &shuffled{Choice: c, bucket: bucket, info: *result.Schema()}
	s.info.Results = ColumnSet{}
	like := NewBatch(1)
	err := result.Read(like)
	if err == nil {
		err = like.Parse()
	} else if errors.Is(err, io.EOF) {
		err = nil
	}
	s.like = like.leaves[:min(len(like.leaves), s.info.keptLeaves())]
	return s, errors.Join(err, result.Close())
}

// shuffled is the Reader of a split in random order.
type shuffled struct {
	Choice
	bucket    func(int) ([]byte, error)
	info      Schema
	like      []parquet.Column // of the types of the kept columns
	current   *bucketRows
	next, end int64 // rows of the split
	at        int64 // rows of the bucket that were cut
	done      atomic.Int64
}

func (s *shuffled) Schema() *Schema { return &s.info }

func (s *shuffled) Read(b *Batch) error {
	b.reset(s.next)
	limit := min(int64(b.maxRows)-s.next%int64(b.maxRows), s.end-s.next)
	if limit <= 0 {
		return io.EOF
	}
	n := min(limit, int64(max(b.room()/s.current.rowBytes, 1)))
	if s.at+n > int64(len(s.current.rows))*(1+s.Morphs) {
		return fmt.Errorf("a bucket of rows of %s holds %d rows, of which more were to be read", s.Split, len(s.current.rows))
	}
	b.bytes = int(n) * s.current.rowBytes
	b.addSegment(s.current, 0, int(n), s.at)
	s.at += n
	s.next += n
	s.done.Store(s.next)
	return nil
}

func (s *shuffled) Position() Position { return Position{} }

func (s *shuffled) Seek(at Position, first, rows int64) error {
	s.current, s.at, s.next, s.end = nil, 0, first, first+rows
	if rows == 0 {
		return nil
	}
	packed, err := s.bucket(at.File)
	if err != nil {
		return err
	}
	s.current, err = s.sort(packed)
	return err
}

// Progress counts rows of the split in the place of bytes.
func (s *shuffled) Progress() (done, total int64) { return s.done.Load(), 0 }

func (s *shuffled) Close() error { return nil }

// bucketRows are the rows of a bucket, in their random order.
type bucketRows struct {
	*shuffled
	rows     []bucketRow
	rowBytes int // of one, on average
}

// bucketRow is a packed row with its number.
type bucketRow struct {
	key    uint64
	number int64
	packed []byte
}

// sort puts the rows of a bucket in their order.
func (s *shuffled) sort(packed []byte) (*bucketRows, error) {
	r := &bucketRows{shuffled: s, rowBytes: len(packed)}
	for len(packed) > 0 {
		row, number, rest, err := packedRow(packed)
		if err != nil {
			return nil, err
		}
		r.rows = append(r.rows, bucketRow{ShuffleKey(s.Seed, uint64(number)), number, row})
		packed = rest
	}
	r.rowBytes = r.rowBytes/max(len(r.rows), 1) + 1
	slices.SortFunc(r.rows, func(a, b bucketRow) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.number, b.number))
	})
	return r, nil
}

func (r *bucketRows) name() string { return r.Split }

func (r *bucketRows) schema() *Schema { return &r.info }

// parse makes rows of a split.
func (r *bucketRows) parse(b *Batch, g *segment) error {
	b.makeTraining(g, len(r.like))
	for k := range b.leaves {
		b.leaves[k].SetType(&r.like[k])
	}
	var m morph.Morph
	for i := g.from; i < g.to; i++ {
		n := g.line + int64(i-g.from)
		row, index := &r.rows[n/(1+r.Morphs)], n%(1+r.Morphs)
		if err := b.unpackRow(i, row.packed); err != nil {
			return err
		}
		b.setOrigin(i, row.number, index, r.Seed, &m)
	}
	return nil
}

func (r *bucketRows) lineOf(b *Batch, _ *segment, i int) int64 { return b.bases[i] }

func (r *bucketRows) appendRaw(dst []byte, b *Batch, i int) []byte { return r.appendPuzzle(dst, b, i) }

func (r *bucketRows) appendPuzzle(dst []byte, b *Batch, i int) []byte {
	return append(dst, b.Puzzles[i][:]...)
}

func (r *bucketRows) appendReadback(dst []byte, _ *Batch, _ int, _ Column) []byte { return dst }

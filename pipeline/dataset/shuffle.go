package dataset

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/bits"
	"os"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/atomicfile"
	"github.com/gridmill/gridmill/pipeline/internal/keysort"
)

// Rows are shuffled in two steps. First, each row is assigned to a random bucket and written to a
// block file. Each block in the file holds rows of one bucket. Then, each bucket is sorted in
// memory and becomes one part of the shuffled split.

const (
	// bucketBases is the approximate maximum number of puzzles per bucket, not counting morphs.
	bucketBases = 1 << 16
	// maxBuckets limits the memory for blocks. Very large splits have larger buckets.
	maxBuckets = 1 << 10
	// blockBytes is the size at which a block is written.
	blockBytes = 1 << 16
	// blockHead is the size of a block's header: three little-endian 32-bit integers. They hold the
	// split's number, the bucket's number, and the block's length in bytes, excluding the header.
	blockHead = 12
)

func bucketOf(seed uint64, row int64, buckets int) int {
	high, _ := bits.Mul64(formats.ShuffleKey(seed, uint64(row)), uint64(buckets))
	return int(high)
}

// divideShuffled divides a split into buckets. Each bucket becomes a part of the split.
func (s *tableSplit) divideShuffled(decisions []decision, partRows int64, first int) {
	each := min(bucketBases, max(1, partRows/(1+s.Morphs)))
	bases := make([]int64, min(max(1, (s.Bases+each-1)/each), maxBuckets)) // by bucket
	for row, f := range decisions {
		if f == s.decision {
			bases[bucketOf(s.seed, int64(row), len(bases))]++
		}
	}
	row := int64(0)
	for i, n := range bases {
		at := formats.Position{File: i, Line: 1}
		s.parts = append(s.parts, tablePart{first + i, i, pipeline.Range{First: row, Rows: n * (1 + s.Morphs), At: at}})
		row += n * (1 + s.Morphs)
	}
}

// blockFiles returns the paths of the block files, one for each part of the solved rows.
func (c *Config) blockFiles(rows *solved) (paths []string) {
	for i := range rows.plan.Parts {
		paths = append(paths, c.path("shuffle", fmt.Sprintf("part-%06d", i)))
	}
	return paths
}

// shuffle writes the missing block files of this shard.
func (c *Config) shuffle(ctx context.Context, rows *solved, splits []*tableSplit, decisions []decision) error {
	paths := c.blockFiles(rows)
	to := &blockStore{Config: c, paths: paths}
	for _, s := range splits {
		to.open = append(to.open, make([][]byte, len(s.parts)))
	}
	if err := c.readParts(ctx, rows, lacking(paths), &rowEncoder{splits: splits, decisions: decisions}, to); err != nil {
		return err
	}
	return c.waitFor(lacking(paths), "shuffling")
}

// A rowEncoder encodes the rows that belong to splits. It implements formats.Writer, so that
// workers encode the rows in parallel.
type rowEncoder struct {
	formats.Observer
	splits    []*tableSplit
	decisions []decision
}

type encodedRows struct {
	bytes []byte
	rows  []encodedRow
}

type encodedRow struct{ split, bucket, end int } // end is the row's end in encodedRows.bytes

func (r *rowEncoder) Encode(b *formats.Batch, reuse formats.Encoded) (formats.Encoded, error) {
	to := formats.Reused[encodedRows](reuse)
	to.bytes, to.rows = to.bytes[:0], to.rows[:0]
	for i := range b.Results {
		row := b.First + int64(i)
		if f := r.decisions[row]; f >= firstSplit {
			s := r.splits[f-firstSplit]
			to.bytes = b.EncodeRow(to.bytes, i)
			to.rows = append(to.rows, encodedRow{int(f - firstSplit), bucketOf(s.seed, row, len(s.parts)), len(to.bytes)})
		}
	}
	return to, nil
}

// blockStore is the partStore that writes shuffled rows. It writes a block file for each part.
type blockStore struct {
	*Config
	paths []string
	out   *atomicfile.File
	open  [][][]byte // unfinished blocks, indexed by split and bucket
}

func (s *blockStore) start(part int) (err error) {
	s.out, err = s.Directory.Create(s.paths[part], true)
	return err
}

func (s *blockStore) add(_ *formats.Batch, encoded []formats.Encoded) error {
	from, start := encoded[0].(*encodedRows), 0
	for _, row := range from.rows {
		block := &s.open[row.split][row.bucket]
		*block = append(*block, from.bytes[start:row.end]...)
		start = row.end
		if len(*block) >= blockBytes {
			if err := s.write(row.split, row.bucket); err != nil {
				return err
			}
		}
	}
	return nil
}

// write writes the block of the given bucket of a split, and empties the block.
func (s *blockStore) write(split, bucket int) error {
	block := s.open[split][bucket]
	var head [blockHead]byte
	binary.LittleEndian.PutUint32(head[:], uint32(split))
	binary.LittleEndian.PutUint32(head[4:], uint32(bucket))
	binary.LittleEndian.PutUint32(head[8:], uint32(len(block)))
	s.open[split][bucket] = block[:0]
	if _, err := s.out.Write(head[:]); err != nil {
		return err
	}
	_, err := s.out.Write(block)
	return err
}

func (s *blockStore) publish() error {
	for split := range s.open {
		for bucket, block := range s.open[split] {
			if len(block) > 0 {
				if err := s.write(split, bucket); err != nil {
					return err
				}
			}
		}
	}
	return s.Directory.Commit(s.out)
}

// blocks holds the positions of a split's blocks in the block files.
type blocks struct {
	paths   []string
	buckets [][]blockPlace
}

type blockPlace struct {
	file, length int32
	at           int64
}

func (c *Config) findBlocks(rows *solved, split, buckets int) (*blocks, error) {
	b := &blocks{paths: c.blockFiles(rows), buckets: make([][]blockPlace, buckets)}
	for i, path := range b.paths {
		if err := keysort.ReadFile(path, func(f *os.File) error { return b.find(f, i, split) }); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// find finds the blocks of a split in f, the block file with the given index.
func (b *blocks) find(f *os.File, file, split int) error {
	var head [blockHead]byte
	for at := int64(0); ; {
		if _, err := f.ReadAt(head[:], at); files.IsEnd(err) {
			return nil
		} else if err != nil {
			return err
		}
		bucket, length := binary.LittleEndian.Uint32(head[4:]), binary.LittleEndian.Uint32(head[8:])
		at += blockHead
		if int(binary.LittleEndian.Uint32(head[:])) == split && int(bucket) < len(b.buckets) {
			b.buckets[bucket] = append(b.buckets[bucket], blockPlace{int32(file), int32(length), at})
		}
		at += int64(length)
	}
}

func (b *blocks) read(bucket int) ([]byte, error) {
	size := 0
	for _, place := range b.buckets[bucket] {
		size += int(place.length)
	}
	rows := make([]byte, 0, size)
	for _, place := range b.buckets[bucket] {
		start := len(rows)
		rows = rows[:start+int(place.length)]
		err := keysort.ReadFile(b.paths[place.file], func(f *os.File) error {
			_, err := f.ReadAt(rows[start:], place.at)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return rows, nil
}

package keys

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline/internal/keysort"
	"github.com/gridmill/gridmill/solver"
)

// A Store holds the keys of rows in temporary files. Each key takes 24 bytes.
type Store struct {
	Dir        string
	by         Criterion
	partitions int
	workers    int
}

// NewStore returns a Store for approximately the given number of rows. The number of keys per row
// depends on the criterion. The caller must call Remove.
func NewStore(rows int64, by Criterion, workers int) (*Store, error) {
	if by.Rule().HasManyKeys {
		rows *= solver.Cells / 3
	}
	dir, err := os.MkdirTemp("", "gridmill-keys-*")
	return &Store{dir, by, keysort.Partitions(rows), workers}, files.InTemporary(err)
}

// Remove removes all files of the Store.
func (s *Store) Remove() error { return os.RemoveAll(s.Dir) }

// A File is a key file that is being written.
type File struct {
	to   *keysort.Writer
	file *os.File
}

// Create creates the named file.
func (s *Store) Create(name string) (*File, error) {
	f, err := os.Create(s.path(name))
	if err != nil {
		return nil, files.InTemporary(err)
	}
	return &File{to: keysort.NewWriter(f, s.partitions), file: f}, nil
}

func (s *Store) path(name string) string { return filepath.Join(s.Dir, name) }

// Add adds a key of row r.
func (f *File) Add(key keysort.Key, r Row) error {
	return files.InTemporary(f.to.Add(keysort.Record{Key: key, Row: uint64(r)}))
}

// Close flushes the buffer and closes the file. It must be called even after an error. It does not
// repeat a failed write.
func (f *File) Close() error {
	return errors.Join(files.InTemporary(f.to.Flush()), f.file.Close())
}

func (s *Store) groups(ctx context.Context, names []string, f func(group []keysort.Record) error) error {
	var paths []string
	for _, name := range names {
		paths = append(paths, s.path(name))
	}
	return keysort.Groups(ctx, paths, s.partitions, s.workers, nil, f)
}

// A Pair is a row and another row with the same key.
type Pair struct{ Row, Other Row }

// Repeated finds the rows of the named file whose keys also occur in earlier rows of the file. It
// calls f with each such row and the file's first row that has the same key.
func (s *Store) Repeated(ctx context.Context, name string, f func(Pair)) error {
	return s.groups(ctx, []string{name}, func(group []keysort.Record) error {
		for _, r := range group[1:] {
			f(Pair{Row(r.Row), Row(group[0].Row)})
		}
		return nil
	})
}

// Shared reads the named files. It calls f once for each row that shares a key with rows of other
// sets (see Row.Set). Pair.Other is the first of these other rows.
func (s *Store) Shared(ctx context.Context, names []string, f func(Pair)) (err error) {
	if !s.by.Rule().HasManyKeys {
		return s.groups(ctx, names, func(group []keysort.Record) error {
			return eachPair(group, func(p Pair) error {
				f(p)
				return nil
			})
		})
	}
	file, err := s.Create("pairs")
	if err != nil {
		return err
	}
	err = s.groups(ctx, names, func(group []keysort.Record) error {
		return eachPair(group, func(p Pair) error {
			// The key in this file identifies the row, so a group contains the pairs of one row.
			// The multiplication keeps keys distinct, and spreads them over the partitions.
			return file.Add(keysort.Key{High: uint64(p.Row) * 0x9e3779b97f4a7c15, Low: uint64(p.Row)}, p.Other)
		})
	})
	if err := errors.Join(err, file.Close()); err != nil {
		return err
	}
	return s.groups(ctx, []string{"pairs"}, func(group []keysort.Record) error {
		f(Pair{Row(group[0].Low), Row(group[0].Row)})
		return nil
	})
}

// eachPair calls add with a Pair for each row of a group. Pair.Other is the group's first row that
// is not in the set of Pair.Row. If all rows are in one set, eachPair does nothing.
func eachPair(group []keysort.Record, add func(Pair) error) error {
	first := Row(group[0].Row)
	i := slices.IndexFunc(group, func(g keysort.Record) bool { return Row(g.Row).Set() != first.Set() })
	if i < 0 {
		return nil
	}
	for _, g := range group {
		r, other := Row(g.Row), first
		if r.Set() == first.Set() {
			other = Row(group[i].Row)
		}
		if err := add(Pair{r &^ neighborRow, other}); err != nil {
			return err
		}
	}
	return nil
}

// FirstPairs counts pairs and keeps those that come first in row order.
type FirstPairs struct {
	Most  int // number of pairs to keep
	All   int64
	found []Pair
}

// Add adds a pair.
func (p *FirstPairs) Add(pair Pair) {
	p.All++
	if p.found = append(p.found, pair); len(p.found) >= 2*(p.Most+1) {
		p.cut()
	}
}

func (p *FirstPairs) cut() {
	slices.SortFunc(p.found, func(a, b Pair) int { return cmp.Compare(a.Row, b.Row) })
	p.found = p.found[:min(len(p.found), p.Most)]
}

// First returns the first pairs in row order, at most p.Most of them.
func (p *FirstPairs) First() []Pair {
	p.cut()
	return p.found
}

// A Row is the location of a row, packed into 64 bits. From the most significant bit down, it
// holds the neighbor mark (see IsNeighbor), the number of the file, the line in the file, and the
// set. Rows with equal keys are therefore sorted by file and line, with neighbors last.
type Row uint64

// The maximum values that a Row can hold.
const (
	MaxSet  = 1<<setBits - 1
	MaxLine = 1<<lineBits - 1
	MaxFile = 1<<fileBits - 1
)

const (
	setBits, lineBits, fileBits = 7, 36, 20

	neighborRow Row = 1 << (setBits + lineBits + fileBits)
)

// NewRow returns the Row for the given file, line and set.
func NewRow(file int, line int64, set int) Row {
	return Row(file)<<(setBits+lineBits) | Row(line)<<setBits | Row(set)
}

// OfNeighbor returns r with the neighbor mark set (see IsNeighbor).
func (r Row) OfNeighbor() Row { return r | neighborRow }

// IsNeighbor reports whether the key of r was computed from the puzzle without one of its clues.
func (r Row) IsNeighbor() bool { return r&neighborRow != 0 }

// File returns the file number.
func (r Row) File() int { return int(r >> (setBits + lineBits) & MaxFile) }

// Line returns the line number.
func (r Row) Line() int64 { return int64(r >> setBits & MaxLine) }

// Set returns the set that the row belongs to.
func (r Row) Set() int { return int(r & MaxSet) }

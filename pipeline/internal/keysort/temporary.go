package keysort

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"github.com/gridmill/gridmill/formats/files"
)

// Temporary is a directory of temporary files of records.
type Temporary struct {
	Dir        string
	Partitions int
	Workers    int // as Groups takes them
}

// A TemporaryFile is one that is being written.
type TemporaryFile struct {
	to     *Writer
	file   *os.File
	failed bool
}

// Create creates a file of a name.
func (t *Temporary) Create(name string) (*TemporaryFile, error) {
	f, err := os.Create(t.path(name))
	if err != nil {
		return nil, files.InTemporary(err)
	}
	return &TemporaryFile{to: NewWriter(f, t.Partitions), file: f}, nil
}

func (t *Temporary) path(name string) string { return filepath.Join(t.Dir, name) }

// Add adds a record.
func (f *TemporaryFile) Add(r Record) error { return f.check(f.to.Add(r)) }

// Close writes what is still held, and closes the file. Call it in any case.
func (f *TemporaryFile) Close() error {
	var err error
	if !f.failed {
		err = f.check(f.to.Flush())
	}
	return errors.Join(err, f.file.Close())
}

func (f *TemporaryFile) check(err error) error {
	if err == nil {
		return nil
	}
	f.failed = true
	return files.InTemporary(err)
}

// Groups does what the function Groups does, for all records of files by their names.
func (t *Temporary) Groups(ctx context.Context, names []string, f func(group []Record) error) error {
	var paths []string
	for _, name := range names {
		paths = append(paths, t.path(name))
	}
	return Groups(ctx, paths, t.Partitions, t.Workers, nil, f)
}

// A Pair is a row with another that it shares a key with.
type Pair struct{ Row, Other uint64 }

// Pairs calls f for the pairs that find adds of each group of some files, once for a row: with
// the first of all others. Where rows have many keys, pairs are sorted by rows in a file.
func (t *Temporary) Pairs(ctx context.Context, names []string, manyKeys bool, find func(group []Record, add func(Pair) error) error, f func(Pair)) error {
	if !manyKeys {
		return t.Groups(ctx, names, func(group []Record) error {
			return find(group, func(p Pair) error {
				f(p)
				return nil
			})
		})
	}
	file, err := t.Create("pairs")
	if err != nil {
		return err
	}
	err = t.Groups(ctx, names, func(group []Record) error {
		return find(group, func(p Pair) error {
			// A row is a key here, so that Groups finds the pairs of each. The product with an odd
			// number spreads rows over the first bits, and differs for all.
			return file.Add(Record{Key{High: p.Row * 0x9e3779b97f4a7c15, Low: p.Row}, p.Other})
		})
	})
	if err := errors.Join(err, file.Close()); err != nil {
		return err
	}
	return t.Groups(ctx, []string{"pairs"}, func(group []Record) error {
		f(Pair{group[0].Low, group[0].Row})
		return nil
	})
}

// FirstPairs counts pairs, and keeps those of the first rows.
type FirstPairs struct {
	Most  int // that are kept
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

// First returns the pairs that were kept, by row.
func (p *FirstPairs) First() []Pair {
	p.cut()
	return p.found
}

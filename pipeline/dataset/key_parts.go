package dataset

import (
	"context"
	"fmt"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline/atomicfile"
	"github.com/gridmill/gridmill/pipeline/internal/keysort"
)

// The files of keys that belong to each part of the solved rows. That of fates is published
// last: if it exists, so do the others.
const (
	rowKeys   = "rows"
	classKeys = "classes"
	fateBytes = "fates"
)

// keyPath returns the path of a file of keys.
func (c *Config) keyPath(s *solved, part int, kind string) string {
	return c.path("keys", fmt.Sprintf("%s-%06d.%s", s.name, part, kind))
}

// keyFiles returns the files of one kind for all parts.
func (c *Config) keyFiles(s *solved, kind string) (paths []string) {
	if s != nil {
		for i := range s.plan.Parts {
			paths = append(paths, c.keyPath(s, i, kind))
		}
	}
	return paths
}

// partsWithoutKeys returns the parts of solved rows whose keys have not been found yet, also by
// other shards.
func (c *Config) partsWithoutKeys(s *solved) []int { return lacking(c.keyFiles(s, fateBytes)) }

// findKeys computes the missing keys of the shard's solved rows, part by part.
func (c *Config) findKeys(ctx context.Context, s *solved, k *keyEncoder, partitions int) error {
	to := &keyStore{Config: c, solved: s, partitions: partitions, parts: c.ours(c.partsWithoutKeys(s))}
	return c.readParts(ctx, s, to.parts, k, to)
}

// keyStore is the partStore of keys.
type keyStore struct {
	*Config
	solved     *solved
	partitions int
	parts      []int // by the index of the range
	files      []keyFile
}

// keyFile is one of the files of a part.
type keyFile struct {
	out     *atomicfile.File
	records *keysort.Writer
}

func (s *keyStore) start(index int) error {
	s.files = nil
	for _, kind := range []string{rowKeys, classKeys, fateBytes} {
		out, err := s.Directory.Create(s.keyPath(s.solved, s.parts[index], kind), true)
		if err != nil {
			return err
		}
		s.files = append(s.files, keyFile{out, keysort.NewWriter(out, s.partitions)})
	}
	return nil
}

func (s *keyStore) add(_ *formats.Batch, encoded []formats.Encoded) error {
	found := encoded[0].(*keysOfBatch)
	for i, records := range [][]keysort.Record{found.rows, found.classes} {
		for _, r := range records {
			if err := s.files[i].records.Add(r); err != nil {
				return err
			}
		}
	}
	_, err := s.files[len(s.files)-1].out.Write(found.fates)
	return err
}

func (s *keyStore) publish() error {
	for _, f := range s.files {
		if err := f.records.Flush(); err != nil {
			return err
		}
		if err := s.Directory.Commit(f.out); err != nil {
			return err
		}
	}
	return nil
}

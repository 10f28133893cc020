package dataset

import (
	"context"
	"fmt"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline"
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
func (c *Config) keyPath(name string, part int, kind string) string {
	return c.path("keys", fmt.Sprintf("%s-%06d.%s", name, part, kind))
}

// findKeys computes the missing keys of the shard's solved rows, part by part.
func (c *Config) findKeys(ctx context.Context, s *solved, name string, k *keyEncoder, partitions int) error {
	if err := makeDirectory(c.path("keys")); err != nil {
		return err
	}
	to := &keySink{Config: c, name: name, keyEncoder: k, partitions: partitions, parts: c.ours(c.partsWithoutKeys(s, name))}
	defer to.drop()
	return c.readParts(ctx, s, to.parts, k, to)
}

// readParts reads some parts of the solved rows again.
func (c *Config) readParts(ctx context.Context, s *solved, parts []int, encoder formats.Writer, to pipeline.Sink) error {
	if len(parts) == 0 {
		return nil
	}
	reader, ranges, err := s.openParts(parts)
	if err != nil {
		return err
	}
	defer func() { _ = reader.Close() }()
	c.Enter(Choosing, reader, -1)
	return pipeline.RunRanges(ctx, pipeline.Config{
		Reader: reader, Writers: []formats.Writer{encoder}, Workers: c.Workers, BatchRows: c.BatchRows, BatchBytes: c.BatchBytes,
	}, ranges, to)
}

// keySink writes the keys of each part to separate files.
type keySink struct {
	*Config
	*keyEncoder
	name       string
	partitions int
	parts      []int // by the index of the range
	current    int   // the index of the range that is being written
	files      []keyFile
}

// keyFile is one of the files of a part.
type keyFile struct {
	out     *atomicfile.File
	records *keysort.Writer
}

// Write implements pipeline.Sink.
func (s *keySink) Write(index int, _ *formats.Batch, encoded []formats.Encoded, _ *pipeline.Totals) error {
	if s.files != nil && s.current != index {
		if err := s.publish(); err != nil {
			return err
		}
	}
	if s.files == nil {
		if err := s.start(index); err != nil {
			return err
		}
	}
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

func (s *keySink) start(index int) error {
	s.current = index
	for _, kind := range []string{rowKeys, classKeys, fateBytes} {
		out, err := s.Directory.Create(s.keyPath(s.name, s.parts[index], kind), true)
		if err != nil {
			return err
		}
		s.files = append(s.files, keyFile{out, keysort.NewWriter(out, s.partitions)})
	}
	return nil
}

// publish gives the files of a part their names.
func (s *keySink) publish() error {
	for _, f := range s.files {
		if err := f.records.Flush(); err != nil {
			return err
		}
		if err := s.Directory.Commit(f.out); err != nil {
			return err
		}
	}
	s.files = nil
	return nil
}

// End implements pipeline.Sink.
func (s *keySink) End(cause error) error {
	if cause == nil && s.files != nil {
		cause = s.publish()
	}
	return cause
}

// drop removes the files of a part that is not complete.
func (s *keySink) drop() {
	for _, f := range s.files {
		s.Directory.Drop(f.out)
	}
}

// keyFiles returns the files of one kind for all parts.
func (c *Config) keyFiles(s *solved, name, kind string) (paths []string) {
	if s != nil {
		for i := range s.plan.Parts {
			paths = append(paths, c.keyPath(name, i, kind))
		}
	}
	return paths
}

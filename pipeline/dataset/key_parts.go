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
// last: where it is, so are the others.
const (
	rowKeys   = "rows"
	classKeys = "classes"
	fateBytes = "fates"
)

// keyPath returns the path of a file of keys.
func (c *Config) keyPath(name string, part int, kind string) string {
	return c.path("keys", fmt.Sprintf("%s-%06d.%s", name, part, kind))
}

// findKeys finds the keys of the shard's solved rows, part by part, as far as they are missing.
func (c *Config) findKeys(ctx context.Context, s *solved, name string, k *keyer, partitions int) error {
	if err := c.makeFolder("keys"); err != nil {
		return err
	}
	to := &keySink{Config: c, name: name, keyer: k, partitions: partitions}
	for i := range s.plan.Parts {
		if c.mine(i) && !exists(c.keyPath(name, i, fateBytes)) {
			to.parts = append(to.parts, i)
		}
	}
	defer func() { to.drop() }()
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

// keySink writes the keys of each part to files of their own.
type keySink struct {
	*Config
	*keyer
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
func (to *keySink) Write(index int, _ *formats.Batch, encoded []formats.Encoded, _ *pipeline.Totals) error {
	if to.files != nil && to.current != index {
		if err := to.publish(); err != nil {
			return err
		}
	}
	if to.files == nil {
		if err := to.start(index); err != nil {
			return err
		}
	}
	found := encoded[0].(*keyed)
	for i, records := range [][]keysort.Record{found.rows, found.classes} {
		for _, r := range records {
			if err := to.files[i].records.Add(r); err != nil {
				return err
			}
		}
	}
	_, err := to.files[len(to.files)-1].out.Write(found.fates)
	return err
}

func (to *keySink) start(index int) error {
	to.current = index
	for _, kind := range []string{rowKeys, classKeys, fateBytes} {
		out, err := to.Directory.Create(to.keyPath(to.name, to.parts[index], kind), true)
		if err != nil {
			return err
		}
		to.files = append(to.files, keyFile{out, keysort.NewWriter(out, to.partitions)})
	}
	return nil
}

// publish gives the files of a part their names.
func (to *keySink) publish() error {
	for _, f := range to.files {
		if err := f.records.Flush(); err != nil {
			return err
		}
		if err := to.Directory.Commit(f.out); err != nil {
			return err
		}
	}
	to.files = nil
	return nil
}

// End implements pipeline.Sink.
func (to *keySink) End(cause error) error {
	if cause == nil && to.files != nil {
		cause = to.publish()
	}
	return cause
}

// drop removes the files of a part that is not complete.
func (to *keySink) drop() {
	for _, f := range to.files {
		to.Directory.Drop(f.out)
	}
}

// keyFiles returns the files of a kind of all parts.
func (c *Config) keyFiles(s *solved, name, kind string) (paths []string) {
	if s != nil {
		for i := range s.plan.Parts {
			paths = append(paths, c.keyPath(name, i, kind))
		}
	}
	return paths
}

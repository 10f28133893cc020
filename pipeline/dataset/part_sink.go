package dataset

import (
	"context"
	"slices"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline"
)

// A partStore stores the encoded parts of a run, one part at a time.
type partStore interface {
	// start creates the files of the part with the given index.
	start(part int) error
	add(b *formats.Batch, encoded []formats.Encoded) error
	// publish moves the part's files to their final names. It is called after the part's last row.
	publish() error
}

// A partSink is a pipeline.Sink that writes to a partStore.
type partSink struct {
	partStore
	parts   []int // range i holds the rows of part parts[i]
	current int   // index of the range that is being stored, or -1 before the first one
}

func (s *partSink) Write(index int, b *formats.Batch, encoded []formats.Encoded, _ *pipeline.Totals) error {
	if s.current != index {
		if err := s.End(); err != nil {
			return err
		}
		s.current = index
		if err := s.start(s.parts[index]); err != nil {
			return err
		}
	}
	return s.add(b, encoded)
}

func (s *partSink) End() error {
	if s.current >= 0 {
		return s.publish()
	}
	return nil
}

// storeParts reads, encodes and stores the rows of the given parts. It does not solve these rows.
func (c *Config) storeParts(ctx context.Context, reader formats.Reader, parts []int, ranges []pipeline.Range, writers []formats.Writer, extras formats.Extras, to partStore) error {
	return pipeline.RunRanges(ctx, pipeline.Config{
		Reader: reader, Writers: writers, Extras: extras, Workers: c.Workers, BatchRows: c.BatchRows, BatchBytes: c.BatchBytes,
	}, ranges, &partSink{partStore: to, parts: parts, current: -1})
}

// readParts encodes the rows of this shard's missing parts, and stores the results. missing can
// also contain parts of other shards, which readParts skips.
func (c *Config) readParts(ctx context.Context, s *solved, missing []int, encoder formats.Writer, to partStore) error {
	parts := slices.DeleteFunc(missing, func(part int) bool { return !c.mine(part) })
	if len(parts) == 0 {
		return nil
	}
	var paths []string
	var ranges []pipeline.Range
	for i, part := range parts {
		of := &s.plan.Parts[part]
		paths = append(paths, s.files[part])
		ranges = append(ranges, pipeline.Range{First: of.First, Rows: of.Rows, At: formats.Position{File: i, Line: 1}})
	}
	reader, err := formats.Open(paths, s.read)
	if err != nil {
		return err
	}
	defer func() { _ = reader.Close() }()
	c.Enter(pipeline.Choose, reader, pipeline.Unknown)
	return c.storeParts(ctx, reader, parts, ranges, []formats.Writer{encoder}, formats.Extras{}, to)
}

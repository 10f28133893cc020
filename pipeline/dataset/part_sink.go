package dataset

import (
	"context"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline"
)

// A partStore stores the encoded parts of a run, one part at a time.
type partStore interface {
	// start creates the files of the next part. index is the index of the part's range of rows.
	start(index int) error
	add(b *formats.Batch, encoded []formats.Encoded) error
	// publish moves the part's files to their final names. It is called after the part's last row.
	publish() error
}

// A partSink is a pipeline.Sink that writes to a partStore.
type partSink struct {
	partStore
	current int // index of the range that is being stored, or -1 before the first one
}

func (s *partSink) Write(index int, b *formats.Batch, encoded []formats.Encoded, _ *pipeline.Totals) error {
	if s.current != index {
		if err := s.End(nil); err != nil {
			return err
		}
		s.current = index
		if err := s.start(index); err != nil {
			return err
		}
	}
	return s.add(b, encoded)
}

func (s *partSink) End(cause error) error {
	if cause == nil && s.current >= 0 {
		return s.publish()
	}
	return cause
}

// storeParts reads ranges of rows without solving them, encodes the rows and stores the results.
func (c *Config) storeParts(ctx context.Context, reader formats.Reader, ranges []pipeline.Range, writers []formats.Writer, extras formats.Extras, to partStore) error {
	return pipeline.RunRanges(ctx, pipeline.Config{
		Reader: reader, Writers: writers, Extras: extras, Workers: c.Workers, BatchRows: c.BatchRows, BatchBytes: c.BatchBytes,
	}, ranges, &partSink{partStore: to, current: -1})
}

// readParts reads the given parts of the solved rows, encodes them and stores the results.
func (c *Config) readParts(ctx context.Context, s *solved, parts []int, encoder formats.Writer, to partStore) error {
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
	c.Enter(Choosing, reader, -1)
	return c.storeParts(ctx, reader, ranges, []formats.Writer{encoder}, formats.Extras{}, to)
}

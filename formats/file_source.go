package formats

import (
	"io"
	"sync/atomic"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/compress"
	"github.com/gridmill/gridmill/formats/internal/scan"
)

// fileSource holds the fields that the sources of different formats have in common.
type fileSource struct {
	path        string // for messages
	options     *ReadOptions
	compression compress.Kind
	onlyOnce    bool         // the file is a stream or a member of an archive
	close       func() error // closes the file and ends decompression
	info        Schema
}

func (f *fileSource) name() string { return f.path }

func (f *fileSource) schema() *Schema { return &f.info }

func (f *fileSource) describe(info *Info) {
	info.Reading = f.info.Reading
	if f.compression != compress.None {
		info.Compression = f.compression.String()
	}
}

func (f *fileSource) lineOf(b *Batch, seg *segment, i int) int64 {
	return seg.line + int64(b.block.Rows[i].Line)
}

// fill adds rows to a batch. Batch.Parse passes these rows to parser.
func (f *fileSource) fill(parser rowParser, rows scan.Rows, b *Batch, limit int) error {
	from, line := b.Len(), rows.Line()
	err := rows.Fill(&b.block, limit, b.maxBytes)
	if err == nil {
		// A stream may pause here, so do not wait for its next row.
		err = rows.ToNextRow(!f.onlyOnce)
	}
	b.addSegment(parser, from, len(b.block.Rows), line)
	return files.InFile(f.path, err)
}

type counter struct {
	io.Reader
	done *atomic.Int64
	at   int64 // current offset in the file
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.moved(int64(n))
	return n, err
}

func (c *counter) moved(n int64) {
	c.done.Add(n)
	c.at += n
}

type counterAt struct {
	io.ReaderAt
	done *atomic.Int64
}

func (c *counterAt) ReadAt(p []byte, at int64) (int, error) {
	n, err := c.ReaderAt.ReadAt(p, at)
	c.done.Add(int64(n))
	return n, err
}

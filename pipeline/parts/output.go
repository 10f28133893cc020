package parts

import (
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/atomicfile"
)

// An Output is a file that counts the bytes that are written to it and computes their checksum.
type Output struct {
	*atomicfile.File
	sum   files.Checksum
	bytes int64
}

// NewOutput returns the Output for a file to which nothing has been written.
func NewOutput(f *atomicfile.File) *Output { return &Output{File: f, sum: files.NewChecksum()} }

// Write implements io.Writer.
func (o *Output) Write(p []byte) (int, error) {
	n, err := o.File.Write(p)
	_, _ = o.sum.Write(p[:n]) // never fails
	o.bytes += int64(n)
	return n, err
}

// Made describes the complete file, which has a part with this number and these rows.
func (o *Output) Made(part int, rows pipeline.Range) Made {
	return Made{Part: part, First: rows.First, Rows: rows.Rows, Bytes: o.bytes, Checksum: o.sum.String()}
}

package parts

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/atomicfile"
)

// A DamageError reports that a file is missing, unreadable, or different from what gridmill wrote.
// Its text does not name the file. A permission error counts as damage only in ReadSuccess.
type DamageError struct{ error }

func damage(format string, args ...any) DamageError { return DamageError{fmt.Errorf(format, args...)} }

func unreadable(err error) DamageError {
	return damage("it cannot be read: %w", files.WithoutPath(err))
}

// CheckFile returns a DamageError if the file of a part is missing or differs from want. If counter
// is not nil, it counts the bytes read.
func CheckFile(ctx context.Context, path string, want Made, counter *files.Counter) error {
	f, info, err := openMade(path)
	if errors.Is(err, fs.ErrNotExist) {
		return damage("it is missing")
	} else if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	if info.Size() != want.Bytes {
		return damage("it has %d bytes, expected %d", info.Size(), want.Bytes)
	}
	sum, err := files.ChecksumOf(ctx, counter.Reader(f))
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		return unreadable(err)
	case sum.String() != want.Checksum:
		return damage("its content has changed since it was written")
	}
	return nil
}

// CheckOpens returns an error, such as fs.ErrNotExist, if the part at path cannot be opened.
func CheckOpens(path string) error {
	f, _, err := openMade(path)
	if err != nil {
		return err
	}
	return f.Close()
}

// openMade opens a file that gridmill wrote. It returns a DamageError and opens nothing if path is
// not a regular file: opening a pipe could block, and a link leads to a different file.
func openMade(path string) (f *os.File, info fs.FileInfo, err error) {
	info, err = os.Lstat(path)
	if err == nil && !info.Mode().IsRegular() {
		return nil, nil, damage("it is not a regular file")
	}
	if err == nil {
		f, err = os.Open(path)
	}
	switch {
	case err == nil, errors.Is(err, fs.ErrNotExist):
		return f, info, err
	case errors.Is(err, fs.ErrPermission):
		return nil, nil, fmt.Errorf("%s cannot be read: %w; make it readable, or remove it and write its part again", path, files.WithoutPath(err))
	}
	return nil, nil, unreadable(err)
}

// readMade opens a small file with openMade and returns its contents.
func readMade(path string) ([]byte, error) {
	f, _, err := openMade(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	text, err := io.ReadAll(f)
	if err != nil {
		return nil, unreadable(err)
	}
	return text, nil
}

// An Output is a file that counts the bytes written to it and computes their checksum.
type Output struct {
	*atomicfile.File
	sum   files.Checksum
	bytes int64
}

// NewOutput returns an Output for f, which must be empty.
func NewOutput(f *atomicfile.File) *Output { return &Output{File: f, sum: files.NewChecksum()} }

// Write implements io.Writer.
func (o *Output) Write(p []byte) (int, error) {
	n, err := o.File.Write(p)
	_, _ = o.sum.Write(p[:n]) // never fails
	o.bytes += int64(n)
	return n, err
}

// A RowFile is an Output and the writer of its rows.
type RowFile struct {
	*Output
	Writer formats.Writer
}

// CreateRows creates a file of rows in the directory. It calls create to get the file's writer.
func (d *Directory) CreateRows(
	path string, create func(io.Writer) (formats.Writer, error),
) (*RowFile, error) {
	file, err := d.Create(path, true)
	if err != nil {
		return nil, err
	}
	out := NewOutput(file)
	writer, err := create(out)
	return &RowFile{out, writer}, err
}

// Made returns the description of a complete file that holds the given part and rows.
func (o *Output) Made(part int, rows pipeline.Range) Made {
	return Made{Part: part, First: rows.First, Rows: rows.Rows, Bytes: o.bytes, Checksum: o.sum.String()}
}

package pipeline

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
)

// Output is a file that appears under its name only when it is complete and
// safely stored. Until then its bytes are in a temporary file beside it.
//
// Where the name stands for something that is no regular file, such as a device
// or a named pipe, bytes go straight to it.
type Output struct {
	path     string
	file     *os.File
	buffer   *bufio.Writer
	temp     string // empty when bytes go straight to the path
	keepPath bool   // refuse to replace a file
	closed   bool
}

// outputBuffer is the size of writes to an output, in bytes.
const outputBuffer = 256 << 10

// CreateOutput begins an output. It refuses a name that exists already, unless
// overwrite is set.
func CreateOutput(path string, overwrite bool) (*Output, error) {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return nil, fmt.Errorf("%s is a directory; give the name of a file", path)
	case err == nil && !info.Mode().IsRegular():
		file, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return nil, err
		}
		return newOutput(path, file), nil
	case err == nil && !overwrite:
		return nil, existsError(path)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	temp := filepath.Join(filepath.Dir(path), fmt.Sprintf(".%s.%08x.tmp", filepath.Base(path), rand.Uint32()))
	file, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be written: %w", path, withoutPath(err))
	}
	o := newOutput(path, file)
	o.temp, o.keepPath = temp, !overwrite
	return o, nil
}

// StreamOutput wraps a stream that is open already, such as standard output.
func StreamOutput(file *os.File) *Output { return newOutput(file.Name(), file) }

func newOutput(path string, file *os.File) *Output {
	return &Output{path: path, file: file, buffer: bufio.NewWriterSize(file, outputBuffer)}
}

func existsError(path string) error {
	return fmt.Errorf("%s exists already; choose another name, or add --overwrite to replace it", path)
}

// withoutPath takes the name of a temporary file out of an error.
func withoutPath(err error) error {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return pathError.Err
	}
	return err
}

// explain says which output an error concerns, and what to do where that is
// known.
func (o *Output) explain(err error) error {
	err = withoutPath(err)
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return fmt.Errorf("%s cannot be written: %w; make room and run again", o.path, err)
	}
	return fmt.Errorf("%s cannot be written: %w", o.path, err)
}

// Write implements io.Writer.
func (o *Output) Write(p []byte) (int, error) {
	n, err := o.buffer.Write(p)
	if err != nil {
		return n, o.explain(err)
	}
	return n, nil
}

// Commit stores what was written and gives it its name. After an error the
// output must still be aborted.
func (o *Output) Commit() error {
	if err := o.buffer.Flush(); err != nil {
		return o.explain(err)
	}
	if o.temp == "" {
		o.closed = true
		if err := o.file.Close(); err != nil {
			return o.explain(err)
		}
		return nil
	}
	if err := o.file.Sync(); err != nil {
		return o.explain(err)
	}
	o.closed = true
	if err := o.file.Close(); err != nil {
		return o.explain(err)
	}
	if err := o.rename(); err != nil {
		return err
	}
	o.temp = ""
	return syncDirectory(filepath.Dir(o.path))
}

func (o *Output) rename() error {
	if o.keepPath {
		if _, err := os.Lstat(o.path); err == nil {
			return existsError(o.path)
		}
	}
	if err := os.Rename(o.temp, o.path); err != nil {
		return o.explain(errors.Unwrap(err))
	}
	return nil
}

// Abort drops an output that is not committed, and leaves nothing behind. After
// Commit it does nothing.
func (o *Output) Abort() {
	if !o.closed {
		o.closed = true
		_ = o.file.Close()
	}
	if o.temp != "" {
		_ = os.Remove(o.temp)
		o.temp = ""
	}
}

// syncDirectory makes a new name in a directory durable.
func syncDirectory(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }()
	// Some file systems cannot sync a directory and say so; on them there is
	// nothing more to do.
	if err := d.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, syscall.ENOTSUP) {
		return err
	}
	return nil
}

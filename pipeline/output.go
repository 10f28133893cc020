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

	"github.com/gridmill/gridmill/formats/files"
)

// Output is a file that appears under its name only when it is complete and
// safely stored. Until then its bytes are in a temporary file beside it.
//
// Where the name stands for something that is no regular file, such as a device
// or a named pipe, bytes go straight to it.
type Output struct {
	path     string // as it was asked for
	target   string // where the file goes: the path, or where a link of that name leads
	stream   bool   // standard output
	file     *os.File
	buffer   *bufio.Writer
	temp     string // empty when bytes go straight to the path
	keepPath bool   // refuse to replace a file
	failed   error  // of the first write that failed
	closed   bool
	stored   bool // complete; all that is left to do is to give it its name
}

// ErrReaderGone says that whoever read a stream has stopped reading, as head
// does when it has seen enough.
var ErrReaderGone = errors.New("nobody reads standard output any more")

// What makes outputs safe, apart so that tests can let it fail.
var (
	syncFile  = (*os.File).Sync
	closeFile = (*os.File).Close
)

const (
	// outputBuffer is how many bytes are gathered from small writes to an output.
	outputBuffer = 256 << 10
	// largeWrite is the size from which on writes go past the buffer. A page of Parquet
	// comes after its header of a few bytes, and the buffer would take in all of it.
	largeWrite = 64 << 10
)

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
			return nil, fmt.Errorf("%s cannot be written: %w", path, files.WithoutPath(err))
		}
		return newOutput(path, file), nil
	case err == nil && !overwrite:
		return nil, existsError(path)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s cannot be written: %w", path, files.WithoutPath(err))
	}
	target, err := targetOf(path)
	if err != nil {
		return nil, err
	}
	return beginOutput(path, target, info, overwrite)
}

// createOwn begins a file that is nobody else's: whatever stands in its place, but for
// a directory, is replaced itself, and not what a link there leads to.
func createOwn(path string, overwrite bool) (*Output, error) {
	info, err := os.Lstat(path)
	switch {
	case err == nil && info.IsDir():
		return nil, fmt.Errorf("%s is a directory where a file is to be; move it elsewhere and run again", path)
	case err == nil && !overwrite:
		return nil, existsError(path)
	case err == nil && !info.Mode().IsRegular():
		info = nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, explain(path, err)
	}
	return beginOutput(path, path, info, overwrite)
}

// beginOutput makes the temporary file of an output, beside its target. It replaces
// what info tells of, if that is not nil.
func beginOutput(path, target string, info fs.FileInfo, overwrite bool) (*Output, error) {
	temp := filepath.Join(filepath.Dir(target), fmt.Sprintf(".%s.%08x.tmp", filepath.Base(target), rand.Uint32()))
	file, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, explain(path, err)
	}
	o := newOutput(path, file)
	o.target, o.temp, o.keepPath = target, temp, !overwrite
	if info != nil { // what is replaced keeps its permissions
		if err := file.Chmod(info.Mode().Perm()); err != nil {
			o.Abort()
			return nil, explain(path, err)
		}
	}
	return o, nil
}

// targetOf returns what a path stands for: itself, or what a symbolic link
// leads to, so that the link stays and the file behind it is replaced.
func targetOf(path string) (string, error) {
	if info, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) || err == nil && info.Mode()&fs.ModeSymlink == 0 {
		return path, nil
	} else if err != nil {
		return "", explain(path, err)
	}
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", fmt.Errorf("%s is a link to a file that is not there; remove the link or choose another name", path)
	}
	return target, nil
}

// StreamOutput wraps standard output.
func StreamOutput(file *os.File) *Output {
	o := newOutput("standard output", file)
	o.stream = true
	return o
}

func newOutput(path string, file *os.File) *Output {
	return &Output{path: path, file: file, buffer: bufio.NewWriterSize(file, outputBuffer)}
}

func existsError(path string) error {
	return fmt.Errorf("%s exists already; choose another name, or add --overwrite to replace it", path)
}

// explain says of an error which output it concerns, and what to do where that
// is known.
func (o *Output) explain(err error) error {
	if o.stream && errors.Is(err, syscall.EPIPE) {
		return ErrReaderGone
	}
	return explain(o.path, err)
}

func explain(path string, err error) error {
	err = files.WithoutPath(err)
	advice := ""
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		advice = "; make room and run again"
	case errors.Is(err, syscall.EFBIG):
		advice = "; raise the limit of file sizes (ulimit -f) or choose another disk"
	case errors.Is(err, fs.ErrNotExist):
		advice = "; make its directory first"
	}
	return fmt.Errorf("%s cannot be written: %w%s", path, err, advice)
}

// Write implements io.Writer. After an error the output takes no more and cannot be
// stored.
func (o *Output) Write(p []byte) (n int, err error) {
	switch {
	case o.failed != nil:
		return 0, o.failed
	case len(p) < largeWrite:
		n, err = o.buffer.Write(p)
	default:
		if err = o.buffer.Flush(); err == nil {
			n, err = o.file.Write(p)
		}
	}
	if err != nil {
		o.failed = o.explain(err)
	}
	return n, o.failed
}

// Path returns the name that was asked for.
func (o *Output) Path() string { return o.path }

// Store writes out what is buffered and makes it safe. After it, all that can
// fail is giving the output its name, so that several can be stored before any
// of them appears.
func (o *Output) Store() error {
	if o.stored {
		return nil
	}
	if o.failed != nil {
		return o.failed
	}
	if err := o.buffer.Flush(); err != nil {
		return o.explain(err)
	}
	if o.temp != "" {
		if err := syncFile(o.file); err != nil {
			return o.explain(err)
		}
	}
	o.closed = true
	if err := closeFile(o.file); err != nil {
		return o.explain(err)
	}
	o.stored = true
	return nil
}

// Commit stores what was written and gives it its name. After an error the
// output must still be aborted.
func (o *Output) Commit() error {
	if err := o.Store(); err != nil || o.temp == "" {
		return err
	}
	if err := o.takeName(); err != nil {
		return err
	}
	o.temp = ""
	if err := syncDirectory(filepath.Dir(o.target)); err != nil {
		return fmt.Errorf("%s is complete and has its name, but its directory cannot be synced, so that a power cut may undo that: %w", o.path, files.WithoutPath(err))
	}
	return nil
}

// takeName gives the temporary file its name. A link, unlike a rename, fails
// where the name is taken, however short a time ago that happened; not every
// file system has links.
func (o *Output) takeName() error {
	if o.keepPath {
		err := os.Link(o.temp, o.target)
		switch {
		case err == nil:
			if err := os.Remove(o.temp); err != nil {
				return o.explain(err)
			}
			return nil
		case errors.Is(err, fs.ErrExist):
			return existsError(o.path)
		}
		if _, err := os.Lstat(o.target); err == nil {
			return existsError(o.path)
		}
	}
	if err := os.Rename(o.temp, o.target); err != nil {
		return o.explain(err)
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

// Discard removes the temporary file of an output that another goroutine may
// still write to. It is for a process that ends right after it.
func (o *Output) Discard() {
	if o.temp != "" {
		_ = os.Remove(o.temp)
	}
}

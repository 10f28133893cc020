package atomicfile

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/gofrs/flock"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline/internal/disk"
)

// A File is an output that appears under its name only when it is complete and safely
// stored. Where the name is that of a device or a named pipe, bytes go straight to it.
type File struct {
	path     string // as given by the caller
	target   string // where the file goes: the path, or where a link of that name leads
	stream   bool   // standard output
	file     *os.File
	buffer   *bufio.Writer
	temp     string // empty when bytes go straight to the path
	keepPath bool   // refuse to replace a file
	failed   error  // of the first write that failed
	closed   bool
	stored   bool // complete and synced; only the name is missing
	passing  bool // never synced
	// lock holds the temporary file of Create; nil where there are no locks.
	lock *flock.Flock
	// LeftBehind counts the temporary files that killed runs to the same name had left behind,
	// and that Create has removed.
	LeftBehind int
}

// ErrReaderGone says that the reader of standard output has closed it, as head does
// when it has seen enough.
var ErrReaderGone = errors.New("standard output was closed by its reader")

const (
	// bufferBytes is the size of the buffer for small writes.
	bufferBytes = 256 << 10
	// largeWrite is the size from which on writes bypass the buffer. A page of Parquet
	// follows its header of a few bytes, and the buffer would otherwise copy all of it.
	largeWrite = 64 << 10
)

// Stdout wraps standard output.
func Stdout(file *os.File) *File {
	o := newFile("standard output", file)
	o.stream = true
	return o
}

func newFile(path string, file *os.File) *File {
	return &File{path: path, file: file, buffer: bufio.NewWriterSize(file, bufferBytes)}
}

// explain adds to an error which file it concerns, and what to do where that is known.
func (f *File) explain(err error) error {
	if f.stream && errors.Is(err, syscall.EPIPE) {
		return ErrReaderGone
	}
	return explain(f.path, err)
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
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		advice = "; choose a directory that this user may write in"
	}
	return fmt.Errorf("%s cannot be written: %w%s", path, err, advice)
}

// Write implements io.Writer. After an error the file takes no more bytes and cannot be
// stored.
func (f *File) Write(p []byte) (n int, err error) {
	switch {
	case f.failed != nil:
		return 0, f.failed
	case len(p) < largeWrite:
		n, err = f.buffer.Write(p)
	default:
		if err = f.buffer.Flush(); err == nil {
			n, err = f.file.Write(p)
		}
	}
	if err != nil {
		f.failed = f.explain(err)
	}
	return n, f.failed
}

// Path returns the name that was given to Create.
func (f *File) Path() string { return f.path }

// KeepUnsynced says that the file need not outlast a power cut, which may leave other bytes under
// its name: its reader must know their checksum. Syncing takes longer than making it.
func (f *File) KeepUnsynced() { f.passing = true }

// Store flushes the buffer and syncs the file. After it, only giving the file its name
// can fail, so that several files can be stored before any of them appears.
func (f *File) Store() error {
	if f.stored {
		return nil
	}
	if f.failed != nil {
		return f.failed
	}
	if err := f.buffer.Flush(); err != nil {
		return f.explain(err)
	}
	if f.temp != "" && !f.passing {
		if err := disk.Sync(f.file); err != nil {
			return f.explain(err)
		}
	}
	f.closed = true
	if err := disk.Close(f.file); err != nil {
		return f.explain(err)
	}
	f.stored = true
	return nil
}

// Commit stores the file and gives it its name. After an error the file must still be
// aborted.
func (f *File) Commit() error {
	if err := f.Store(); err != nil || f.temp == "" {
		return err
	}
	if err := f.takeName(); err != nil {
		return err
	}
	f.temp = ""
	f.unlock()
	if f.passing {
		return nil
	}
	if err := syncDirectory(filepath.Dir(f.target)); err != nil {
		return fmt.Errorf("%s is complete and has its name, but its directory cannot be synced, so that a power cut may undo that: %w", f.path, files.WithoutPath(err))
	}
	return nil
}

// takeName gives the temporary file its name. A link, unlike a rename, fails
// where the name is taken, however short a time ago that happened; not every
// file system has links.
func (f *File) takeName() error {
	if f.keepPath {
		err := os.Link(f.temp, f.target)
		switch {
		case err == nil:
			if err := os.Remove(f.temp); err != nil {
				return f.explain(err)
			}
			return nil
		case errors.Is(err, fs.ErrExist):
			return existsError(f.path)
		}
		if _, err := os.Lstat(f.target); err == nil {
			return existsError(f.path)
		}
	}
	if err := os.Rename(f.temp, f.target); err != nil {
		return f.explain(err)
	}
	return nil
}

// Abort closes and removes a file that is not committed. After Commit it does nothing.
func (f *File) Abort() {
	if !f.closed {
		f.closed = true
		_ = f.file.Close()
	}
	if f.temp != "" {
		_ = os.Remove(f.temp)
		f.temp = ""
	}
	f.unlock()
}

// unlock releases the lock, if there is one.
func (f *File) unlock() {
	if f.lock != nil {
		_ = f.lock.Close() // nothing was written through it
		f.lock = nil
	}
}

// Discard removes the temporary file while another goroutine may still write to it. It
// is for a process that exits right after it.
func (f *File) Discard() {
	if f.temp != "" {
		_ = os.Remove(f.temp)
	}
}

// SyncDirectory makes the names in a directory durable, where the system can do that.
func SyncDirectory(dir string) error {
	if err := syncDirectory(dir); err != nil {
		return explain(dir, err)
	}
	return nil
}

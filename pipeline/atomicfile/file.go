package atomicfile

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"github.com/gofrs/flock"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline/internal/disk"
)

// A File is an output file that appears under its name only when it is complete and safely stored.
// Standard output, devices and named pipes are written directly.
type File struct {
	path     string // as the caller passed it
	target   string // path or, if path is a symbolic link, its target
	isStdout bool
	file     *os.File
	buffer   *bufio.Writer
	flushed  time.Time // time of the last flush caused by flushInterval
	temp     string    // path of the temporary file; empty when writing directly to path
	onlyNew  bool      // whether replacing a file is an error
	failed   error     // the first write error
	stored   bool
	unsynced bool // whether syncing is turned off
	// lock is held until the file is renamed or removed. It is nil if the file is not locked.
	lock *flock.Flock
	// LeftBehind counts the temporary files that Create removed because no run had locked them.
	LeftBehind int
}

// ErrReaderGone means that standard output was closed by the program that reads it, such as head.
var ErrReaderGone = errors.New("standard output was closed by its reader")

const (
	// bufferBytes is the size of the buffer that collects small writes.
	bufferBytes = 256 << 10
	// largeWrite is the minimum size of writes that flush and bypass the buffer. A bufio.Writer
	// bypasses only an empty buffer, but this buffer often holds the header of a Parquet page.
	largeWrite = 64 << 10
	// flushInterval is the time after which a write flushes the buffer, so that readers see new
	// rows soon.
	flushInterval = time.Second
)

// Stdout wraps standard output.
func Stdout(file *os.File) *File {
	o := newFile("standard output", file)
	o.isStdout = true
	return o
}

func newFile(path string, file *os.File) *File {
	return &File{path: path, file: file, buffer: bufio.NewWriterSize(file, bufferBytes), flushed: time.Now()}
}

// explain adds the name of the file to err and, for some errors, advice on what to do. It returns
// nil if err is nil.
func (f *File) explain(err error) error {
	if f.isStdout && errors.Is(err, syscall.EPIPE) {
		return ErrReaderGone
	}
	return explain(f.path, err)
}

func explain(path string, err error) error {
	if err == nil {
		return nil
	}
	err = files.WithoutPath(err)
	advice := ""
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		advice = "; free some space and try again"
	case errors.Is(err, syscall.EFBIG):
		advice = "; raise the file size limit (ulimit -f) or choose another disk"
	case errors.Is(err, fs.ErrNotExist):
		advice = "; create its directory first"
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		advice = "; choose a writable directory"
	}
	return fmt.Errorf("%s cannot be written: %w%s", path, err, advice)
}

// Write implements io.Writer. After an error, the file accepts no more bytes and cannot be stored.
func (f *File) Write(p []byte) (n int, err error) {
	switch {
	case f.failed != nil:
		return 0, f.failed
	case len(p) < largeWrite:
		if n, err = f.buffer.Write(p); err == nil && time.Since(f.flushed) > flushInterval {
			err = f.buffer.Flush()
			f.flushed = time.Now()
		}
	default:
		if err = f.buffer.Flush(); err == nil {
			n, err = f.file.Write(p)
		}
	}
	return n, f.fail(err)
}

func (f *File) fail(err error) error {
	if err != nil {
		f.failed = f.explain(err)
	}
	return f.failed
}

// Flush writes buffered data to the file.
func (f *File) Flush() error { return f.fail(f.buffer.Flush()) }

// WriteAt implements io.WriterAt, for formats whose header is known only at the end.
func (f *File) WriteAt(p []byte, at int64) (n int, err error) {
	if f.failed != nil {
		return 0, f.failed
	}
	if err = f.buffer.Flush(); err == nil {
		n, err = f.file.WriteAt(p, at)
	}
	return n, f.fail(err)
}

// Path returns the name that was passed to Create, or "standard output".
func (f *File) Path() string { return f.path }

// KeepUnsynced turns off syncing, for files that are faster to write again than to sync. A power
// failure can damage the contents, so readers must verify a checksum.
func (f *File) KeepUnsynced() { f.unsynced = true }

// Store flushes the buffer, syncs the file and closes it. Commit then only has to rename the file.
// Several files can therefore be stored before the first one is renamed.
func (f *File) Store() error {
	if f.stored {
		return nil
	}
	if err := f.Flush(); err != nil {
		return err
	}
	if f.temp != "" && !f.unsynced {
		if err := disk.Sync(f.file); err != nil {
			return f.explain(err)
		}
	}
	if err := disk.Close(f.file); err != nil {
		return f.explain(err)
	}
	f.stored = true
	return nil
}

// Commit stores the file and renames it. After an error, the caller must still call Abort.
func (f *File) Commit() error {
	if err := f.Store(); err != nil || f.temp == "" {
		return err
	}
	if err := f.takeName(); err != nil {
		return err
	}
	f.temp = ""
	f.unlock()
	if f.unsynced {
		return nil
	}
	if err := SyncDirectory(filepath.Dir(f.target)); err != nil {
		return fmt.Errorf("%s is complete, but its name may be lost in a power failure: %w", f.path, err)
	}
	return nil
}

// takeName gives the temporary file its final name. If onlyNew is set, takeName first tries to
// create a hard link, because a link never replaces a file.
func (f *File) takeName() error {
	if f.onlyNew {
		err := os.Link(f.temp, f.target)
		if err == nil {
			return f.explain(os.Remove(f.temp))
		}
		if _, missing := os.Lstat(f.target); missing == nil || errors.Is(err, fs.ErrExist) {
			return existsError(f.path)
		}
	}
	return f.explain(os.Rename(f.temp, f.target))
}

// Abort closes and removes the file if it has not been committed. After Commit, it does nothing.
func (f *File) Abort() {
	_ = f.file.Close() // returns a harmless error if Store has closed the file
	f.Discard()
	f.temp = ""
	f.unlock()
}

func (f *File) unlock() {
	if f.lock != nil {
		_ = f.lock.Close() // an error would not matter, because Write uses a different file handle
		f.lock = nil
	}
}

// Discard removes the temporary file without closing it. During a write, Discard may be called only
// right before the program exits.
func (f *File) Discard() {
	if f.temp != "" {
		_ = os.Remove(f.temp)
	}
}

// SyncDirectory makes the names in dir durable, if the system can sync directories. On Windows,
// syncing is not necessary, because NTFS records new names in its journal.
func SyncDirectory(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if err == nil {
		err = disk.Sync(d)
		_ = d.Close()
	}
	// Ignore the error if the file system cannot sync directories.
	if err == nil || errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) {
		return nil
	}
	return explain(dir, err)
}

package parts

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"syscall"

	"github.com/gofrs/flock"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline/atomicfile"
)

// A Directory holds a run's results in parts:
//
//	part-000000.parquet, ...    the rows
//	_SUCCESS.json               describes the complete result; written last
//	_gridmill/plan.json         describes the run; written first
//	_gridmill/part-000000.json  the manifest of a part; marks it as complete
//	_gridmill/part-000000.rejects.csv  the invalid rows of a part, if any
//	_gridmill/lock              locked by the runs that use the directory
//
// Readers of data sets skip names that start with an underscore or a dot. Every file except the
// lock is written as an atomicfile.File, and a part's manifest is written after the part.
// Therefore, a part with a manifest is complete, even if the run was killed.
type Directory struct {
	path      string
	lock      *flock.Flock
	exclusive bool // if true, no other run can use the directory
	mutex     sync.Mutex
	files     map[*atomicfile.File]bool // files that are not published yet
}

// The names of files and directories in a Directory.
const (
	privateName = files.PrivateDirectory
	planName    = "plan.json"
	lockName    = "lock"
	successName = files.SuccessName
)

// OpenDirectory locks a directory for a run, and creates it if necessary. A run of a shard shares
// the directory with runs of other shards. A run of all parts excludes all other runs. A directory
// without the private directory _gridmill must be empty, except for files and directories whose
// names start with an underscore or a dot. The caller must call Close.
func OpenDirectory(path string, shard Shard) (*Directory, error) {
	d := &Directory{path: path, files: map[*atomicfile.File]bool{}}
	if err := d.rejectForeign(); err != nil {
		return nil, err
	}
	_, missing := os.Stat(path)
	if err := os.MkdirAll(d.Private(""), 0o777); err != nil {
		return nil, fmt.Errorf("%s cannot be created: %w; choose a writable directory, or remove any file at this path", d.Private(""), files.WithoutPath(err))
	}
	err := d.takeLock(!shard.All(), os.O_CREATE|os.O_RDWR)
	if errors.Is(err, atomicfile.ErrInUse) {
		err = fmt.Errorf("%s %w; wait until that run ends, or choose another directory", path, err)
	}
	if err != nil {
		return nil, err
	}
	err = atomicfile.SyncDirectory(path)
	if err == nil && missing != nil {
		err = atomicfile.SyncDirectory(filepath.Dir(filepath.Clean(path)))
	}
	if err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// OpenToRead opens the directory at path for reading, without changing it. Until the caller calls
// Close, no run of all parts can open the directory. If the directory is not complete, no run of a
// shard can open it either. If such a run is already using the directory, OpenToRead returns
// atomicfile.ErrInUse. If the lock file does not exist or the current user cannot read it, all runs
// can open the directory.
func OpenToRead(path string) (*Directory, error) {
	d := &Directory{path: path, files: map[*atomicfile.File]bool{}}
	err := d.takeLock(Exists(d.SuccessPath()), os.O_RDONLY)
	switch {
	case errors.Is(err, atomicfile.ErrInUse):
		return nil, fmt.Errorf("%s %w; verify it after that run ends", d.path, err)
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission), err == nil:
		return d, nil
	}
	return nil, err
}

// takeLock opens the lock file with the given flag and locks the directory. If another run holds a
// conflicting lock, takeLock returns atomicfile.ErrInUse without waiting. If the file system does
// not support locks, takeLock succeeds. This is safe, because only complete parts are published.
func (d *Directory) takeLock(shared bool, flag int) error {
	d.lock = flock.New(d.Private(lockName), flock.SetFlag(flag), flock.SetPermissions(0o666))
	take := d.lock.TryLock
	if shared {
		take = d.lock.TryRLock
	}
	taken, err := take()
	switch {
	case errors.Is(err, errors.ErrUnsupported), errors.Is(err, syscall.ENOLCK), errors.Is(err, syscall.EINVAL), errors.Is(err, syscall.EBADF):
		return nil
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return fmt.Errorf("%s cannot be locked: %w; make %s writable, or choose another directory", d.path, files.WithoutPath(err), d.Private(""))
	case err != nil:
		return fmt.Errorf("%[1]s cannot be locked: %[2]s: %[3]w; remove %[2]s, or choose another directory", d.path, d.Private(lockName), files.WithoutPath(err))
	case !taken:
		return atomicfile.ErrInUse
	}
	d.exclusive = !shared
	return nil
}

// Close removes files that have not been committed, and lets other runs use the directory.
func (d *Directory) Close() error {
	d.mutex.Lock()
	for o := range d.files {
		o.Abort()
	}
	d.mutex.Unlock()
	if err := d.lock.Close(); err != nil {
		return fmt.Errorf("%s cannot be unlocked: %w", d.path, files.WithoutPath(err))
	}
	return nil
}

// CloseAndRemove is like Close but also removes the lock file, and then the private directory if it
// is empty. Without the private directory, later runs cannot add parts (see OpenDirectory).
func (d *Directory) CloseAndRemove() error {
	err := d.Close()
	if RemoveFiles(d.path, filepath.Join(privateName, lockName)) == nil {
		_ = RemoveFiles(d.path, privateName)
	}
	return err
}

// Path returns the path passed to OpenDirectory or OpenToRead.
func (d *Directory) Path() string { return d.path }

// Private returns the path of a file in the private directory.
func (d *Directory) Private(name string) string { return filepath.Join(d.path, privateName, name) }

// SuccessPath returns the path of _SUCCESS.json.
func (d *Directory) SuccessPath() string { return filepath.Join(d.path, successName) }

// PartPath returns the path of a part.
func (d *Directory) PartPath(p *Plan, part *Part) string {
	return filepath.Join(d.path, fmt.Sprintf("part-%06d.%s", part.Number, p.Extension))
}

// ManifestPath returns the path of a part's manifest.
func (d *Directory) ManifestPath(part *Part) string { return d.Private(manifestName(part)) }

func manifestName(part *Part) string { return fmt.Sprintf("part-%06d.json", part.Number) }

// Patterns for the names of files that gridmill creates in a directory.
var (
	partNames      = regexp.MustCompile(`^part-[0-9]{6,}\.[a-z]+$`)
	privateNames   = regexp.MustCompile(`^part-[0-9]{6,}\.(json|rejects\.csv)$`)
	temporaryNames = regexp.MustCompile(`^\.(part-[0-9]{6,}(\.rejects)?\.[a-z]+|plan\.json|_SUCCESS\.json)\.[0-9a-f]{8}\.tmp$`)
)

// Create creates a file in the directory. If the file is not committed, d.Close removes it.
func (d *Directory) Create(path string, overwrite bool) (*atomicfile.File, error) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	o, err := atomicfile.CreateNoFollow(path, overwrite)
	if err != nil {
		return nil, err
	}
	d.files[o] = true
	return o, nil
}

// Commit stores o, renames it, and syncs the directory. If an error occurs after the rename, o
// keeps its final name. This is harmless, because parts without a manifest are redone.
func (d *Directory) Commit(o *atomicfile.File) error {
	// Store is slow, so call it without holding the mutex.
	if err := o.Store(); err != nil {
		return err
	}
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if err := o.Commit(); err != nil {
		return err
	}
	delete(d.files, o)
	return nil
}

// Publish writes text to a file and commits the file. It replaces an existing file.
func (d *Directory) Publish(path string, text []byte) error {
	o, err := d.Create(path, true)
	if err != nil {
		return err
	}
	if _, err := o.Write(text); err != nil {
		return err
	}
	return d.Commit(o)
}

// Discard removes unfinished files, even if other goroutines are still writing to them. It also
// prevents the creation of new files, so the process must exit soon afterward.
func (d *Directory) Discard() {
	d.mutex.Lock()
	for o := range d.files {
		o.Discard()
	}
}

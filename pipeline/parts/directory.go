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
//	_SUCCESS.json               written last: describes the complete result
//	_gridmill/plan.json         written first: what to make
//	_gridmill/part-000000.json  the manifest of a part, which says that it is complete
//	_gridmill/part-000000.rejects.csv  its invalid rows, if there are any
//	_gridmill/lock              held by the runs that work here
//
// Readers of data sets skip names that start with an underscore or a dot.
// Every file is an atomicfile.File, and the manifest of a part is written after the
// part, so a part that counts as done is complete, however a run ends.
type Directory struct {
	path      string
	lock      *flock.Flock
	exclusive bool // no other run can be working here
	mutex     sync.Mutex
	files     map[*atomicfile.File]bool // not yet published
}

// The names in a directory.
const (
	privateName = files.PrivateDirectory
	planName    = "plan.json"
	lockName    = "lock"
	successName = files.SuccessName
)

// Sharing says which other runs can work in a directory at the same time.
type Sharing bool

// Exclusive excludes all other runs, and Shared excludes only those that are exclusive.
const (
	Exclusive Sharing = false
	Shared    Sharing = true
)

// ErrInUse means that another run works in a directory. Trying again later can succeed.
var ErrInUse = errors.New("is in use by another run of gridmill")

// OpenDirectory locks a directory for a run, and creates it if it does not exist. It rejects
// a directory that has files but none of gridmill's. Close it after use.
func OpenDirectory(path string, sharing Sharing) (*Directory, error) {
	d := &Directory{path: path, files: map[*atomicfile.File]bool{}}
	if err := d.rejectForeign(); err != nil {
		return nil, err
	}
	_, missing := os.Stat(path)
	if err := os.MkdirAll(d.Private(""), 0o777); err != nil {
		return nil, fmt.Errorf("%s cannot be made: %w; choose a directory that this user may write in, or remove a file in its place", d.Private(""), files.WithoutPath(err))
	}
	err := d.takeLock(sharing, os.O_CREATE|os.O_RDWR)
	if errors.Is(err, ErrInUse) {
		err = fmt.Errorf("%s %w; wait until it ends, or choose another directory", path, err)
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

// OpenToRead keeps runs out of a directory while its parts are read, and changes nothing
// there. Without a lock file that this user can read, it does not keep runs out. The error
// is ErrInUse if a run is writing. Close the directory after use.
func OpenToRead(path string) (*Directory, error) {
	d := &Directory{path: path}
	err := d.takeLock(Shared, os.O_RDONLY)
	switch {
	case errors.Is(err, ErrInUse):
		return nil, fmt.Errorf("%s %w: a run is writing here; verify it when the run has ended", d.path, err)
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission), err == nil:
		return d, nil
	}
	return nil, err
}

// takeLock locks the directory at once, or returns ErrInUse. The flag is used to open the
// lock file. If the file system has no locks, other runs are not kept out. Parts are still
// correct then, as each is published whole.
func (d *Directory) takeLock(sharing Sharing, flag int) error {
	d.lock = flock.New(d.Private(lockName), flock.SetFlag(flag), flock.SetPermissions(0o666))
	take := d.lock.TryLock
	if sharing == Shared {
		take = d.lock.TryRLock
	}
	taken, err := take()
	switch {
	case errors.Is(err, errors.ErrUnsupported), errors.Is(err, syscall.ENOLCK), errors.Is(err, syscall.EINVAL):
		return nil
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%s cannot be locked: %w; let this user write in %s, or choose another directory", d.path, files.WithoutPath(err), d.Private(""))
	case err != nil:
		return fmt.Errorf("%s cannot be locked: %s: %w; remove what is there, or choose another directory", d.path, d.Private(lockName), files.WithoutPath(err))
	case !taken:
		return ErrInUse
	}
	d.exclusive = sharing == Exclusive
	return nil
}

// Close lets other runs work in the directory.
func (d *Directory) Close() error {
	if err := d.lock.Close(); err != nil {
		return fmt.Errorf("%s cannot be unlocked: %w", d.path, files.WithoutPath(err))
	}
	return nil
}

// CloseAndRemove is like Close, but also removes the private directory if it is empty, so that
// the directory no longer looks like one of gridmill.
func (d *Directory) CloseAndRemove() error {
	err := d.Close()
	if RemoveFiles(d.path, filepath.Join(privateName, lockName)) == nil {
		_ = RemoveFiles(d.path, privateName) // fails if the directory has other files
	}
	return err
}

// Path returns the path with which the directory was opened.
func (d *Directory) Path() string { return d.path }

// Private returns the path of a file of gridmill's own.
func (d *Directory) Private(name string) string { return filepath.Join(d.path, privateName, name) }

// SuccessPath returns the path of _SUCCESS.json.
func (d *Directory) SuccessPath() string { return filepath.Join(d.path, successName) }

// PartPath returns the path of a part of a plan.
func (d *Directory) PartPath(p *Plan, part *Part) string {
	return filepath.Join(d.path, fmt.Sprintf("part-%06d.%s", part.Number, p.Extension))
}

// ManifestPath returns the path of the manifest of a part.
func (d *Directory) ManifestPath(part *Part) string { return d.Private(manifestName(part)) }

func manifestName(part *Part) string { return fmt.Sprintf("part-%06d.json", part.Number) }

// The names of files that gridmill makes in a directory.
var (
	partNames      = regexp.MustCompile(`^part-[0-9]{6,}\.[a-z]+$`)
	privateNames   = regexp.MustCompile(`^part-[0-9]{6,}\.(json|rejects\.csv)$`)
	temporaryNames = regexp.MustCompile(`^\.(part-[0-9]{6,}(\.rejects)?\.[a-z]+|plan\.json|_SUCCESS\.json)\.[0-9a-f]{8}\.tmp$`)
)

package pipeline

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
//	_SUCCESS.json               last: what was made, once all of it is there
//	_gridmill/plan.json         first: what is to be made
//	_gridmill/part-000000.json  the record of a part: it is there and whole
//	_gridmill/lock              held by whoever works here
//
// Readers of data sets pass over names that begin with an underscore or a dot.
// Every file is an atomicfile.File, and the record of a part follows the part,
// so that what counts as done is done, whatever ends a run.
type Directory struct {
	path  string
	lock  *flock.Flock
	alone bool // nobody else works here, for certain
	mutex sync.Mutex
	begun map[*atomicfile.File]bool // not yet published
}

// The names in a directory.
const (
	privateName = "_gridmill"
	planName    = "plan.json"
	lockName    = "lock"
	successName = "_SUCCESS.json"
)

// Sharing says who may work in a directory at the same time.
type Sharing bool

// Alone refuses everybody else, and Shared refuses those who want to be alone.
const (
	Alone  Sharing = false
	Shared Sharing = true
)

// ErrInUse says that somebody else works in a directory. It passes.
var ErrInUse = errors.New("is in use by another run of gridmill")

// OpenDirectory makes a directory where there is none, and locks it. One that
// holds files, but none of gridmill's, is refused.
func OpenDirectory(path string, sharing Sharing) (*Directory, error) {
	d := &Directory{path: path, begun: map[*atomicfile.File]bool{}}
	if err := d.refuseForeign(); err != nil {
		return nil, err
	}
	_, missing := os.Stat(path)
	if err := os.MkdirAll(d.private(""), 0o777); err != nil {
		return nil, fmt.Errorf("%s cannot be made: %w; choose a directory that this user may write in, or remove a file in its place", d.private(""), files.WithoutPath(err))
	}
	err := d.takeLock(sharing, lockToWork)
	if errors.Is(err, ErrInUse) {
		err = fmt.Errorf("%s %w; wait for its end, or choose another directory", path, err)
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

// lockToWork and lockToLook are how the lock's file is opened by who may write in
// the directory, and by who may not.
const (
	lockToWork = os.O_CREATE | os.O_RDWR
	lockToLook = os.O_RDONLY
)

// takeLock locks the directory at once or not at all, and then returns ErrInUse.
// Where the file system has no locks, there is nobody to keep out.
func (d *Directory) takeLock(sharing Sharing, flag int) error {
	d.lock = flock.New(d.private(lockName), flock.SetFlag(flag), flock.SetPermissions(0o666))
	take := d.lock.TryLock
	if sharing == Shared {
		take = d.lock.TryRLock
	}
	taken, err := take()
	switch {
	case errors.Is(err, errors.ErrUnsupported), errors.Is(err, syscall.ENOLCK), errors.Is(err, syscall.EINVAL):
		return nil
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%s cannot be locked: %w; let this user write in %s, or choose another directory", d.path, files.WithoutPath(err), d.private(""))
	case err != nil:
		return fmt.Errorf("%s cannot be locked: %s: %w; remove what is there, or choose another directory", d.path, d.private(lockName), files.WithoutPath(err))
	case !taken:
		return ErrInUse
	}
	d.alone = sharing == Alone
	return nil
}

// Close lets others work in the directory.
func (d *Directory) Close() error {
	if err := d.lock.Close(); err != nil {
		return fmt.Errorf("%s cannot be unlocked: %w", d.path, files.WithoutPath(err))
	}
	return nil
}

// Path returns the name that was asked for.
func (d *Directory) Path() string { return d.path }

// private returns where a file of gridmill's own stands.
func (d *Directory) private(name string) string { return filepath.Join(d.path, privateName, name) }

// success returns where the last file stands.
func (d *Directory) successPath() string { return filepath.Join(d.path, successName) }

// partPath and recordPath return where a part of a plan and its record stand.
func (d *Directory) partPath(p *Plan, part *Part) string {
	return filepath.Join(d.path, fmt.Sprintf("part-%06d.%s", part.Number, p.Extension))
}

func (d *Directory) recordPath(part *Part) string { return d.private(recordName(part)) }

func recordName(part *Part) string { return fmt.Sprintf("part-%06d.json", part.Number) }

// What gridmill makes in a directory, by its names.
var (
	partNames      = regexp.MustCompile(`^part-[0-9]{6,}\.[a-z]+$`)
	recordNames    = regexp.MustCompile(`^part-[0-9]{6,}\.json$`)
	temporaryNames = regexp.MustCompile(`^\.(part-[0-9]{6,}\.[a-z]+|plan\.json|_SUCCESS\.json)\.[0-9a-f]{8}\.tmp$`)
)

package atomicfile

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"

	"github.com/gofrs/flock"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/option"
)

// Create creates a file that Commit moves to path. If path is a device or a pipe, the File writes
// to it directly. If path is a regular file and overwrite is not set, Create returns an
// [option.Error]. If path is a symbolic link, Create keeps the link and replaces its target. Where
// files can be locked, Create removes the temporary files of killed runs, and returns ErrInUse if
// another run is writing the same file.
func Create(path string, overwrite bool) (*File, error) {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir(), path != "" && os.IsPathSeparator(path[len(path)-1]):
		return nil, fmt.Errorf("%s names a directory; choose a file name", path)
	case err == nil && !info.Mode().IsRegular():
		file, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return nil, fmt.Errorf("%s cannot be written: %w", path, files.WithoutPath(err))
		}
		return newFile(path, file), nil
	case err == nil && !overwrite:
		return nil, existsError(path)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s cannot be written: %w", path, files.WithoutPath(err))
	}
	target, err := targetOf(path)
	if err != nil {
		return nil, err
	}
	return createLocked(path, target, info, overwrite)
}

// createLocked creates a temporary file. If the file can be locked, createLocked also looks for the
// temporary files of other runs, and removes those of killed runs.
func createLocked(path, target string, info fs.FileInfo, overwrite bool) (*File, error) {
	for {
		o, err := create(path, target, info, overwrite)
		if err != nil || !canLock {
			return o, err
		}
		var mistaken, inUse bool
		o.lock, mistaken = lockOf(o.temp)
		if mistaken || removedUnlocked(o.temp, o.file) { // another run mistook the file for a leftover
			o.Abort()
			continue
		}
		if o.lock != nil { // without locks, leftovers cannot be distinguished from files in use
			o.LeftBehind, inUse = removeLeftBehind(target, o.temp)
		}
		if inUse {
			o.Abort()
			return nil, fmt.Errorf("%s %w; wait until that run ends, or choose another name", path, ErrInUse)
		}
		return o, nil
	}
}

// CreateNoFollow is like Create, but replaces a symbolic link, a device or a pipe at path. It does
// not lock its temporary file or remove the temporary files of killed runs.
func CreateNoFollow(path string, overwrite bool) (*File, error) {
	info, err := os.Lstat(path)
	switch {
	case err == nil && info.IsDir():
		return nil, fmt.Errorf("%s is a directory, but must be a file; move it elsewhere and try again", path)
	case err == nil && !overwrite:
		return nil, existsError(path)
	case err == nil && !info.Mode().IsRegular():
		info = nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, explain(path, err)
	}
	return create(path, path, info, overwrite)
}

// create creates the temporary file next to the target. info describes the file to replace, if any.
func create(path, target string, info fs.FileInfo, overwrite bool) (*File, error) {
	temp := filepath.Join(filepath.Dir(target), fmt.Sprintf("%s.%08x.tmp", temporaryPrefix(target), rand.Uint32()))
	file, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, explain(path, err)
	}
	o := newFile(path, file)
	o.target, o.temp, o.onlyNew = target, temp, !overwrite
	if info != nil { // the new file gets the permissions of the old file
		if err := file.Chmod(info.Mode().Perm()); err != nil {
			o.Abort()
			return nil, explain(path, err)
		}
	}
	return o, nil
}

// targetOf returns the file to replace: path, or its target if path is a symbolic link.
func targetOf(path string) (string, error) {
	if info, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) || err == nil && info.Mode()&fs.ModeSymlink == 0 {
		return path, nil
	} else if err != nil {
		return "", explain(path, err)
	}
	target, err := filepath.EvalSymlinks(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("%s is a link to a file that does not exist; remove the link or choose another name", path)
	case err != nil:
		return "", explain(path, err)
	}
	return target, nil
}

// ErrInUse means that another run is using a file or directory. Trying again later may succeed.
var ErrInUse = errors.New("is in use by another run of gridmill")

func existsError(path string) error {
	return option.Errorf(option.Overwrite, "%s already exists", path)
}

// canLock is false on Windows, where a run cannot write to a file that it has locked. On other
// systems, Create locks temporary files, so an unlocked file is a leftover.
const canLock = runtime.GOOS != "windows"

// lockOf tries to lock an existing file, even if the current user can only read the file. If the
// file cannot be locked, lock is nil. others reports whether another run holds the lock.
func lockOf(path string) (lock *flock.Flock, others bool) {
	lock = flock.New(path, flock.SetFlag(os.O_RDWR))
	taken, err := lock.TryLock()
	if errors.Is(err, fs.ErrPermission) {
		lock = flock.New(path, flock.SetFlag(os.O_RDONLY))
		taken, err = lock.TryLock()
	}
	if taken {
		return lock, false
	}
	_ = lock.Close() // Close does nothing and returns nil if the lock is not held
	return nil, err == nil
}

// removedUnlocked reports whether another run removed the file before this run could lock it.
func removedUnlocked(path string, file *os.File) bool {
	there, err := os.Lstat(path)
	if err != nil {
		return true
	}
	own, err := file.Stat()
	return err == nil && !os.SameFile(there, own)
}

// temporarySuffix matches the end of a temporary file's name, such as ".0123abcd.tmp".
var temporarySuffix = regexp.MustCompile(`^\.[0-9a-f]{8}\.tmp$`)

// temporaryPrefix returns a dot and the name of target. It replaces the end of a long name with a
// checksum.
func temporaryPrefix(target string) string {
	const maxBytes = 200 // leaves room for the rest of the name; most file systems allow 255 bytes
	name := filepath.Base(target)
	if len(name) > maxBytes {
		name = fmt.Sprintf("%s.%08x", strings.ToValidUTF8(name[:maxBytes], ""), crc32.ChecksumIEEE([]byte(name)))
	}
	return "." + name
}

// removeLeftBehind removes and counts the temporary files that killed runs left behind for target.
// It ignores files that it cannot examine or remove. It also ignores own, which is the temporary
// file of this run. inUse reports whether another run is using a temporary file for target.
func removeLeftBehind(target, own string) (removed int, inUse bool) {
	dir := filepath.Dir(target)
	entries, _ := os.ReadDir(dir) // after an error, entries holds the entries read so far
	for _, e := range entries {
		suffix, ours := strings.CutPrefix(e.Name(), temporaryPrefix(target))
		path := filepath.Join(dir, e.Name())
		if !ours || !temporarySuffix.MatchString(suffix) || !e.Type().IsRegular() || path == own {
			continue
		}
		lock, others := lockOf(path)
		inUse = inUse || others
		if lock != nil {
			if os.Remove(path) == nil {
				removed++
			}
			_ = lock.Close()
		}
	}
	return removed, inUse
}

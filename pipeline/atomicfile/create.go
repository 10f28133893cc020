package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/option"
)

// Create starts a file. Without overwrite, a name that exists is refused with an
// [option.Error] that names the setting. A symbolic link stays, and the file that it
// leads to is replaced. Temporary files that killed runs to this name left behind are removed.
func Create(path string, overwrite bool) (*File, error) {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return nil, fmt.Errorf("%s is a directory; give the name of a file", path)
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

// createLocked is create, locks the file, and removes what killed runs left behind.
func createLocked(path, target string, info fs.FileInfo, overwrite bool) (*File, error) {
	for {
		o, err := create(path, target, info, overwrite)
		if err != nil || !canLock {
			return o, err
		}
		var others bool
		o.lock, others = lockOf(o.temp)
		if others || removedUnlocked(o.temp, o.file) { // another run takes it for one left behind
			o.Abort()
			continue
		}
		if o.lock != nil { // otherwise it cannot be seen which others are in use
			o.LeftBehind = removeLeftBehind(target)
		}
		return o, nil
	}
}

// CreateNoFollow is Create, but replaces a symbolic link, a device or a pipe itself and
// not what it stands for. A directory is refused.
func CreateNoFollow(path string, overwrite bool) (*File, error) {
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
	return create(path, path, info, overwrite)
}

// create creates the temporary file, beside the target. If a file is to be replaced,
// info describes it.
func create(path, target string, info fs.FileInfo, overwrite bool) (*File, error) {
	temp := filepath.Join(filepath.Dir(target), fmt.Sprintf("%s.%08x.tmp", temporaryPrefix(target), rand.Uint32()))
	file, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, explain(path, err)
	}
	o := newFile(path, file)
	o.target, o.temp, o.keepPath = target, temp, !overwrite
	if info != nil { // the new file gets the permissions of the old one
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

func existsError(path string) error {
	return option.Errorf(option.Overwrite, "%s exists already", path)
}

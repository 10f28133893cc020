package parts

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gridmill/gridmill/formats/files"
)

// Remove removes files and folders below a directory, with their contents. It ignores names that
// do not exist. If a name leads out of the directory, because a symbolic link has replaced a
// folder, Remove returns an error before it removes anything.
func Remove(dir string, names ...string) error { return remove(dir, (*os.Root).RemoveAll, names) }

// RemoveFiles is like Remove, but removes only files and empty folders.
func RemoveFiles(dir string, names ...string) error { return remove(dir, (*os.Root).Remove, names) }

func remove(dir string, with func(*os.Root, string) error, names []string) error {
	root, err := os.OpenRoot(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return cannotRemove(dir, "", err)
	}
	defer func() { _ = root.Close() }()
	for _, do := range []func(name string) error{
		func(name string) error { _, err := root.Lstat(name); return err },
		func(name string) error { return with(root, name) },
	} {
		for _, name := range names {
			if err := do(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return cannotRemove(dir, name, err)
			}
		}
	}
	return nil
}

func cannotRemove(dir, name string, err error) error {
	return fmt.Errorf("%s cannot be removed: %w", filepath.Join(dir, name), files.WithoutPath(err))
}

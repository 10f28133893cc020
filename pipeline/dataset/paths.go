package dataset

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gridmill/gridmill/formats/files"
)

// filePath returns the path of a file of the data set.
func (c *Config) filePath(name string) string {
	return filepath.Join(c.Directory.Path(), filepath.FromSlash(name))
}

// makeFolder makes a directory of temporary files.
func (c *Config) makeFolder(name string) error { return makeDirectory(c.path(name)) }

func makeDirectory(path string) error {
	if err := os.MkdirAll(path, 0o777); err != nil {
		return fmt.Errorf("%s cannot be made: %w", path, files.WithoutPath(err))
	}
	return nil
}

// remove removes a file, if it is there.
func remove(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s cannot be removed: %w", path, files.WithoutPath(err))
	}
	return nil
}

func unreadable(path string, err error) error {
	return fmt.Errorf("%s cannot be read: %w", path, files.WithoutPath(err))
}

// path returns the path of a temporary file.
func (c *Config) path(names ...string) string {
	return c.Directory.Private(filepath.Join(names...))
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

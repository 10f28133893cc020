package dataset

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline/parts"
)

// filePath returns the path of a file of the data set.
func (c *Config) filePath(name string) string {
	return filepath.Join(c.Directory.Path(), filepath.FromSlash(name))
}

func makeDirectory(path string) error {
	if err := os.MkdirAll(path, 0o777); err != nil {
		return fmt.Errorf("%s cannot be made: %w", path, files.WithoutPath(err))
	}
	return nil
}

// removePrivate removes temporary files if they exist.
func (c *Config) removePrivate(paths []string) error {
	names := make([]string, len(paths))
	for i, path := range paths {
		name, err := filepath.Rel(c.Directory.Path(), path)
		if err != nil {
			return err
		}
		names[i] = name
	}
	return parts.RemoveFiles(c.Directory.Path(), names...)
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

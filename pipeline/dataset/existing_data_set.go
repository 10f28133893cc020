package dataset

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/folder"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/pipeline/internal/exactjson"
	"github.com/gridmill/gridmill/pipeline/parts"
)

// ReadSuccess returns the contents of _SUCCESS.json in dir, or nil if the file does not exist. It
// returns an error if the file is damaged, or was written by a different command or version. The
// error does not name the file.
func ReadSuccess(dir string) (*Success, error) {
	text, err := os.ReadFile(filepath.Join(dir, SuccessName))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("it cannot be read: %w", files.WithoutPath(err))
	}
	return ParseSuccess(text)
}

// IsIncomplete reports whether dir is an incomplete data set. A directory of parts is not one.
func IsIncomplete(dir string) bool {
	return parts.Exists(filepath.Join(dir, files.PrivateDirectory, "rows"))
}

// CheckMade returns an error unless the data set was created with the given version, options and
// inputs.
func (s *Success) CheckMade(dir, version string, options map[string]any, inputs []string) error {
	plan := parts.Plan{Version: s.Version, Recipe: parts.Recipe{Options: s.Options}, Inputs: s.Inputs}
	return plan.CheckRecipe(dir, version, parts.Recipe{Options: options}, inputs)
}

// CheckSizes returns an error if a file of the data set in dir is missing or has the wrong size. It
// ignores each file for which checked(path) is false.
func (s *Success) CheckSizes(dir string, checked func(path string) bool) error {
	for _, f := range s.Files {
		err := parts.CheckSize(filepath.Join(dir, filepath.FromSlash(f.Path)), f.Bytes)
		if err != nil && checked(f.Path) {
			return fmt.Errorf("the data set is damaged: %w", err)
		}
	}
	return nil
}

// CheckUnchanged returns an error if an input or excluded file has changed since the data set in
// dir was made, or if a file of the data set, except the card, is missing or has the wrong size.
func (s *Success) CheckUnchanged(ctx context.Context, dir string) error {
	if err := s.CheckSizes(dir, func(path string) bool { return path != folder.CardName }); err != nil {
		return option.Errorf(option.Restart, "%w", err)
	}
	all := parts.Plan{Inputs: slices.Clone(s.Inputs)}
	for _, input := range s.Exclude {
		input.File = PathOf(dir, input.File)
		all.Inputs = append(all.Inputs, input)
	}
	return all.CheckInputs(ctx, nil)
}

// PathOf returns the path of the file that Success.Exclude lists as name. dir holds the data set.
func PathOf(dir, name string) string {
	path := filepath.FromSlash(name)
	if filepath.IsAbs(path) {
		return path
	}
	if target, err := filepath.EvalSymlinks(dir); err == nil {
		dir = target
	}
	return filepath.Join(dir, path)
}

// relativeTo returns a copy of inputs with names relative to dir. Absolute names do not change.
// Symbolic links are resolved first, because a link and its target can have different parents.
func relativeTo(dir string, inputs []files.Fingerprint) (placed []files.Fingerprint) {
	for _, input := range inputs {
		from, err := resolved(dir)
		path, errOfPath := resolved(input.File)
		if name, errOfRel := filepath.Rel(from, path); !filepath.IsAbs(input.File) && errors.Join(err, errOfPath, errOfRel) == nil {
			input.File = filepath.ToSlash(name)
		}
		placed = append(placed, input)
	}
	return placed
}

// resolved returns the absolute path of an existing file, with all symbolic links resolved.
// filepath.Abs is not sufficient, because the path of the working directory can contain links.
func resolved(path string) (string, error) {
	path, err := filepath.EvalSymlinks(path)
	if err != nil || filepath.IsAbs(path) {
		return path, err
	}
	here, err := os.Getwd()
	if err == nil {
		here, err = filepath.EvalSymlinks(here)
	}
	return filepath.Join(here, path), err
}

// Remove removes a complete data set, starting with _SUCCESS.json, which marks it as complete. If
// dir contains other files, Remove returns an error and removes nothing. Remove ignores names that
// start with an underscore or a dot.
func (s *Success) Remove(dir string) error {
	if err := parts.RejectOthers(dir, s.Paths()); err != nil {
		return err
	}
	names := []string{SuccessName}
	for _, f := range s.Files {
		names = append(names, f.Path)
	}
	return removeFiles(dir, names)
}

// Paths returns the files of the data set and the directories that contain them. The paths are
// relative to the directory of the data set.
func (s *Success) Paths() map[string]bool {
	paths := map[string]bool{".": true, SuccessName: true}
	for _, f := range s.Files {
		for name := f.Path; !paths[name]; name = path.Dir(name) {
			paths[name] = true
		}
	}
	return paths
}

// Clear removes the files of an earlier, incomplete run from the directory.
func (c *Config) Clear() error {
	var paths []string
	if text, err := os.ReadFile(c.path(listName)); err == nil {
		if err := json.Unmarshal(text, &paths); err != nil {
			return fmt.Errorf("%s is damaged: %w; remove it and the files that the earlier run wrote", c.path(listName), err)
		}
	}
	if err := removeFiles(c.Directory.Path(), paths); err != nil {
		return err
	}
	return c.Clean()
}

// removeFiles removes the files at the given paths, and then the directories that have become
// empty. The paths are slash-separated and relative to dir.
func removeFiles(dir string, paths []string) error {
	if err := parts.RemoveFiles(dir, paths...); err != nil {
		return fmt.Errorf("%w; remove the whole directory %s", err, dir)
	}
	for _, name := range paths {
		if parent := path.Dir(name); parent != "." {
			_ = parts.RemoveFiles(dir, parent) // fails if the directory contains other files
		}
	}
	return nil
}

// listName is the file that lists the files of the data set. It is written before any file gets its
// final name, so that a later run can remove the files of an interrupted run.
const listName = "files/list.json"

func (c *completer) writeList(set *folder.Set, splits []*tableSplit) error {
	var paths []string
	for _, s := range splits {
		for k, table := range s.tables {
			for _, part := range s.parts {
				if table.Join == nil || part.index == 0 {
					paths = append(paths, c.target(s, k, part.index))
				}
			}
		}
	}
	for _, layout := range c.Layouts {
		for _, extra := range layout.Extras(set) {
			paths = append(paths, extra.Path)
		}
	}
	return c.Directory.Publish(c.path(listName), exactjson.Encode(paths))
}

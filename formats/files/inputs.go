package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// NoDataError says that a directory holds no file that is data.
type NoDataError struct {
	Directory string
	Other     string // the path of another file below it, or empty
}

func (e *NoDataError) Error() string { return e.Directory + ": the directory holds no data files" }

// Expand turns inputs into the files they stand for: a directory into the data files below it, a
// pattern into what it matches, each sorted by name. In directories, isData says by their names
// which files are data. Names that start with a dot or an underscore are not.
func Expand(inputs []string, isData func(file string) bool) ([]string, error) {
	var files []string
	for _, input := range inputs {
		found, err := expand(input, isData)
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	return files, nil
}

func expand(input string, isData func(string) bool) ([]string, error) {
	if input == StdStream {
		return []string{input}, nil
	}
	if input == "" {
		return nil, errors.New("an input has an empty name")
	}
	info, err := os.Stat(input)
	if errors.Is(err, fs.ErrNotExist) && strings.ContainsAny(input, "*?[") {
		return expandPattern(input, isData)
	}
	if err != nil {
		return nil, InFile(input, err)
	}
	if info.IsDir() {
		return expandDirectory(input, isData)
	}
	return []string{input}, nil
}

func expandPattern(pattern string, isData func(string) bool) ([]string, error) {
	matches, err := filepath.Glob(pattern)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", pattern, err)
	}
	var files []string
	hidden := strings.HasPrefix(filepath.Base(pattern), ".")
	for _, match := range matches {
		if strings.HasPrefix(filepath.Base(match), ".") && !hidden {
			continue // as shells do
		}
		found, err := expand(match, isData)
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s: no file matches", pattern)
	}
	return files, nil
}

func expandDirectory(dir string, isData func(string) bool) ([]string, error) {
	var files []string
	var other string
	err := walk(dir, func(path string) {
		if isData(path) {
			files = append(files, path)
		} else {
			other = path
		}
	})
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, &NoDataError{dir, other}
	}
	slices.Sort(files)
	return files, nil
}

// Skipped returns the files in the directories among inputs that Expand leaves out, as they are no
// data by their names. What cannot be read is for Expand to report.
func Skipped(inputs []string, isData func(file string) bool) (skipped []string) {
	for _, input := range inputs {
		candidates := []string{input}
		if _, err := os.Stat(input); err != nil {
			candidates, _ = filepath.Glob(input)
		}
		for _, dir := range candidates {
			if info, err := os.Stat(dir); err != nil || !info.IsDir() {
				continue
			}
			_ = walk(dir, func(path string) {
				if !isData(path) {
					skipped = append(skipped, path)
				}
			})
		}
	}
	slices.Sort(skipped)
	return skipped
}

// walk calls visit with each file below a directory that is not hidden.
func walk(dir string, visit func(path string)) error {
	return filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		hidden := path != dir && strings.ContainsAny(entry.Name()[:1], "._")
		switch {
		case err != nil:
			return InFile(path, err)
		case hidden && entry.IsDir():
			return fs.SkipDir
		case !hidden && !entry.IsDir():
			// A link may lead to a directory, which is not followed: it could lead back here.
			if info, err := os.Stat(path); err != nil || !info.IsDir() {
				visit(path)
			}
		}
		return nil
	})
}

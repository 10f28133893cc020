package files

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// NoDataError is returned for a directory without data files.
type NoDataError struct {
	Directory string
	Other     string // path of the last skipped file in the directory, or empty
}

func (e *NoDataError) Error() string { return e.Directory + ": the directory contains no data files" }

// Expand replaces each directory in inputs with the data files in its tree, and each pattern with
// its matches. The files of each directory or pattern are sorted by name. notData returns the
// reason why a file in a directory is not data, or "" if the file is data. If Expand leaves out a
// file or link in a directory, it calls skip, except for gridmill's own files.
func Expand(inputs []string, notData func(file string) string, skip func(file, why string)) ([]string, error) {
	return expander{notData, skip}.expandAll(inputs)
}

type expander struct {
	notData func(file string) string
	skip    func(file, why string)
}

func (e expander) expandAll(inputs []string) (files []string, err error) {
	for _, input := range inputs {
		found, err := e.expand(input)
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	return files, nil
}

func (e expander) expand(input string) ([]string, error) {
	if input == StdStream {
		return []string{input}, nil
	}
	if input == "" {
		return nil, errors.New("an input has an empty name")
	}
	info, err := os.Stat(input)
	if errors.Is(err, fs.ErrNotExist) && strings.ContainsAny(input, "*?[") && RejectRemoteInput(input) == nil {
		return e.expandPattern(input)
	}
	if err != nil {
		return nil, cmp.Or(RejectRemoteInput(input), InFile(input, err))
	}
	if info.IsDir() {
		return e.expandDirectory(input)
	}
	return []string{input}, nil
}

func (e expander) expandPattern(pattern string) ([]string, error) {
	matches, err := filepath.Glob(pattern)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", pattern, err)
	}
	isHidden := !strings.HasPrefix(filepath.Base(pattern), ".") // as in shells
	matches = slices.DeleteFunc(matches, func(match string) bool {
		name := filepath.Base(match)
		return isHidden && strings.HasPrefix(name, ".") || isOwn(name)
	})
	if len(matches) == 0 {
		return nil, fmt.Errorf("%s: no file matches the pattern", pattern)
	}
	return e.expandAll(matches)
}

func (e expander) expandDirectory(dir string) ([]string, error) {
	var files []string
	other := ""
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return InFile(path, err)
		case entry.IsDir() && entry.Name() == PrivateDirectory:
			return fs.SkipDir
		case entry.IsDir(), isOwn(entry.Name()):
			return nil
		}
		why, err := e.whyNot(path)
		switch {
		case err != nil:
			return InFile(path, err)
		case why == "":
			files = append(files, path)
		default:
			other = path
			e.skip(path, why)
		}
		return nil
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

// whyNot returns the reason why a file in a directory is not read, or "" if it is read. Reading a
// file that is not regular could block forever. Following a link to a directory could lead back to
// the directory that contains the link.
func (e expander) whyNot(path string) (string, error) {
	if why := e.notData(path); why != "" {
		return why, nil
	}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return "", err
	case info.IsDir():
		return "a link to a directory; such links are not followed", nil
	case !info.Mode().IsRegular():
		return "not a regular file; to read it, name it as an input", nil
	}
	return "", nil
}

// Expand ignores the following names when it expands a directory or a pattern. gridmill uses these
// names in data sets and in directories of parts.
const (
	// PrivateDirectory is the subdirectory for files that only gridmill reads.
	PrivateDirectory = "_gridmill"
	// SuccessName is a file next to PrivateDirectory. It exists if the data set or run is complete.
	SuccessName = "_SUCCESS.json"
)

func isOwn(name string) bool { return name == PrivateDirectory || name == SuccessName }

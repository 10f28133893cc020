package formats

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Expand turns inputs into the files they stand for: a directory into the data
// files below it, a pattern into what it matches, each sorted by name. Names in
// directories that begin with a dot or an underscore are not data.
func Expand(inputs []string) ([]string, error) {
	var files []string
	for _, input := range inputs {
		found, err := expand(input)
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	return files, nil
}

func expand(input string) ([]string, error) {
	if input == StdStream {
		return []string{input}, nil
	}
	if input == "" {
		return nil, errors.New("an input has an empty name")
	}
	info, err := os.Stat(input)
	if errors.Is(err, fs.ErrNotExist) && strings.ContainsAny(input, "*?[") {
		return expandPattern(input)
	}
	if err != nil {
		return nil, inFile(input, err)
	}
	if info.IsDir() {
		return expandDirectory(input)
	}
	return []string{input}, nil
}

func expandPattern(pattern string) ([]string, error) {
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
		found, err := expand(match)
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

func expandDirectory(dir string) ([]string, error) {
	var files []string
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		hidden := path != dir && strings.ContainsAny(entry.Name()[:1], "._")
		switch {
		case err != nil:
			return inFile(path, err)
		case hidden && entry.IsDir():
			return fs.SkipDir
		case !hidden && !entry.IsDir() && FormatOf(path) != Auto:
			// A link may lead to a directory, which is not followed: it could
			// lead back here.
			if info, err := os.Stat(path); err != nil || !info.IsDir() {
				files = append(files, path)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s: the directory holds no data files (.txt, .csv, .tsv, .parquet, also with %s)", dir, compressedExtensions())
	}
	slices.Sort(files)
	return files, nil
}

package formats

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/compress"
)

// A Chooser returns the files to read for a path, which is an input, a match of a pattern, or a
// directory. If it returns nil, Expand decides.
type Chooser func(path string) ([]string, error)

// Expand replaces directories in inputs with the data files below them, and patterns with the
// matching files. The files of each input are sorted by name. Files and links below directories are
// added to skipped, except for data files and gridmill's own files. skipped and choose can be nil.
func Expand(inputs []string, skipped *Skipped, choose Chooser) (expanded []string, err error) {
	if choose == nil {
		choose = func(string) ([]string, error) { return nil, nil }
	}
	for _, input := range inputs {
		found, err := expand(input, skipped, choose)
		if err != nil {
			return nil, err
		}
		expanded = append(expanded, found...)
	}
	return expanded, nil
}

func expand(input string, skipped *Skipped, choose Chooser) ([]string, error) {
	switch input {
	case files.StdStream:
		return []string{input}, nil
	case "":
		return nil, errors.New("an input has an empty name")
	}
	if found, err := choose(input); err != nil || found != nil {
		return found, err
	}
	mayBePattern := strings.ContainsAny(input, "*?[") && files.RejectRemoteInput(input) == nil
	info, err := os.Stat(input)
	switch {
	case errors.Is(err, fs.ErrNotExist) && isPuzzleWord([]byte(input)):
		return nil, fmt.Errorf("%s: this is a puzzle, not a file; run gridmill explain PUZZLE, or pipe the puzzle to gridmill (echo PUZZLE | gridmill solve - ...)", input)
	case errors.Is(err, fs.ErrNotExist) && mayBePattern:
		return expandPattern(input, skipped, choose)
	case err != nil:
		return nil, cmp.Or(files.RejectRemoteInput(input), files.InFile(input, err))
	case info.IsDir():
		return expandDirectory(input, skipped, choose)
	}
	return []string{input}, nil
}

func expandPattern(pattern string, skipped *Skipped, choose Chooser) ([]string, error) {
	if dir, _, found := strings.Cut(pattern, "**"); found {
		return nil, fmt.Errorf("%s: patterns do not support **; use the directory %s instead, which is read with its subdirectories", pattern, filepath.Dir(dir+"x"))
	}
	matches, err := filepath.Glob(pattern)
	if err != nil {
		return nil, fmt.Errorf("%s: there is no file with this name, and the name is not a valid pattern; in a pattern, write [[] for the character [", pattern)
	}
	skipsHidden := !strings.HasPrefix(filepath.Base(pattern), ".") // as in shells
	matches = slices.DeleteFunc(matches, func(match string) bool {
		name := filepath.Base(match)
		return skipsHidden && strings.HasPrefix(name, ".") || isOwn(name)
	})
	if len(matches) == 0 {
		return nil, fmt.Errorf("%s: no file matches the pattern", pattern)
	}
	return Expand(matches, skipped, choose)
}

func expandDirectory(dir string, skipped *Skipped, choose Chooser) (found []string, err error) {
	other := ""                              // the last file that is not data
	root := dir + string(filepath.Separator) // the separator makes WalkDir follow dir if dir is a link
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return files.InFile(filepath.Clean(path), err)
		case entry.IsDir() && entry.Name() == files.PrivateDirectory:
			return fs.SkipDir
		case path == root, isOwn(entry.Name()):
			return nil
		case entry.IsDir() && entry.Name()[0] == '.':
			skipped.Add(path, hiddenDirectory+useIt)
			return fs.SkipDir
		case entry.IsDir():
			chosen, err := choose(path)
			if found = append(found, chosen...); err == nil && chosen != nil {
				err = fs.SkipDir
			}
			return err
		}
		why, err := whyNot(path)
		switch {
		case err != nil:
			return files.InFile(path, err)
		case why == "":
			found = append(found, path)
		default:
			other = path
			skipped.Add(path, why)
		}
		return nil
	})
	if err == nil && len(found) == 0 {
		var extensions []string
		for _, row := range formatTable {
			extensions = append(extensions, row.extensions...)
		}
		err = fmt.Errorf("%s: the directory contains no data files (.%s, each optionally followed by %s), not counting hidden directories", dir, strings.Join(extensions, ", ."), compress.Extensions())
		if other != "" {
			err = fmt.Errorf("%w; if other files hold puzzles, use them as inputs, for example %s", err, filepath.Join(filepath.Dir(other), "*"+filepath.Ext(other)))
		}
	}
	slices.Sort(found)
	return found, err
}

// isOwn reports whether a name belongs to one of gridmill's own files or directories.
func isOwn(name string) bool { return name == files.PrivateDirectory || name == files.SuccessName }

// whyNot returns the reason to skip a file in a directory, or "". A file that is not regular is
// skipped because reading it could block forever. A link to a directory is skipped because it could
// lead back to the directory that contains the link.
func whyNot(path string) (string, error) {
	why := notData(path, useIt)
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return "a link to a directory; links to directories are not followed", nil
	case why != "":
		return why, nil
	case err != nil:
		return "", err
	case !info.Mode().IsRegular():
		return "not a regular file; to read it, use it as an input", nil
	}
	return "", nil
}

// notData returns "" if a file's name indicates data: its extension belongs to a format, and the
// name is not typical of files that accompany data. Otherwise, notData returns the reason to skip
// the file in a directory or archive. advice says how to read the file anyway.
func notData(name, advice string) string {
	f, slashed := FormatOf(name), "/"+filepath.ToSlash(name)
	base := path.Base(slashed)
	stem, _, _ := strings.Cut(strings.ToLower(base), ".")
	switch {
	case strings.HasPrefix(base, "._"), strings.Contains(slashed, "/__MACOSX/"):
		return "a file that macOS or Spark creates next to data files"
	case f == JSON && (base[0] == '_' || base[0] == '.' || slices.Contains(metadataNames, stem)), slices.Contains(documentNames, stem):
		return "judging by its name, probably not data" + advice
	case f == Auto && strings.HasSuffix(strings.ToLower(base), ".zip"):
		return "an archive" + advice
	case f == Auto:
		return "its name does not indicate a format" + advice
	}
	return ""
}

// A reason to skip files, and advice for a file in a directory (useIt) or an archive (extractIt).
const (
	hiddenDirectory = "a hidden directory"
	useIt           = "; if it is data, use it as an input"
	extractIt       = "; if it is data, extract it and use it as an input"
)

// Names, without extensions, of text files and JSON files that accompany data.
var (
	documentNames = []string{"authors", "changelog", "cmakelists", "copying", "licence", "license", "notice", "readme", "requirements"}
	metadataNames = []string{"config", "dataset-metadata", "dataset_dict", "dataset_info", "dataset_infos", "meta", "metadata", "package", "state"}
)

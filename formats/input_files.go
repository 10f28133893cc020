package formats

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/compress"
)

// Expand replaces directories and patterns in inputs. A directory is replaced with the data files
// below it, and a pattern with the files that match. The files of each input are sorted by name. If
// a file in a directory is not data, it is added to skipped, unless skipped is nil.
func Expand(inputs []string, skipped *Skipped) ([]string, error) {
	found, err := files.Expand(inputs, func(file string) string { return notData(file, nameIt) }, skipped.add)
	if none, holdsNone := errors.AsType[*files.NoDataError](err); holdsNone {
		err = fmt.Errorf("%w (%s, each optionally followed by %s)", err, dataExtensions(), compress.Extensions())
		if none.Other != "" {
			err = fmt.Errorf("%w; if other files hold puzzles, name them as inputs, as in %s", err, filepath.Join(filepath.Dir(none.Other), "*"+filepath.Ext(none.Other)))
		}
	}
	return found, err
}

func dataExtensions() string {
	var names []string
	for _, row := range formatTable {
		for _, extension := range row.extensions {
			if notData("data."+extension, nameIt) == "" {
				names = append(names, "."+extension)
			}
		}
	}
	return strings.Join(names, ", ")
}

// notData returns "" if a file's name indicates data: its extension belongs to a format other than
// JSON, and the name is not typical of files that accompany data. Otherwise, notData returns the
// reason to skip the file in a directory or archive. advice says how to read the file anyway.
func notData(name, advice string) string {
	f, base := FormatOf(name), path.Base(filepath.ToSlash(name))
	stem, _, _ := strings.Cut(strings.ToLower(base), ".")
	switch {
	case strings.HasPrefix(base, "._"), strings.Contains("/"+filepath.ToSlash(name), "/__MACOSX/"):
		return "a file that macOS or Spark adds to data"
	case slices.Contains(aboutData, stem):
		return "judging by its name, probably not data" + advice
	case f == JSON:
		return usuallyAboutData + advice
	case f == Auto:
		return unknownFormat + advice
	}
	return ""
}

// usuallyAboutData is the reason why JSON files in a directory or an archive are not read.
const usuallyAboutData = "JSON, which is usually metadata"

// unknownFormat is the reason for skipping a file whose name does not indicate a format.
const unknownFormat = "its name does not indicate a format"

// Advice for a skipped file: nameIt if it is in a directory, extractIt if it is in an archive.
const (
	nameIt    = "; if it is data, name it as an input"
	extractIt = "; if it is data, extract it and use it as an input"
)

// aboutData lists the names of text files that accompany data, without extensions.
var aboutData = []string{"authors", "changelog", "cmakelists", "copying", "licence", "license", "notice", "readme", "requirements"}

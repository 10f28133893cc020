package formats

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/compress"
)

// notData returns the reason why a file in a directory or an archive is not read, or "" if the file
// is data. It considers only the name. A file is data if it has the extension of a format other
// than JSON, and its name is not typical of files that describe data.
func notData(name string) string {
	f, base := FormatOf(name), path.Base(filepath.ToSlash(name))
	stem, _, _ := strings.Cut(strings.ToLower(base), ".")
	switch {
	case strings.HasPrefix(base, "._"), strings.Contains("/"+filepath.ToSlash(name), "/__MACOSX/"):
		return "a macOS resource fork"
	case slices.Contains(aboutData, stem):
		return "judging by its name, probably not data; if it is data, name it as an input"
	case f == JSON:
		return usuallyAboutData
	case f == Auto:
		return unknownFormat
	}
	return ""
}

// usuallyAboutData is the reason why JSON files are not read.
const usuallyAboutData = "JSON, which is usually metadata; if it is data, name it as an input"

// unknownFormat is the reason why a file is not read if its name does not indicate a format.
const unknownFormat = "its name does not indicate a format; if it is data, name it as an input"

// aboutData lists the names of text files that accompany data, without extensions.
var aboutData = []string{"authors", "changelog", "cmakelists", "copying", "licence", "license", "notice", "readme", "requirements"}

// Expand replaces directories and patterns in inputs. A directory is replaced with the data files
// below it, and a pattern with the files that match. The files of each input are sorted by name. If
// a file in a directory is not data, it is added to skipped, unless skipped is nil.
func Expand(inputs []string, skipped *Skipped) ([]string, error) {
	found, err := files.Expand(inputs, notData, skipped.add)
	if none, holdsNone := errors.AsType[*files.NoDataError](err); holdsNone {
		err = fmt.Errorf("%w (%s, each optionally followed by %s)", err, dataExtensions(), compress.Extensions())
		if none.Other != "" {
			err = fmt.Errorf("%w; if other files are data, name them as inputs, as in %s", err, filepath.Join(filepath.Dir(none.Other), "*"+filepath.Ext(none.Other)))
		}
	}
	return found, err
}

func dataExtensions() string {
	var names []string
	for _, row := range formatTable {
		for _, extension := range row.extensions {
			if notData("data."+extension) == "" {
				names = append(names, "."+extension)
			}
		}
	}
	return strings.Join(names, ", ")
}

// SkippedInput is a file, or another part of the inputs, that is not read.
type SkippedInput struct {
	Name string
	Why  string
}

// Skipped collects the parts of the inputs that are not read. These are files in directories,
// members of zip archives, and arrays without grids in NumPy archives. Skipped is safe for
// concurrent use. A nil Skipped collects nothing.
type Skipped struct {
	mu       sync.Mutex
	first    []SkippedInput
	count    int64
	archives map[string]bool // archives opened so far
}

// mostSkipped is the maximum number of inputs that a Skipped lists. There is a limit because an
// archive or a directory can contain any number of files.
const mostSkipped = 1000

// Inputs returns the first skipped inputs, up to 1,000, and the total number of skipped inputs.
func (s *Skipped) Inputs() (first []SkippedInput, count int64) {
	if s == nil {
		return nil, 0
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.first), s.count
}

func (s *Skipped) add(name, why string) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.count++; len(s.first) < mostSkipped {
		s.first = append(s.first, SkippedInput{name, why})
	}
}

// ofArchive returns a function that adds the skipped members of an archive. An archive that is read
// in parts is opened several times, so the function adds members only the first time.
func (s *Skipped) ofArchive(file string) (add func(member, why string)) {
	if s == nil {
		return func(string, string) {}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	again := s.archives[file]
	if s.archives == nil {
		s.archives = map[string]bool{}
	}
	s.archives[strings.Clone(file)] = true
	return func(member, why string) {
		if !again {
			s.add(file+"/"+member, why)
		}
	}
}

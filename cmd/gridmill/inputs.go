package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"unicode/utf8"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline/parts"
	"github.com/gridmill/gridmill/pipeline/verify/datasets"
)

// expandInputs returns the files that the inputs name. It rejects a directory with missing or
// foreign parts, because lost or added rows could go unnoticed. skipped, which can be nil, receives
// the files that gridmill does not read.
func expandInputs(inputs []string, skipped *formats.Skipped) (found []string, err error) {
	found, err = formats.Expand(inputs, skipped, func(path string) ([]string, error) { return ownFiles(path, skipped) })
	if len(found) > 10_000 {
		// The names and fingerprints of many inputs take most of the run's memory, so collect
		// garbage twice as often as by default.
		debug.SetGCPercent(50)
	}
	return found, err
}

// ownFiles returns the files to read in a directory of parts, a data set, or a split of the hrm
// layout. If path is anything else, it returns nil. For a data set, it returns the puzzle files of
// only one layout. The other files of a data set or split repeat these puzzles or hold solutions.
func ownFiles(path string, skipped *formats.Skipped) ([]string, error) {
	array := filepath.Join(path, "all__inputs.npy")
	if _, err := os.Stat(array); err == nil {
		skipped.Add(path, "a split in the hrm layout; only its puzzles (all__inputs.npy) are read")
		return []string{array}, nil
	}
	if !datasets.Is(path) {
		return parts.CompleteParts(path)
	}
	splits, err := datasets.Puzzles(path)
	if err != nil {
		return nil, err
	}
	var puzzles []string
	for _, split := range splits {
		puzzles = append(puzzles, split.Files...)
	}
	slices.Sort(puzzles)
	found, err := formats.Expand([]string{path}, skipped, func(dir string) ([]string, error) {
		if dir != path && datasets.Is(dir) {
			return nil, fmt.Errorf("%s is a data set inside the data set %s, so it is not clear which puzzles to read; move the inner data set elsewhere", dir, path)
		}
		return nil, nil
	})
	others := slices.DeleteFunc(found, func(file string) bool {
		_, isPuzzles := slices.BinarySearch(puzzles, file)
		return isPuzzles
	})
	if len(others) > 0 {
		skipped.Add(path, "the directory is a data set; gridmill reads its puzzles in one layout, and skips "+countOf(int64(len(others)), "other file"))
	}
	return puzzles, err
}

// rejectExpanded guards against shells that expand a pattern after the flag. Only the first file
// then becomes the flag's value, and the others become inputs. An expansion is suspected if the
// value and the next word name files in the same directory. In this case, rejectExpanded returns an
// error if there are inputs before the flag. It sets s.remark if there are several inputs and all
// of them follow the value.
func (s *session) rejectExpanded(flag string, inputs []string) error {
	for words := s.args; len(words) > 2; words = words[1:] {
		value, next := words[1], words[2]
		isSuspect := words[0] == flag && filepath.Dir(next) == filepath.Dir(value)
		switch at := slices.Index(inputs, next); {
		case isSuspect && at == 0 && len(inputs) > 1:
			s.remark = fmt.Sprintf("remark: the value of %s is only %s, and %s is read as an input; if the shell expanded a pattern, stop the run and put quotes around the pattern", flag, value, next)
		case isSuspect && at > 0:
			return fmt.Errorf("%s, which directly follows %s %s, is read as an input; if the shell expanded a pattern, put quotes around the pattern; if not, put the inputs before %[2]s", next, flag, value)
		}
	}
	return nil
}

// remarkOnOutputs prints a remark for each output that the next run of the same command would read.
func (s *session) remarkOnOutputs(inputs []string, outputs []namedOutput) {
	for _, input := range inputs {
		for _, out := range outputs {
			if includes(input, out.name) {
				s.progress.Remark("remark: the next run of this command will also read %s, because the input %s includes it", out.name, input)
			}
		}
	}
}

// remarkOnRepeats prints a remark if paths, which the inputs name, contains a file twice.
func (s *session) remarkOnRepeats(paths []string) {
	seen := make(map[string]bool, len(paths))
	for _, file := range paths {
		name := filepath.Clean(file)
		if seen[name] {
			s.progress.Remark("remark: %s is read more than once, because the inputs name it more than once", file)
			return
		}
		seen[name] = true
	}
}

// expandForParts is like expandInputs, but it rejects files that can be read only once, and file
// names that a plan cannot record.
func expandForParts(inputs []string, skipped *formats.Skipped) ([]string, error) {
	paths, err := expandInputs(inputs, skipped)
	if err != nil {
		return nil, err
	}
	for _, file := range paths {
		if file == files.StdStream || isSpecial(file) {
			return nil, usageError{fmt.Errorf("%s can be read only once, so an interrupted run cannot be resumed; save the data to a file first", files.InputName(file))}
		}
		if !utf8.ValidString(file) { // JSON cannot hold such names
			return nil, usageError{fmt.Errorf("%s: the name is not valid UTF-8, so gridmill cannot record it; rename the file or its directory", file)}
		}
	}
	return paths, nil
}

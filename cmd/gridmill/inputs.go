package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline/parts"
	"github.com/gridmill/gridmill/pipeline/verify/datasets"
)

// expandInputs returns the files that the inputs name. It rejects a directory with missing or
// foreign parts, because lost or added rows could go unnoticed. If skipped is not nil, it receives
// the files that gridmill does not read.
func expandInputs(inputs []string, skipped *formats.Skipped) (found []string, err error) {
	for _, input := range inputs {
		files, err := expandInput(input, skipped)
		if err != nil {
			return nil, err
		}
		found = append(found, files...)
	}
	if len(found) > 10_000 {
		// The names and fingerprints of many inputs take most of the run's memory. Collect garbage
		// twice as often as by default.
		debug.SetGCPercent(50)
	}
	return found, nil
}

// expandOthers is like formats.Expand but does not expand the inputs for which whole returns true.
func expandOthers(inputs []string, skipped *formats.Skipped, whole func(string) bool) (files []string, err error) {
	for _, input := range inputs {
		found := []string{input}
		if !whole(input) {
			if found, err = formats.Expand(found, skipped); err != nil {
				return nil, err
			}
		}
		files = append(files, found...)
	}
	return files, nil
}

// expandInput returns the files that one input names. For a data set, it returns the files with the
// puzzles in one layout. The other files of the data set repeat these puzzles or hold solutions.
func expandInput(input string, skipped *formats.Skipped) ([]string, error) {
	if !datasets.Is(input) {
		if found, err := parts.CompleteParts(input); err != nil || found != nil {
			return found, err
		}
		return formats.Expand([]string{input}, skipped)
	}
	splits, err := datasets.Puzzles(input)
	if err != nil {
		return nil, err
	}
	var puzzles []string
	for _, split := range splits {
		puzzles = append(puzzles, split.Files...)
	}
	slices.Sort(puzzles)
	found, err := formats.Expand([]string{input}, skipped)
	for _, file := range found {
		for dir := filepath.Dir(file); dir != filepath.Clean(input); dir = filepath.Dir(dir) {
			if datasets.Is(dir) {
				return nil, fmt.Errorf("%s is a data set inside the data set %s, so it is not clear which puzzles to read; move it out of that directory", dir, input)
			}
		}
		if _, isPuzzles := slices.BinarySearch(puzzles, file); !isPuzzles {
			skipped.Add(file, "the directory is a data set, and only one layout of its puzzles is read")
		}
	}
	return puzzles, err
}

// rejectExpanded returns an error if the command line looks as if the shell had expanded a pattern
// after the given flag. The flag then has only the first file, and the others are inputs.
func (s *session) rejectExpanded(flag string, inputs []string) error {
	for words := s.args; len(words) > 2 && len(inputs) > 1; words = words[1:] {
		value, next := words[1], words[2]
		isAlike := filepath.Dir(next) == filepath.Dir(value) && filepath.Ext(next) == filepath.Ext(value)
		if words[0] == flag && slices.Contains(inputs, next) && isAlike {
			return fmt.Errorf("%s directly follows %s %s, so it is read as an input; if the shell expanded a pattern, put quotes around the pattern; if not, put the inputs before %[2]s", next, flag, value)
		}
	}
	return nil
}

// remarkOnInputs prints a remark if the inputs name a file twice, or if the next run of the same
// command would read the output. paths lists the files that the inputs name.
func (s *session) remarkOnInputs(inputs, paths []string, output string) {
	for _, input := range inputs {
		includes, _ := filepath.Match(input, output)
		if info, err := os.Stat(input); err == nil {
			includes = info.IsDir() && inside(input, output)
		}
		if includes && formats.FormatOf(output) != formats.Auto {
			s.progress.Remark("remark: the next run of this command will also read %s, because the input %s includes it", output, input)
		}
	}
	seen := make(map[string]bool, len(paths))
	for _, file := range paths {
		name := filepath.Clean(file)
		if seen[name] {
			s.progress.Remark("remark: %s is read twice, because the inputs name it twice", file)
			return
		}
		seen[name] = true
	}
}

// expandForParts is like expandInputs but rejects files that can be read only once.
func expandForParts(inputs []string, skipped *formats.Skipped) ([]string, error) {
	paths, err := expandInputs(inputs, skipped)
	if err != nil {
		return nil, err
	}
	for _, file := range paths {
		if file == files.StdStream || isSpecial(file) {
			return nil, usageError{fmt.Errorf("%s can be read only once, so an interrupted run cannot be resumed; save the data to a file first", files.InputName(file))}
		}
	}
	return paths, nil
}

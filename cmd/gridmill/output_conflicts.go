package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
)

// A namedOutput is the name of an output, and the flag that sets the name.
type namedOutput struct{ flag, name string }

// checkOutputs returns an error if an output is a remote address, if it would overwrite another
// output or an input, or if it would be in dir, the directory of parts. dir can be empty. All errors
// are usage errors.
func checkOutputs(dir string, outputs []namedOutput, inputs []string) error {
	places := make([]place, len(outputs))
	for i, out := range outputs {
		if err := files.RejectRemoteOutput(out.name); err != nil {
			return usageError{err}
		}
		if out.flag == "--summary" && formats.HasSections(out.name, formats.JSON) {
			return usageError{fmt.Errorf("--summary %s: the summary is not compressed; leave out %s", out.name, filepath.Ext(out.name))}
		}
		if dir != "" && out.name != "" && out.name != files.StdStream && inside(dir, out.name) {
			return usageError{fmt.Errorf("%s %s is in the directory of parts; choose a name outside %s", out.flag, out.name, dir)}
		}
		places[i] = placeOf(out.name)
		for j, earlier := range outputs[:i] {
			if out.name != "" && places[i].same(places[j]) {
				return usageError{fmt.Errorf("%s and %s name the same file, %s; choose a different file for each", earlier.flag, out.flag, outputName(out.name))}
			}
		}
	}
	for _, input := range inputs {
		in := placeOf(input)
		for i, out := range outputs {
			if out.name != "" && input != "" && input != files.StdStream && places[i].same(in) {
				return usageError{fmt.Errorf("%s %s is also an input; write to another file", out.flag, outputName(out.name))}
			}
		}
	}
	return nil
}

// resumableInputs returns the files that inputs name, for a run that can be resumed. It returns an
// error if a later run would also read an output, or if checkOutputs returns an error.
func (o *jobOptions) resumableInputs(inputs []string, skipped *formats.Skipped, others ...namedOutput) ([]string, error) {
	directory := namedOutput{"--output", strings.TrimSuffix(o.output, "/") + "/"}
	for _, input := range inputs {
		for _, out := range append(o.outputs(others...), directory) {
			if includes(input, out.name) {
				return nil, usageError{fmt.Errorf("%s %s is inside the input %s, so the next run would read it; choose another directory", out.flag, out.name, input)}
			}
		}
	}
	found, err := expandForParts(inputs, skipped)
	if err != nil {
		return nil, err
	}
	read := slices.Concat(found, o.alsoRead)
	for _, file := range read {
		if file != "" && inside(o.output, file) {
			return nil, usageError{fmt.Errorf("--output %s contains the input %s; choose another directory", o.output, file)}
		}
	}
	return found, checkOutputs(o.output, o.outputs(others...), read)
}

// outputs returns the given outputs, the summary, the report and the log.
func (o *jobOptions) outputs(others ...namedOutput) []namedOutput {
	return append(others, namedOutput{"--summary", o.summary}, namedOutput{"--report", o.report}, namedOutput{"--log", o.log})
}

// includes reports whether input is a directory that contains output, or a pattern that covers it.
// Files in directories are inputs only if they have the name of a data file.
func includes(input, output string) bool {
	path := canonical(filepath.Clean(output))
	switch {
	case output == "" || isStdout(output):
		return false
	case isDirectory(input):
		return inside(input, path) && (isDirectory(output) || formats.FormatOf(output) != formats.Auto)
	}
	matches := false
	for pattern := canonical(input); isMissing(input) && !matches && path != filepath.Dir(path); path = filepath.Dir(path) {
		matches, _ = filepath.Match(pattern, path)
	}
	return matches
}

// A place is a file name and information about the file.
type place struct {
	name string
	info fs.FileInfo // nil if it cannot be read
}

func placeOf(name string) (p place) {
	if p.name = name; isStdout(name) {
		p.info, _ = os.Stdout.Stat()
	} else {
		p.info, _ = os.Stat(name)
	}
	return p
}

// same reports whether p and other are the same file, or both are standard output. It returns false
// for named devices and pipes, which can receive several outputs.
func (p place) same(other place) bool {
	switch {
	case isStdout(p.name) && isStdout(other.name):
		return true
	case p.name == "" || other.name == "":
		return false
	case p.info != nil && other.info != nil:
		return p.info.Mode().IsRegular() && os.SameFile(p.info, other.info)
	}
	return canonical(p.name) == canonical(other.name)
}

// canonical returns the absolute path of a file. It resolves links in the directory part of name.
// If the file itself is a link, canonical does not resolve it.
func canonical(name string) string {
	dir := filepath.Dir(name)
	if here, err := os.Getwd(); err == nil && !filepath.IsAbs(dir) {
		// Resolve links in the working directory before appending dir, because .. in dir means the
		// parent of the resolved directory.
		if resolved, err := filepath.EvalSymlinks(here); err == nil {
			dir = filepath.Join(resolved, dir)
		}
	}
	if resolved, err := filepath.EvalSymlinks(dir); err == nil {
		dir = resolved
	}
	return filepath.Join(dir, filepath.Base(name))
}

// inside reports whether file is dir or is below dir.
func inside(dir, file string) bool {
	path, err := filepath.Rel(canonical(dir+"/."), canonical(file)) // if dir is a link, canonical must resolve it
	return err == nil && path != ".." && !strings.HasPrefix(path, ".."+string(filepath.Separator))
}

// isDirectory reports whether name ends with a slash or is the name of an existing directory.
func isDirectory(name string) bool {
	info, err := os.Stat(name)
	return name != "" && os.IsPathSeparator(name[len(name)-1]) || err == nil && info.IsDir()
}

// isSpecial reports whether name is an existing file that is not regular, such as a named pipe.
func isSpecial(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.Mode().IsRegular()
}

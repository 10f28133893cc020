package formats

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/compress"
)

// Format is a way to store rows.
type Format int

// The formats. Auto is none: it asks for one to be chosen.
const (
	Auto Format = iota
	Text
	CSV
	TSV // CSV with tabs
	Parquet
	JSONL // an object a line
	JSON  // an array of objects; only read
	Arrow // its files and streams
	NPY   // arrays of NumPy, also several in an .npz archive; only read
)

var formatNames = [...]string{"auto", "text", "csv", "tsv", "parquet", "jsonl", "json", "arrow", "npy"}

// String returns the format's name as options have it.
func (f Format) String() string { return formatNames[f] }

// ParseFormat reads a format's name.
func ParseFormat(name string) (Format, error) {
	for f, n := range formatNames {
		if n == name {
			return Format(f), nil
		}
	}
	return Auto, fmt.Errorf("unknown format %q; there are: %s", name, strings.Join(FormatNames(), ", "))
}

// FormatNames returns the names of all formats but Auto.
func FormatNames() []string { return formatNames[1:] }

// Extension returns what names of files in the format end in, without the dot.
func (f Format) Extension() string {
	if f == Text {
		return "txt"
	}
	return f.String()
}

// FormatOf returns the format that the extension of a file's name stands for, whether or
// not that of a compression follows it, or Auto.
func FormatOf(file string) Format {
	ext := strings.ToLower(filepath.Ext(file))
	if compress.ByExtension(file) != compress.None {
		ext = strings.ToLower(filepath.Ext(strings.TrimSuffix(file, filepath.Ext(file))))
	}
	switch ext {
	case ".txt", ".text", ".sdm", ".sdk", ".ss":
		return Text
	case ".csv":
		return CSV
	case ".tsv", ".tab":
		return TSV
	case ".parquet", ".pq":
		return Parquet
	case ".jsonl", ".ndjson":
		return JSONL
	case ".json":
		return JSON
	case ".arrow", ".feather", ".ipc":
		return Arrow
	case ".npy", ".npz":
		return NPY
	}
	return Auto
}

// isData reports whether a file in an archive is data, by its name. JSON there rather
// describes the data, and so do some texts.
func isData(file string) bool {
	f := FormatOf(file)
	name, _, _ := strings.Cut(filepath.Base(file), ".")
	return f != Auto && f != JSON && !slices.Contains(aboutData, strings.ToLower(name))
}

// aboutData are the names, without their extensions, of texts that stand beside data.
var aboutData = []string{"authors", "changelog", "cmakelists", "copying", "licence", "license", "notice", "readme", "requirements"}

// isDataFile reports whether a file in a directory is data, by its name. Arrays of the answers
// to those of puzzles beside them, and of indices into them, are not, as HRM and TRM have them.
func isDataFile(file string) bool {
	stem, isArray := strings.CutSuffix(strings.ToLower(file), ".npy")
	if isArray && (strings.HasSuffix(stem, "labels") || strings.HasSuffix(stem, "_indices") || strings.HasSuffix(stem, "_identifiers")) {
		return false
	}
	return isData(file)
}

// SkippedInput is something of the inputs that is not read.
type SkippedInput struct {
	Name string
	Why  string // empty where its name does not promise data
}

// Skipped returns what of the inputs is not read: files in directories and members of zip archives
// that are no data by their names, and arrays in archives of NumPy that hold no grids. What cannot
// be read is for Open to report.
func Skipped(inputs []string, o ReadOptions) (skipped []SkippedInput) {
	for _, name := range files.Skipped(inputs, isDataFile) {
		skipped = append(skipped, SkippedInput{Name: name})
	}
	found, _ := Expand(inputs)
	for _, file := range found {
		skipped = append(skipped, skippedMembers(file, &o)...)
	}
	return skipped
}

// Expand turns inputs into the files of data that they stand for: a directory into the
// data files below it, a pattern into what it matches, each sorted by name.
func Expand(inputs []string) ([]string, error) {
	found, err := files.Expand(inputs, isDataFile)
	if none, holdsNone := errors.AsType[*files.NoDataError](err); holdsNone {
		err = fmt.Errorf("%w (.txt, .csv, .tsv, .parquet, .jsonl, .arrow, .npy, also with %s)", err, compress.Extensions())
		if none.Other != "" {
			err = fmt.Errorf("%w; if others are, give them by their names, as in %s", err, filepath.Join(filepath.Dir(none.Other), "*"+filepath.Ext(none.Other)))
		}
	}
	return found, err
}

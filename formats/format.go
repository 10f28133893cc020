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

// The formats. Auto asks for one to be chosen.
const (
	Auto    Format = iota
	Text           // a puzzle a line
	Grids          // nine lines of nine cells a puzzle
	CSV            // fields between delimiters
	TSV            // CSV with tabs
	Cells          // CSV with a column for each cell
	HoDoKu         // lines of HoDoKu's library of puzzles
	Parquet        // a file with an index at its end
	Arrow          // files and streams
	JSONL          // an object a line
	JSON           // an array of objects
	NPY            // arrays of NumPy, also several in an .npz archive
)

// formatTable has the names that options use and the extensions of files, without the dot.
// The first extension is the one of outputs; formats without any are recognized by content.
// What recognizes text of each kind is in reading.go, and binary files in the package filekind.
var formatTable = [...]struct {
	name       string
	extensions []string
}{
	Auto:    {"auto", nil},
	Text:    {"text", []string{"txt", "text", "sdm"}},
	Grids:   {"grids", []string{"sdk", "ss"}},
	CSV:     {"csv", []string{"csv"}},
	TSV:     {"tsv", []string{"tsv", "tab"}},
	Cells:   {"cells", nil},
	HoDoKu:  {"hodoku", nil},
	Parquet: {"parquet", []string{"parquet", "pq"}},
	Arrow:   {"arrow", []string{"arrow", "feather", "ipc"}},
	JSONL:   {"jsonl", []string{"jsonl", "ndjson"}},
	JSON:    {"json", []string{"json"}},
	NPY:     {"npy", []string{"npy", "npz"}},
}

// String returns the format's name as options have it.
func (f Format) String() string { return formatTable[f].name }

// ParseFormat reads a format's name.
func ParseFormat(name string) (Format, error) {
	for f := range formatTable {
		if formatTable[f].name == name {
			return Format(f), nil
		}
	}
	return Auto, fmt.Errorf("unknown format %q; choose one of %s", name, strings.Join(FormatNames(), ", "))
}

// FormatNames returns the names of all formats except Auto.
func FormatNames() (names []string) {
	for _, f := range formatTable[Auto+1:] {
		names = append(names, f.name)
	}
	return names
}

// Extension returns what names of files in the format end in, without the dot.
func (f Format) Extension() string { return formatTable[f].extensions[0] }

// FormatOf returns the format that the extension of a file's name stands for, with or without
// the extension of a compression after it, or Auto.
func FormatOf(file string) Format {
	if compress.ByExtension(file) != compress.None {
		file = strings.TrimSuffix(file, filepath.Ext(file))
	}
	extension := strings.TrimPrefix(strings.ToLower(filepath.Ext(file)), ".")
	for f := range formatTable {
		if slices.Contains(formatTable[f].extensions, extension) {
			return Format(f)
		}
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

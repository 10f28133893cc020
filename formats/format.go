package formats

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

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

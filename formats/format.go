package formats

import (
	"fmt"
	"path/filepath"
	"strings"

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

package formats

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats/internal/arrowrows"
	"github.com/gridmill/gridmill/formats/internal/compress"
	"github.com/gridmill/gridmill/formats/internal/npyrows"
)

// Format is a file format for rows.
type Format int

// The formats. Auto means that one is chosen. Among text formats, a later one is more specific
// than those before it.
const (
	Auto       Format = iota
	Text              // one puzzle per line; written as puzzle:count:solution
	Lines             // one grid per line and nothing else; read as Text
	Grids             // nine lines of nine cells per puzzle
	HoDoKu            // lines of HoDoKu's library of puzzles
	CSV               // fields between delimiters
	TSV               // CSV with tabs
	Cells             // CSV with a column for each cell
	Parquet           // a file with an index at its end
	Arrow             // files and streams
	JSONL             // one object per line
	JSON              // an array of objects
	NPY               // arrays of NumPy, also several in an .npz archive
	numFormats = iota // how many there are
)

// A formatRow is a row of the table of formats.
type formatRow struct {
	name       string   // as options name it
	extensions []string // of files, without the dot; outputs use the first
	// recognizes reports whether a text starts like one in the format. The package filekind
	// recognizes formats of records by their first bytes, and Parquet before that.
	recognizes func(*head) bool
	// isLines is set if rows are lines without fields. A file named .csv does not hold such lines.
	isLines bool
	// open returns a source of text whose name promises a format, or Auto.
	open func(t textSource, h *head, promised Format) (source, error)
	// records returns a reader of records.
	records func(in io.Reader, file string, o *ReadOptions) (recordReader, error)
}

// formatTable is the one table of formats. It is set by init because its functions refer to the
// table.
var formatTable [numFormats]formatRow

func init() {
	formatTable = [numFormats]formatRow{
		Auto:    {name: "auto"},
		Text:    {name: "text", extensions: []string{"txt", "text"}, recognizes: (*head).holdsPuzzleLine, isLines: true, open: newLineSource},
		Lines:   {name: "lines", extensions: []string{"sdm"}, isLines: true, open: newLineSource},
		Grids:   {name: "grids", extensions: []string{"sdk", "ss"}, recognizes: (*head).holdsGridLines, open: newGridSource},
		HoDoKu:  {name: "hodoku", recognizes: (*head).holdsHoDoKu, isLines: true, open: newLineSource},
		CSV:     {name: "csv", extensions: []string{"csv"}, recognizes: (*head).holdsTable, open: newCSVSource},
		TSV:     {name: "tsv", extensions: []string{"tsv", "tab"}, open: newCSVSource},
		Cells:   {name: "cells", recognizes: (*head).holdsCells, open: newCellSource},
		Parquet: {name: "parquet", extensions: []string{"parquet", "pq"}},
		Arrow:   {name: "arrow", extensions: []string{"arrow", "feather", "ipc"}, records: recordsOf(arrowrows.New)},
		JSONL:   {name: "jsonl", extensions: []string{"jsonl", "ndjson"}, records: newJSONReader},
		JSON:    {name: "json", extensions: []string{"json"}, records: newJSONReader},
		NPY:     {name: "npy", extensions: []string{"npy", "npz"}, records: recordsOf(npyrows.New)},
	}
}

// recordsOf returns a function that opens records which need only the stream.
func recordsOf[R recordReader](open func(io.Reader) (R, error)) func(io.Reader, string, *ReadOptions) (recordReader, error) {
	return func(in io.Reader, _ string, _ *ReadOptions) (recordReader, error) { return open(in) }
}

// String returns the format's name as options name it.
func (f Format) String() string { return formatTable[f].name }

// ParseFormat reads a format's name.
func ParseFormat(name string) (Format, error) {
	for f := range formatTable {
		if formatTable[f].name == name {
			return Format(f), nil
		}
	}
	return Auto, fmt.Errorf("unknown format %q; choose one of: %s", name, strings.Join(FormatNames(), ", "))
}

// FormatNames returns the names of the formats of inputs except Auto. Lines are read as Text.
func FormatNames() (names []string) {
	for f := Auto + 1; f < numFormats; f++ {
		if f != Lines {
			names = append(names, f.String())
		}
	}
	return names
}

// Extension returns the extension of files in the format, without the dot.
func (f Format) Extension() string { return formatTable[f].extensions[0] }

// FormatOf returns the format that the extension of a file's name indicates, or Auto. The
// extension of a compression can follow it.
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

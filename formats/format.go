package formats

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats/internal/compress"
	"github.com/gridmill/gridmill/formats/internal/filekind"
	"github.com/gridmill/gridmill/formats/internal/jsonrows"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/solver"
)

// Format is a file format for rows.
type Format int

// The formats. For Auto, Open detects the format. It tries the text formats from last to first.
const (
	Auto       Format = iota
	Text              // one puzzle per line; written as puzzle:solution_count:solution
	Lines             // one grid per line; read as Text
	Grids             // nine lines of nine cells per puzzle
	HoDoKu            // lines of a HoDoKu puzzle library
	CSV               // fields between delimiters
	TSV               // CSV with tabs
	Cells             // CSV with a column for each cell
	Parquet           // a columnar file with a footer
	Arrow             // Arrow IPC files and streams
	JSONL             // one object per line
	JSON              // an array of objects
	NPY               // a NumPy array, or several arrays in an .npz archive
	numFormats = iota // number of formats
)

type formatRow struct {
	name       string                  // name in options
	extensions []string                // file extensions, without the dot; outputs use the first extension
	written    bool                    // whether Create can write the format
	columns    bool                    // whether options can choose the columns of an output in the format; also set for Auto, which can stand for one of these formats
	starts     func(first []byte) bool // whether the first bytes indicate the format; nil for text
	recognizes func(*head) bool        // whether the start of a text is in the format
	// isLines is set if rows are lines without fields. Detection skips such a format if the file
	// name or an option indicates CSV, or if some quoted fields have several lines.
	isLines   bool
	delimited bool // whether the format has a delimiter and can have a header
	// losesZeros is set if grids may lack leading zeros, because another program read them as
	// numbers. An option restores these zeros.
	losesZeros bool
	// open returns a source for text. records returns a reader of records. Parquet has neither,
	// because it needs random access. Every other format has one of the two.
	open    func(t textSource, h *head) (source, error)
	records func(in io.Reader, file string, o *ReadOptions) (recordReader, error)
}

// formatTable is the table of formats. init sets it, because the table's functions refer to it.
var formatTable [numFormats]formatRow

func init() {
	formatTable = [numFormats]formatRow{
		Auto:    {name: "auto", columns: true},
		Text:    {name: "text", extensions: []string{"txt", "text"}, written: true, recognizes: holdsPuzzleLine, isLines: true, losesZeros: true, open: newLineSource},
		Lines:   {name: "lines", extensions: []string{"sdm"}, written: true, isLines: true, losesZeros: true, open: newLineSource},
		Grids:   {name: "grids", extensions: []string{"sdk", "ss"}, written: true, recognizes: holdsGridLines, open: newGridSource},
		HoDoKu:  {name: "hodoku", recognizes: holdsHoDoKu, isLines: true, open: newLineSource},
		CSV:     {name: "csv", extensions: []string{"csv"}, written: true, columns: true, recognizes: holdsCSV, delimited: true, losesZeros: true, open: newCSVSource},
		TSV:     {name: "tsv", extensions: []string{"tsv", "tab"}, written: true, columns: true, delimited: true, losesZeros: true, open: newCSVSource},
		Cells:   {name: "cells", recognizes: func(h *head) bool { return h.cellTable() != nil }, delimited: true, open: newCellSource},
		Parquet: {name: "parquet", extensions: []string{"parquet", "pq"}, written: true, columns: true, starts: filekind.Starts("PAR1")},
		Arrow:   {name: "arrow", extensions: []string{"arrow", "feather", "ipc"}, written: true, columns: true, starts: filekind.Starts("ARROW1\x00\x00", "\xff\xff\xff\xff"), records: newArrowReader},
		JSONL:   {name: "jsonl", extensions: []string{"jsonl", "ndjson"}, written: true, columns: true, starts: jsonrows.StartsObject, records: newJSONReader},
		JSON:    {name: "json", extensions: []string{"json"}, written: true, columns: true, starts: jsonrows.StartsArray, records: newJSONReader},
		NPY:     {name: "npy", extensions: []string{"npy", "npz"}, written: true, starts: filekind.Starts("\x93NUMPY"), records: newArrayReader},
	}
}

// String returns the format's name, which ParseFormat accepts.
func (f Format) String() string { return formatTable[f].name }

// ParseFormat returns the format with the given name.
func ParseFormat(name string) (Format, error) {
	f := slices.IndexFunc(formatTable[:], func(row formatRow) bool { return row.name == name })
	if f < 0 {
		return Auto, unknownName(name, FormatNames())
	}
	return Format(f), nil
}

// ParseOutputFormat is like ParseFormat, but accepts only Auto and output formats.
func ParseOutputFormat(name string) (Format, error) {
	f, err := ParseFormat(name)
	switch names := OutputFormatNames(); {
	case err != nil:
		return Auto, unknownName(name, names)
	case f != Auto && !slices.Contains(names, name):
		return Auto, fmt.Errorf("%s can be read but not written; choose one of: %s", name, strings.Join(names, ", "))
	}
	return f, nil
}

func unknownName(name string, known []string) error {
	if f := FormatOf("." + name); slices.Contains(known, f.String()) {
		return fmt.Errorf("unknown format %q; the format of .%s files is called %s", name, name, f)
	}
	return fmt.Errorf("unknown format %q; choose one of: %s", name, strings.Join(known, ", "))
}

// FormatNames returns the names of all input formats except Auto. Lines is only an output format.
func FormatNames() []string { return formatNames(func(f Format) bool { return f != Lines }) }

// OutputFormatNames returns the names of all output formats except Auto.
func OutputFormatNames() []string {
	return formatNames(func(f Format) bool { return formatTable[f].written })
}

func formatNames(include func(Format) bool) (names []string) {
	for f := Auto + 1; f < numFormats; f++ {
		if include(f) {
			names = append(names, f.String())
		}
	}
	return names
}

// HasColumns reports whether options can choose the columns of an output.
func (f Format) HasColumns() bool { return formatTable[f].columns }

// HasSections reports whether the rows of an output can be read only after a whole section, or the
// whole output, has been written.
func HasSections(name string, f Format) bool {
	return !f.isText() && !f.isJSON() || compress.ByExtension(name) != compress.None
}

// Extension returns the extension of files in the format, without the dot.
func (f Format) Extension() string { return formatTable[f].extensions[0] }

// FormatOf returns the format that a file's extension indicates, or Auto. It ignores compression
// extensions such as .gz.
func FormatOf(file string) Format {
	if compress.ByExtension(file) != compress.None {
		file = strings.TrimSuffix(file, filepath.Ext(file))
	}
	extension := strings.TrimPrefix(strings.ToLower(filepath.Ext(file)), ".")
	return firstFormat(func(row formatRow) bool { return slices.Contains(row.extensions, extension) })
}

// formatOfStart returns the format that the first bytes of data indicate, or Auto.
func formatOfStart(first []byte) Format {
	return firstFormat(func(row formatRow) bool { return row.starts != nil && row.starts(first) })
}

// firstFormat returns the first format whose row satisfies fits, or Auto, which is 0.
func firstFormat(fits func(formatRow) bool) Format {
	return Format(max(slices.IndexFunc(formatTable[:], fits), 0))
}

// RecordsRun reports whether Open can find out which run wrote the named file (see
// Schema.Provenance). This is possible only for Parquet files.
func RecordsRun(file string) bool { return FormatOf(file) == Parquet }

// isText reports whether a source that embeds textSource reads the format.
func (f Format) isText() bool { return formatTable[f].open != nil }

// LosesZeros reports whether grids in the format may lack leading zeros, which options can restore.
func (f Format) LosesZeros() bool { return formatTable[f].losesZeros }

// IsDelimited reports whether the format has a delimiter and can have a header.
func (f Format) IsDelimited() bool { return formatTable[f].delimited }

func (f Format) isJSON() bool { return f == JSON || f == JSONL }

// checkOptions returns an error if the options do not apply to the format.
func (f Format) checkOptions(o *ReadOptions) error {
	const onlyCSV = "the %s can be set only for CSV, but this is %s"
	switch b := o.Blanks; {
	case o.LeftPad && !f.LosesZeros():
		return option.Misuse(option.LeftPad, "leading zeros can be restored only in text and CSV, but this is %s", f)
	case b != "" && (f != Grids || b == "1") && (f != NPY || b != "0" && b != "1"):
		return option.Misuse(option.Blanks, "%q cannot stand for blanks in %s: nine-line grids allow %s, NumPy arrays allow 0 or 1, and other formats do not allow a choice", b, f, solver.Blanks)
	case f.IsDelimited(), o.Several: // with several files, the options below apply only to the CSV files
	case o.Fields > 0:
		return option.Misuse(option.Fields, onlyCSV, "number of fields", f)
	case o.Delimiter != 0:
		return option.Misuse(option.Delimiter, onlyCSV, "delimiter", f)
	case o.Header != HeaderUnknown:
		return option.Misuse(option.Header, onlyCSV, "header", f)
	}
	return nil
}

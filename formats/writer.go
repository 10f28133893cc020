package formats

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/compress"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/option"
)

// A Writer turns batches into one file. Encode is safe for concurrent use, but the other methods
// are not. The output depends only on the rows and their numbers, and not on how the rows are
// divided into batches. The first row of a file can have any number.
//
// A Writer can write batches that another Writer with the same schema and options has encoded. For
// example, one Writer can encode all batches while several others each write a file.
type Writer interface {
	// Encode does all work that does not depend on the order of batches. The result must be passed
	// to Write, and can then be passed to Encode as reuse. The argument reuse can be nil.
	Encode(b *Batch, reuse Encoded) (Encoded, error)
	// Write appends a batch. Batches must be in the order of their rows.
	Write(b *Batch, e Encoded) error
	// Close completes the output. It does not close the underlying stream.
	Close() error
}

// Encoded is a batch encoded by a Writer. Only the Writer knows its type.
type Encoded any

// Reused returns the value that was passed to Encode as reuse, or a new value if reuse is nil.
func Reused[E any](reuse Encoded) *E {
	if e, found := reuse.(*E); found {
		return e
	}
	return new(E)
}

// An Observer is embedded in Writers that only examine batches and do not write a file.
type Observer struct{}

// Write implements Writer.
func (Observer) Write(*Batch, Encoded) error { return nil }

// Close implements Writer.
func (Observer) Close() error { return nil }

// SectionRows is the maximum number of rows in a section. A section is compressed as a unit, for
// example as one Parquet page per column. Sections end at multiples of SectionRows, or earlier if
// values are long. The ends of batches do not affect sections. If a batch is exactly one section,
// the worker that solves the batch also encodes the section.
const SectionRows = 4096

// UsualBatchRows returns the best number of rows for the batches of an output. If the output has
// sections, the number is SectionRows. Otherwise, it is the number of rows whose extras fit in the
// processor's caches, but at most SectionRows.
func UsualBatchRows(name string, f Format, e Extras) int {
	const cached = 8 << 20
	if HasSections(name, f) {
		return SectionRows
	}
	return min(SectionRows, cached/max(e.RowBytes(1), 1))
}

// WriteOptions specifies how an output is written.
type WriteOptions struct {
	Format      Format    // Auto for the format determined by the output's name
	Stats       ColumnSet // statistics and extras to write
	Select      []string  // names of the output's columns, in order; nil selects all columns
	Unsolved    bool      // whether to write only columns whose values are known without solving
	Source      bool      // whether to add the file and the line of each row
	Training    bool      // whether to write training data, with the columns base, morph and split but without the columns in sameInTraining
	Compression string    // compression of Parquet pages: one of PageCompressions; empty means PageCompressions[0]
	GroupRows   int       // number of rows in a Parquet row group, or 0 for DefaultGroupRows; the writer rounds it up to whole pages
	Provenance  string    // description of the run as JSON, for the metadata of Parquet or Arrow files; may be empty
	Scoring     *Scoring  // if not nil, scores of model outputs are written instead of solutions
}

// OutputFormat returns f or, if f is Auto, the format determined by the output's name.
func OutputFormat(name string, f Format) (Format, error) {
	_, err := compress.NewCompressor(name)
	switch f = cmp.Or(f, FormatOf(name)); {
	case f != Auto, err != nil:
	case name == files.StdStream:
		f = CSV
	default:
		return f, option.Errorf(option.OutputFormat, "%s: the name does not determine the format; use the extension .csv, .tsv, .jsonl, .json, .txt, .sdm, .sdk, .parquet, .arrow or .npy (for compressed text, add .gz or .zst)", name)
	}
	named := FormatOf(name)
	switch compressed := compress.ByExtension(name) != compress.None; {
	case named != Auto && named != f && (!named.isText() || !f.isText()) && (!named.isJSON() || !f.isJSON()):
		return f, fmt.Errorf("%s: the name indicates %s, but the format is %s; choose a name that ends in .%s", name, named, f, f.Extension())
	case f == NPY && (compressed || strings.EqualFold(filepath.Ext(name), ".npz")):
		return f, fmt.Errorf("%s: NumPy arrays are written uncompressed; use a name that ends in .npy", name)
	case compressed && f == Parquet:
		return f, fmt.Errorf("%s: Parquet compresses its own pages; leave out %s", name, filepath.Ext(name))
	case compressed && f == Arrow:
		return f, fmt.Errorf("%s: Arrow files are not compressed, because programs map them into memory; leave out %s", name, filepath.Ext(name))
	}
	return f, err
}

// Create returns a Writer of rows with the given schema. For NPY, w must be an io.WriterAt. name
// determines the compression. It also determines the format, unless the options specify a format.
func Create(w io.Writer, name string, s *Schema, o WriteOptions) (Writer, error) {
	format, err := OutputFormat(name, o.Format)
	if err != nil {
		return nil, err
	}
	var header, footer string
	var rows interface {
		append(dst []byte, b *Batch, from, to int) []byte
	}
	switch format {
	case Parquet:
		return sectioned(newParquetWriter(w, s, &o))
	case Arrow:
		return sectioned(newArrowWriter(w, s, &o))
	case NPY:
		return newNPYWriter(w, name, s, &o)
	case Text:
		return newTextWriter(w, name, "", appendSolved, "")
	case CSV, TSV:
		header, rows, err = newCSVRows(format, s, &o)
	case JSONL:
		rows, err = newJSONRows(s, &o, false)
	case JSON:
		header, footer = "[", "\n]\n"
		rows, err = newJSONRows(s, &o, true)
	case Lines, Grids:
		rows, err = newGridRows(format, s, &o)
	default:
		return nil, fmt.Errorf("%s: %s can be read but not written", name, format)
	}
	if err != nil {
		return nil, err
	}
	return newTextWriter(w, name, header, rows.append, footer)
}

// appendSolved appends a line of the form puzzle:count:solution for each of rows [from, to). For an
// unreadable puzzle, the line starts with the original text. Newlines, colons and a leading quote
// or "#" in this text become spaces, because they have a special meaning.
func appendSolved(dst []byte, b *Batch, from, to int) []byte {
	for i := from; i < to; i++ {
		puzzle := b.grid(ofPuzzle, i)
		if puzzle == nil {
			b.scratch = b.segmentOf(i).source.appendPuzzle(b.scratch[:0], b, i)
			puzzle = b.scratch[:min(len(b.scratch), scan.MaxRow)]
			for k, c := range puzzle {
				if c == ':' || c == '\n' || c == '\r' || k == 0 && (c == '"' || c == '#') {
					puzzle[k] = ' '
				}
			}
		}
		dst = append(dst, puzzle...)
		dst = append(strconv.AppendInt(append(dst, ':'), int64(b.Results[i].Count), 10), ':')
		dst = append(append(dst, b.grid(ofSolution, i)...), '\n')
	}
	return dst
}

// PageCompressions lists the compression methods for Parquet pages. The first method, zstd,
// produces the smallest pages.
var PageCompressions = []string{"zstd", "snappy", "none"}

package formats

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/solver"
)

// A Writer turns batches into one file. Encode may be called by any goroutine,
// for several batches at once; all else belongs to one goroutine. The bytes
// written depend on the rows and their numbers alone, not on how they are cut into
// batches. A file may begin with any row.
//
// Writers that were created with the same schema and options may encode for each
// other: one can encode all batches while others write a file each.
type Writer interface {
	// Encode does for a batch what needs no order. Its result goes to Write,
	// and then back to Encode to be used again; the first time it is nil.
	Encode(b *Batch, reuse Encoded) (Encoded, error)
	// Write appends a batch. Batches come in the order of their rows.
	Write(b *Batch, e Encoded) error
	// Close ends the format and leaves the stream below open. Without it, what
	// was written is not complete.
	Close() error
}

// Encoded is what a Writer made of a batch. It is the Writer's own.
type Encoded any

// WriteOptions says how an output is written.
type WriteOptions struct {
	Format      Format // Auto chooses by name
	Stats       Statistics
	Compression string // of Parquet pages: one of PageCompressions, or empty for the first
	GroupRows   int    // in a row group of Parquet, rounded up to whole pages; 0 for DefaultGroupRows
	Record      string // what a Parquet file says of the run, as JSON; empty for nothing
}

// OutputFormat returns the format of an output with the given name.
func OutputFormat(name string, f Format) (Format, error) {
	if f == Auto {
		f = FormatOf(name)
	}
	switch {
	case f != Auto:
	case name == StdStream:
		f = CSV
	default:
		return f, fmt.Errorf("%s: the name does not tell a format; give it one of .csv, .tsv, .parquet, .txt (also with .gz or .zst), or say --to", name)
	}
	if c := compressionByExtension(name); f == Parquet && c != Uncompressed {
		return f, fmt.Errorf("%s: Parquet compresses its own pages; leave %s away", name, filepath.Ext(name))
	}
	return f, nil
}

// Create returns a Writer of rows with the given schema to w. The name tells the
// format, where the options leave it open, and the compression.
func Create(w io.Writer, name string, s *Schema, o WriteOptions) (Writer, error) {
	format, err := OutputFormat(name, o.Format)
	if err != nil {
		return nil, err
	}
	if format == Parquet {
		return newParquetWriter(w, s, o)
	}
	out, err := compressTo(w, compressionByExtension(name))
	if err != nil {
		return nil, err
	}
	switch format {
	case Text:
		return newTextWriter(out, "", appendSolved), nil
	default:
		return newCSVWriter(out, format, s, o.Stats)
	}
}

// NewRejects returns a Writer of the rows that are not puzzles, as CSV: where
// each stands, why it is rejected, and what it holds.
func NewRejects(w io.Writer, name string) (Writer, error) {
	out, err := compressTo(w, compressionByExtension(name))
	if err != nil {
		return nil, err
	}
	return newTextWriter(out, "file,line,reason,row\n", appendRejected), nil
}

// textWriter writes rows that are formatted as text by the workers.
type textWriter struct {
	out    io.WriteCloser
	header string // still to be written
	// rows appends the rows of a batch.
	rows func(dst []byte, b *Batch) ([]byte, error)
}

func newTextWriter(out io.WriteCloser, header string, rows func([]byte, *Batch) ([]byte, error)) *textWriter {
	return &textWriter{out, header, rows}
}

// textBlock is the text of a batch.
type textBlock struct{ bytes []byte }

func (w *textWriter) Encode(b *Batch, reuse Encoded) (Encoded, error) {
	block, _ := reuse.(*textBlock)
	if block == nil {
		block = new(textBlock)
	}
	var err error
	block.bytes, err = w.rows(block.bytes[:0], b)
	return block, err
}

func (w *textWriter) Write(_ *Batch, e Encoded) error {
	if err := w.writeHeader(); err != nil {
		return err
	}
	_, err := w.out.Write(e.(*textBlock).bytes)
	return err
}

func (w *textWriter) Close() error {
	if err := w.writeHeader(); err != nil {
		return err
	}
	return w.out.Close()
}

func (w *textWriter) writeHeader() error {
	_, err := io.WriteString(w.out, w.header)
	w.header = ""
	return err
}

// appendSolved appends a line "puzzle:count:solution" for each row.
func appendSolved(dst []byte, b *Batch) ([]byte, error) {
	for i := range b.Len() {
		dst = append(puzzleText(dst, b, i), ':')
		dst = append(appendNumber(dst, b.Results[i].Count), ':')
		dst = append(solutionText(dst, b, i), '\n')
	}
	return dst, nil
}

// appendRejected appends a row of CSV for each row that is not a puzzle.
func appendRejected(dst []byte, b *Batch) ([]byte, error) {
	for i := range b.Len() {
		if b.Results[i].Verdict != solver.Invalid {
			continue
		}
		file, line := b.Origin(i)
		dst = append(appendQuoted(dst, []byte(file), ','), ',')
		dst = append(appendNumber(dst, line), ',')
		b.scratch = b.Reasons[i].AppendText(b.scratch[:0])
		dst = append(appendQuoted(dst, b.scratch, ','), ',')
		b.scratch = b.segmentOf(i).source.appendRaw(b.scratch[:0], b, i)
		dst = append(appendQuoted(dst, b.scratch, ','), '\n')
	}
	return dst, nil
}

// csvHeader joins the names of all columns.
func csvHeader(s *Schema, own []ownColumn, delimiter byte) string {
	var names []string
	for _, f := range s.Kept {
		if f.isText() {
			names = append(names, string(appendField(nil, []byte(f.raw), delimiter)))
		} else {
			names = append(names, string(appendQuoted(nil, []byte(f.Name), delimiter)))
		}
	}
	for _, c := range own {
		names = append(names, c.name)
	}
	return strings.Join(names, string(delimiter)) + "\n"
}

// PageCompressions are the compressions of Parquet pages, the best first.
var PageCompressions = []string{"zstd", "snappy", "none"}

// ParseCompression checks the name of a compression of Parquet pages.
func ParseCompression(name string) (string, error) {
	if slices.Contains(PageCompressions, name) {
		return name, nil
	}
	return "", fmt.Errorf("unknown compression %q; there are: %s", name, strings.Join(PageCompressions, ", "))
}

package formats

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/gridmill/gridmill/formats/internal/parquet"
)

// ReadOptions specifies how inputs are read. The zero value detects everything.
type ReadOptions struct {
	Format       Format    // Auto chooses by name, then by content
	Column       string    // name or number of the puzzle column, or empty to detect the column
	AnswerColumn string    // name or number of the answer column, empty to detect the column, or "none" to ignore answers
	Keep         Keep      // columns that pass through
	Delimiter    byte      // delimiter of CSV fields, or zero to detect it
	Header       Header    // whether CSV has a header
	Stdin        io.Reader // contents of the input named "-"
	// AnswersPauses is set if a batch ends when the input from Stdin pauses, so that the rows
	// received so far are processed without waiting for more rows. The first rows then determine
	// how the input is read, even if fewer rows than usual are available.
	AnswersPauses bool
	LeftPad       bool       // restore the leading zeros lost when grids were stored as numbers
	Types         Types      // types of columns that are converted
	Results       ResultsUse // how to treat results in the input
	Replaces      ColumnSet  // columns of an earlier run that do not pass through, because the output replaces them
	Outputs       *Outputs   // columns of model outputs; nil to treat them like other columns
	FullGrids     bool       // whether to treat full grids as puzzles if there are no other grids
	Skipped       *Skipped   // collects members of archives that are not read; may be nil
	LeftOut       *LeftOut   // collects parts of the inputs that do not become part of a row; may be nil
	// Several is set by Open if there are several files. In this case, a file can lack columns that
	// the options name.
	Several bool
	// first is the schema of the first file that has a schema. All other files of the data set must
	// match this schema.
	first *Schema

	parquetLimits *parquet.Limits // replaces the usual limits in tests; may be nil
}

// Header specifies whether the first row of CSV is a header.
type Header int

// The values of Header.
const (
	HeaderUnknown Header = iota // the first rows decide
	HasHeader
	NoHeader
)

// ParseHeader parses "auto", "yes" or "no". The empty string means "auto".
func ParseHeader(text string) (Header, error) {
	if h := slices.Index([]string{"auto", "yes", "no"}, cmp.Or(text, "auto")); h >= 0 {
		return Header(h), nil
	}
	return HeaderUnknown, fmt.Errorf("it must be yes, no or auto, not %q", text)
}

// A Reader divides a data set into batches. It is not safe for concurrent use, but other goroutines
// can parse batches that it has filled.
type Reader interface {
	// Schema returns the schema of the data set. It is known before the first call to Read.
	Schema() *Schema
	// Read fills b with the next rows. The batch ends at a row number that is a multiple of the
	// batch size, or where a stream pauses. After the last row, Read returns io.EOF and an empty
	// batch.
	//
	// If some data cannot be read, Read first returns all rows before that data, and then the
	// error. This way, damage that Parse finds in these rows is reported first. After an error,
	// only Close can be called.
	Read(b *Batch) error
	// Position returns the position of the next row.
	Position() Position
	// Seek goes to a position that Position returned for the same files and options. From there,
	// Read returns the given number of rows and then io.EOF. first is the number of the first row.
	// If rows is negative, Read returns all remaining rows.
	//
	// Seek can be called at any time, even after io.EOF. Seeking to the current position costs
	// nothing. After an error from Seek, only Seek and Close can be called.
	Seek(at Position, first, rows int64) error
	// Progress returns the number of bytes before the current position in the files, and the total
	// number of bytes, or 0 if the total is unknown. Skipped bytes count as done, so that a resumed
	// run shows the progress of the whole run. Progress is safe for concurrent use.
	Progress() (done, total int64)
	// Close closes all files and releases memory. It can be called at any time.
	Close() error
}

// A Position is the position of a row in a data set, or of the end of the data set.
//
// The first row of a file has offset 0 and line 1, even if a byte-order mark, a header or comments
// precede the row. The end of a file has the position of the first row of the next file. The end of
// the data set has the position that the first row of another file would have. Until the end of a
// stream is detected, the position after its last row is in the stream.
type Position struct {
	File   int   `json:"file"`   // index of the file in the data set
	Offset int64 `json:"offset"` // number of bytes of decompressed text before the row, or of rows in Parquet
	Line   int64 `json:"line"`   // number of the line, or of the row in Parquet, counted from 1
}

// A source is one file of a data set. The goroutine that reads the data set opens, reads and closes
// the source.
type source interface {
	rowParser
	// read adds rows to b until b.Len() is limit or b.heavy() is true. It returns io.EOF after the
	// last row. If read returns an error, the rows that it has added are complete.
	read(b *Batch, limit int) error
	position() (offset, line int64)
	// seek goes to a position that an earlier call of position returned. If it is before the
	// current position and the file can be read only forward, seek returns false. The file must
	// then be opened again.
	seek(offset, line int64) (reached bool, err error)
	// joins reports whether rows of this source can follow rows of an earlier source in a batch.
	joins(before rowParser) bool
	// describe sets the fields of an Info that describe the file.
	describe(*Info)
	Close() error
}

// A rowParser parses the rows of a source after they have been put into batches. It must be safe
// for concurrent use, even after the source has been closed.
type rowParser interface {
	name() string
	schema() *Schema
	parse(b *Batch, s *segment) error
	// lineOf returns the line of row i in its file. For Parquet, it returns the number of the row
	// in the file. Lines and rows are counted from 1.
	lineOf(b *Batch, s *segment, i int) int64
	// appendRaw appends the original text of row i. appendPuzzle appends the part of that text in
	// which the puzzle should be.
	appendRaw(dst []byte, b *Batch, i int) []byte
	appendPuzzle(dst []byte, b *Batch, i int) []byte
}

// A resultParser is a rowParser of results. appendReadback appends the text of row i in column c.
type resultParser interface {
	appendReadback(dst []byte, b *Batch, i int, c Column) []byte
}

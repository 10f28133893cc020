package formats

import (
	"io"

	"github.com/gridmill/gridmill/formats/internal/parquet"
)

// ReadOptions specifies how inputs are read. The zero value detects everything.
type ReadOptions struct {
	Format       Format    // Auto chooses by name, then by content
	Column       string    // name or number of the puzzle column; empty to detect it
	AnswerColumn string    // name or number of the answer column; empty to detect it, "none" to ignore answers
	Keep         Keep      // which columns pass through
	Delimiter    byte      // between fields of CSV; zero to detect it
	Header       Header    // whether CSV has a header
	Stdin        io.Reader // input named "-"
	// AnswersPauses is set if the rows received so far are to be read without waiting for more when
	// Stdin pauses. The first rows then determine how it is read even if there are fewer than usual.
	AnswersPauses bool
	LeftPad       bool       // restore the leading zeros lost when grids were stored as numbers
	Types         Types      // types of columns that are converted
	Results       ResultsUse // how to treat results in the input
	Replaces      ColumnSet  // columns of an earlier run that do not pass through because the output replaces them
	Outputs       *Outputs   // columns of model outputs; nil to treat them like other columns
	FullGrids     bool       // treat full grids as puzzles if there are no other grids
	Skipped       *Skipped   // collects members of archives that are not read; may be nil
	LeftOut       *LeftOut   // collects the parts of the inputs that do not become part of a row; may be nil
	// Several is set if there are other files, so that this one may lack the columns that the options
	// name. Open sets it if it opens several files.
	Several bool
	// first is the schema of the first file that has one. The other files of the data set must
	// match it.
	first *Schema

	parquetLimits *parquet.Limits // set by tests to replace the usual limits; may be nil
}

// A Reader cuts a data set into batches. It is not safe for concurrent use, but other goroutines
// can parse the batches that it has filled.
type Reader interface {
	// Schema returns the schema of the data set, which is known from the start.
	Schema() *Schema
	// Read fills b with the next rows. Batches end at multiples of their size in the data set, so that
	// writers find whole sections in them, or when a stream pauses. After the last row, Read returns
	// io.EOF and an empty batch. It returns an error about unreadable data only after all rows before
	// it, so that damage that Parse finds in those rows is reported first. After an error, only Close
	// may be called.
	Read(b *Batch) error
	// Position returns the position of the next row.
	Position() Position
	// Seek goes to a position that Position returned for the same files and options. From there, Read
	// returns the given number of rows and then io.EOF. The first of these rows has the number first.
	// If rows is negative, Read returns all remaining rows. Seek can be called at any time, even after
	// io.EOF. Seeking to the current position is free. After an error from Seek, only Seek and Close
	// may be called.
	Seek(at Position, first, rows int64) error
	// Progress returns the number of bytes of the files up to the current position, and the total, or
	// 0 if it is unknown. Skipped bytes count as done, so that a resumed run shows its total progress.
	// Progress is safe for concurrent use.
	Progress() (done, total int64)
	// Close releases everything. It may be called at any time.
	Close() error
}

// A Position is the position of a row in a data set, or of the end of the data set.
//
// The position of a file's first row has the offset 0 and the line 1, regardless of a byte-order
// mark, a header or comments before the row. The end of a file is the position of the first row of
// the next file, and the end of the data set is the start of a nonexistent file after the last. A
// stream's end is unknown until it is reached, so it may instead have a position of its own.
type Position struct {
	File   int   `json:"file"`   // index among the files of the data set
	Offset int64 `json:"offset"` // number of bytes of decompressed text before the row, or of rows in Parquet
	Line   int64 `json:"line"`   // number of the line, or of the row in Parquet, from 1
}

// A source is one file of a data set. The goroutine that reads opens, reads and closes it.
type source interface {
	rowParser
	// read adds rows to b until it holds limit rows or is heavy. It returns io.EOF after the last row.
	// Rows that it adds before an error are complete.
	read(b *Batch, limit int) error
	// position returns the position of the next row in the file.
	position() (offset, line int64)
	// seek goes to a position in the file that position returned. It returns false if the position is
	// before the current one and the file can only be read forward. The file must then be opened
	// again.
	seek(offset, line int64) (reached bool, err error)
	// joins reports whether rows of this source can follow rows of an earlier source in a batch.
	joins(before rowParser) bool
	// describe sets the facts about the file in an Info.
	describe(*Info)
	Close() error
}

// A rowParser interprets the rows of a source that are in batches. It must be safe for concurrent
// use, even after the source is closed.
type rowParser interface {
	name() string
	schema() *Schema
	// parse parses the puzzles and answers of a segment.
	parse(b *Batch, s *segment) error
	// lineOf returns the line number of row i in its file, or the row number for Parquet. Both
	// count from 1.
	lineOf(b *Batch, s *segment, i int) int64
	// appendRaw appends the original text of row i. appendPuzzle appends the part of the text that
	// should hold the puzzle.
	appendRaw(dst []byte, b *Batch, i int) []byte
	appendPuzzle(dst []byte, b *Batch, i int) []byte
}

// A resultParser is a rowParser of results. appendReadback appends the text of row i in column c.
type resultParser interface {
	appendReadback(dst []byte, b *Batch, i int, c Column) []byte
}

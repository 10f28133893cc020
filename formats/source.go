package formats

import (
	"io"

	"github.com/gridmill/gridmill/formats/internal/parquet"
)

// ReadOptions says how inputs are read. The zero value finds out by itself.
type ReadOptions struct {
	Format       Format     // Auto chooses by name, then by content
	Column       string     // name or number of the puzzle column; empty finds it
	AnswerColumn string     // the same for answers; "none" ignores them
	Keep         Keep       // which columns pass through
	Delimiter    byte       // between fields of CSV; zero finds it
	Header       Header     // whether CSV has a header
	Stdin        io.Reader  // what the input "-" reads
	LeftPad      bool       // put zeros in front of grids of text that lost them, as numbers do
	Results      ResultsUse // what becomes of results that the input holds
	FullGrids    bool       // full grids are puzzles if there are no others
	Skipped      *Skipped   // notes members of archives that are not read; may be nil
	LeftOut      *LeftOut   // collects what is in no row; may be nil
	// first is the schema of the first file that has one, which others of the data set follow.
	first *Schema

	parquetLimits *parquet.Limits // other than the usual ones, in tests; may be nil
}

// A Reader cuts a data set into batches. Only one goroutine may use it, but the
// batches it fills may be parsed by others meanwhile.
type Reader interface {
	// Schema says what the data set brings along. It is known from the start.
	Schema() *Schema
	// Read fills b with the next rows. Batches end at multiples of their size in the data
	// set, so that writers find whole sections in them. After the last it returns io.EOF and an
	// empty batch. What cannot be read is an error only when all rows before it have
	// been returned, so that damage that Parse finds in these comes first. After an
	// error only Close may be called.
	Read(b *Batch) error
	// Position returns the place of the next row.
	Position() Position
	// Seek goes to a place that Position returned for the same files and options, and ends what
	// was read before. From there Read yields rows rows, the first of which gets the number
	// first, and then io.EOF. Less than 0 rows are all that are left. A later Seek may follow at
	// any time, also after io.EOF. It costs nothing to seek to where the reader stands. After an
	// error of Seek only Seek and Close may be called.
	Seek(at Position, first, rows int64) error
	// Progress returns the bytes of the files up to where the reader stands, and
	// in all, or a total of 0 where that is not known. What Seek passes over is
	// counted as done, so that a run which goes on where another ended shows how
	// much of the whole is done. Any goroutine may call it.
	Progress() (done, total int64)
	// Close releases everything. It may be called at any time.
	Close() error
}

// A Position is a place in a data set where a row starts, or its end.
//
// The place before the first row of a file has the offset 0 and the line 1,
// whatever stands before the row: a byte-order mark, a header, comments. The end
// of a file is the place before the first row of the next, and the end of the data
// set that of a file after the last. A stream, whose end cannot be known before
// it comes, may return its own end instead.
type Position struct {
	File   int   `json:"file"`   // index among the files of the data set
	Offset int64 `json:"offset"` // bytes of text before it in the file, after decompression; in Parquet the rows
	Line   int64 `json:"line"`   // number of the line there, from 1; in Parquet of the row
}

// source is one file of a data set. The goroutine that reads opens, reads and
// closes it.
type source interface {
	rowParser
	// read adds rows to b until it holds limit rows or is heavy, and returns
	// io.EOF after the last. Rows that it adds before an error are whole.
	read(b *Batch, limit int) error
	// position returns the place of the next row in the file.
	position() (offset, line int64)
	// seek goes to a place in the file that position returned. It returns false
	// where the place lies behind, and the file can only be read onward: it must
	// be opened again.
	seek(offset, line int64) (reached bool, err error)
	// joins reports whether its rows can follow rows of another source in one
	// batch.
	joins(before rowParser) bool
	// describe says what was found out about the file.
	describe(*Info)
	Close() error
}

// rowParser knows what rows of a source mean once they are in batches. Many
// goroutines may use it at once, also after the source is closed.
type rowParser interface {
	name() string
	schema() *Schema
	// parse reads the puzzles and answers of a segment.
	parse(b *Batch, s *segment) error
	// lineOf returns where row i of the segment stands, counted from 1.
	lineOf(b *Batch, s *segment, i int) int64
	// appendRaw appends row i as it stood in the file, and appendPuzzle what
	// stood in it for the puzzle.
	appendRaw(dst []byte, b *Batch, i int) []byte
	appendPuzzle(dst []byte, b *Batch, i int) []byte
	// appendReadback appends what stands in row i in a column of a result.
	appendReadback(dst []byte, b *Batch, i int, c Column) []byte
}

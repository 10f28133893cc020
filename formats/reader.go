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
	Stdin        io.Reader  // what the input "-" reads
	LeftPad      bool       // put zeros in front of grids of text that lost them, as numbers do
	Results      ResultsUse // what becomes of results that the input holds

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

package formats

import "io"

// A source is a file of a data set, or a member of an archive. Any goroutine can call the methods
// of rowParser. Only the goroutine that reads the data set calls the other methods.
type source interface {
	rowParser
	// read adds rows to b until b.Len() is limit or b.closesEarly() is true. It returns io.EOF
	// after the last row. If read returns an error, the rows that it has added are complete.
	read(b *Batch, limit int) error
	position() (offset, line int64)
	// seek goes to a position that the position method returned. It returns false if the file can
	// be read only forward and is already past the position. The file must then be opened again.
	seek(offset, line int64) (reached bool, err error)
	// joins reports whether rows of this source can follow rows of an earlier source in a batch.
	joins(previous rowParser) bool
	// describe sets the fields of an Info that describe the file.
	describe(*Info)
	Close() error
}

// A rowParser parses the rows of a source after they have been put into batches. It must be safe
// for concurrent use, even after the source has been closed.
type rowParser interface {
	name() string
	schema() *Schema
	parse(b *Batch, seg *segment) error
	// lineOf returns the line of row i in its file or, in formats without lines, the number of the
	// row. Lines and rows are counted from 1.
	lineOf(b *Batch, seg *segment, i int) int64
	// appendPuzzle appends the part of row i where the puzzle is expected.
	appendPuzzle(dst []byte, b *Batch, i int) []byte
}

// resultParser is implemented by the rowParsers for results. appendReadback appends the text of
// column c in row i.
type resultParser interface {
	appendReadback(dst []byte, b *Batch, i int, c Column) []byte
}

// emptySource is the source for a file that has neither rows nor column names.
type emptySource struct{ source }

func (*emptySource) schema() *Schema { return nil }

func (*emptySource) read(*Batch, int) error { return io.EOF }

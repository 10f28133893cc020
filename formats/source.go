package formats

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

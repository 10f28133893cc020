package formats

// A Reader divides a data set into batches. It is not safe for concurrent use, but other goroutines
// can parse batches that it has filled.
type Reader interface {
	// Schema returns the schema of the data set. It is known before the first call to Read.
	Schema() *Schema
	// Read fills b with the next rows. A row whose number is a multiple of the batch size starts a
	// new batch. A batch can also end earlier, for example where a stream pauses. After the last
	// row, Read returns io.EOF and an empty batch.
	//
	// If data cannot be read, Read first returns all rows before this data, and then the error.
	// Damage that Parse finds in these rows is therefore reported first. After any error except
	// io.EOF, only Close can be called.
	Read(b *Batch) error
	// Position returns the position of the next row.
	Position() Position
	// Seek goes to a position that Position returned for the same files and options. From there,
	// Read returns the given number of rows and then io.EOF. first is the number of the first row.
	// If rows is negative, Read returns all remaining rows.
	//
	// Seek can also be called after Read has returned io.EOF. Seeking to the current position costs
	// nothing. After an error from Seek, only Seek and Close can be called.
	Seek(at Position, first, rows int64) error
	// Progress returns the number of bytes before the current position in the files, and the total
	// number of bytes. If the total is unknown, it is 0. If rows do not come from files, Progress
	// counts rows instead of bytes. Skipped bytes count as done, so that a resumed run shows the
	// progress of the whole run. Progress is safe for concurrent use.
	Progress() (done, total int64)
	// Close closes all files and releases memory. It can be called at any time.
	Close() error
}

// A Position is the position of a row in a data set, or of the end of the data set.
//
// The first row of a file has offset 0 and line 1, even if a byte-order mark, a header or comments
// precede the row. The end of a file has the position of the first row of the next file. The end of
// a data set of n files has file n, offset 0 and line 1. After the last row of a stream, the
// position stays in the same file until the Reader detects the end of the stream.
type Position struct {
	File   int   `json:"file"`   // index of the file in the data set
	Offset int64 `json:"offset"` // for text, the number of decompressed bytes before the row; otherwise, a number that only the source interprets
	Line   int64 `json:"line"`   // number of the line or, in formats without lines, of the row; counted from 1
}

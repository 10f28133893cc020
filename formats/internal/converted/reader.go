package converted

// table is a file that yields its rows one after the other.
type table interface {
	// appendRows adds the next rows to out, the header before the first. After the last it
	// returns io.EOF. Rows that it ended before an error are whole.
	appendRows(out *output) error
	Close() error
}

// Reader is a stream of CSV that is made of another format. An error comes behind all rows
// before it.
type Reader struct {
	rows table
	out  output
	pos  int
	err  error
}

// Read implements io.Reader.
func (r *Reader) Read(p []byte) (int, error) {
	for r.pos == len(r.out.buf) {
		if r.err != nil {
			return 0, r.err
		}
		r.out.reset()
		r.pos = 0
		r.err = r.rows.appendRows(&r.out)
		r.out.drop()
	}
	n := copy(p, r.out.buf[r.pos:])
	r.pos += n
	return n, nil
}

// Close gives back what the conversion holds. It leaves the stream below open.
func (r *Reader) Close() error { return r.rows.Close() }

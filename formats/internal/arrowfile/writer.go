package arrowfile

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/ipc"
)

// bufferSize is the size of the output buffer in bytes.
const bufferSize = 64 << 10

// A Writer writes record batches as an Arrow IPC file.
type Writer struct {
	out *sink
	ipc *ipc.FileWriter
}

// NewWriter returns a Writer that writes record batches with the schema s to w.
func NewWriter(w io.Writer, s *arrow.Schema) (f *Writer, err error) {
	defer Recover(&err)
	f = &Writer{out: &sink{Writer: bufio.NewWriterSize(w, bufferSize)}}
	f.ipc, err = ipc.NewFileWriter(f.out, ipc.WithSchema(s))
	return f, err
}

// Write appends a record batch.
func (f *Writer) Write(record arrow.Record) (err error) {
	defer Recover(&err)
	return f.out.failure(f.ipc.Write(record))
}

// Close writes the footer of the file. It does not close the underlying stream.
func (f *Writer) Close() (err error) {
	defer Recover(&err)
	if err := f.out.failure(f.ipc.Close()); err != nil {
		return err
	}
	return f.out.Flush()
}

// sink is an output stream whose position the Arrow library can query.
type sink struct {
	*bufio.Writer
	n int64
}

func (s *sink) Write(p []byte) (int, error) {
	n, err := s.Writer.Write(p)
	s.n += int64(n)
	return n, err
}

// Seek implements the part of io.Seeker that the Arrow library uses.
func (s *sink) Seek(offset int64, whence int) (int64, error) {
	if offset != 0 || whence != io.SeekCurrent {
		return 0, errors.ErrUnsupported
	}
	return s.n, nil
}

// failure returns the first write error, or err if no write failed. It gets the write error from
// the bufio.Writer, because the library may report a different error or none.
func (s *sink) failure(err error) error {
	_, first := s.Writer.Write(nil)
	return cmp.Or(first, err)
}

// Recover turns a panic into an error. The Arrow library panics on files that it cannot read and
// columns that it cannot write. Recover must be deferred.
func Recover(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("arrow: %v", r)
	}
}

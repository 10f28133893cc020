package arrowfile

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/ipc"

	"github.com/gridmill/gridmill/formats/files"
)

const bufferSize = 64 << 10

// A Writer writes record batches as an Arrow IPC file.
type Writer struct {
	out output
	ipc *ipc.FileWriter
}

// NewWriter returns a Writer that writes record batches with the schema s to w.
func NewWriter(w io.Writer, s *arrow.Schema) (f *Writer, err error) {
	defer Recover(&err)
	f = &Writer{out: output{to: files.Sink{W: w}}}
	f.out.Writer = bufio.NewWriterSize(&f.out.to, bufferSize)
	f.ipc, err = ipc.NewFileWriter(&f.out, ipc.WithSchema(s))
	return f, err
}

// Write appends a record batch.
func (f *Writer) Write(record arrow.Record) (err error) {
	defer Recover(&err)
	err = f.ipc.Write(record)
	return cmp.Or(f.out.to.Err, err) // the library may report a different error or none
}

// Close writes an end-of-stream marker, zeros, and the footer of the file. It does not close the
// underlying stream. The marker and the zeros reveal whether bytes were inserted into the last
// batch or removed from it. The Arrow library omits the marker.
func (f *Writer) Close() (err error) {
	defer Recover(&err)
	if f.out.to.N+int64(f.out.Buffered()) > 0 { // the schema has been written
		_, _ = f.out.WriteString("\xff\xff\xff\xff" + strings.Repeat("\x00", 60)) // Flush reports errors
	}
	err = f.ipc.Close()
	flushed := f.out.Flush()
	return cmp.Or(f.out.to.Err, err, flushed)
}

// output is a buffered stream whose position the Arrow library can query.
type output struct {
	*bufio.Writer
	to files.Sink
}

// Seek implements the part of io.Seeker that the Arrow library uses.
func (o *output) Seek(offset int64, whence int) (int64, error) {
	if offset != 0 || whence != io.SeekCurrent {
		return 0, errors.ErrUnsupported
	}
	return o.to.N + int64(o.Buffered()), nil
}

// Recover turns a panic into an error. The Arrow library panics if it cannot read a file or write a
// column. Recover must be deferred.
func Recover(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("arrow: %v", r)
	}
}

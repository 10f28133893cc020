package formats

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/ipc"
)

// arrowFile writes record batches as an Arrow IPC file.
type arrowFile struct {
	out *arrowSink
	ipc *ipc.FileWriter
}

func newArrowFile(w io.Writer, s *arrow.Schema) (f *arrowFile, err error) {
	defer recoverArrow(&err)
	f = &arrowFile{out: &arrowSink{buffer: bufio.NewWriterSize(w, readSize)}}
	f.ipc, err = ipc.NewFileWriter(f.out, ipc.WithSchema(s))
	return f, err
}

func (f *arrowFile) write(record arrow.Record) (err error) {
	defer recoverArrow(&err)
	return f.out.failure(f.ipc.Write(record))
}

func (f *arrowFile) close() (err error) {
	defer recoverArrow(&err)
	if err := f.out.failure(f.ipc.Close()); err != nil {
		return err
	}
	return f.out.buffer.Flush()
}

// arrowSink is a stream that the library asks for its position. It keeps the first error, in
// whose place the library returns one of its own, and only perhaps.
type arrowSink struct {
	buffer *bufio.Writer
	n      int64
	err    error
}

// Write implements io.Writer.
func (s *arrowSink) Write(p []byte) (int, error) {
	n, err := s.buffer.Write(p)
	s.n += int64(n)
	if s.err == nil {
		s.err = err
	}
	return n, err
}

// Seek implements io.Seeker as far as the library uses it.
func (s *arrowSink) Seek(offset int64, whence int) (int64, error) {
	if offset != 0 || whence != io.SeekCurrent {
		return 0, errors.ErrUnsupported
	}
	return s.n, nil
}

// failure returns the error of the stream, or else that of the library.
func (s *arrowSink) failure(err error) error {
	if s.err != nil {
		return s.err
	}
	return err
}

// recoverArrow makes an error of a panic, as the library has them for files that it cannot
// read and for columns that it cannot write.
func recoverArrow(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("arrow: %v", r)
	}
}

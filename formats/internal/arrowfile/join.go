package arrowfile

import (
	"errors"
	"fmt"
	"io"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"
)

// A Joiner joins files that Writers wrote. It holds one record batch in memory. The files must come
// from a trusted source, because the Arrow library allocates as much memory as a schema declares.
type Joiner struct {
	w         io.Writer
	createdBy string
	out       *Writer
	schema    *arrow.Schema // schema of the first file
}

// NewJoiner returns a Joiner that writes to w. Errors name createdBy as the creator of the files.
func NewJoiner(w io.Writer, createdBy string) *Joiner { return &Joiner{w: w, createdBy: createdBy} }

// Add appends a file that is size bytes long. Reads go through wrap, which can count bytes.
func (j *Joiner) Add(file io.ReaderAt, size int64, wrap func(io.Reader) io.Reader) (err error) {
	defer Recover(&err)
	in, err := open(wrappedFile{file, wrap}, size)
	if err != nil {
		return fmt.Errorf("the file is incomplete, or is not an Arrow file written by %s: %w", j.createdBy, err)
	}
	switch s := in.Schema(); {
	case j.schema == nil:
		j.schema = s
		if j.out, err = NewWriter(j.w, s); err != nil {
			return err
		}
	case !j.schema.Equal(s):
		return errors.New("its columns differ from those of the previous parts, so the parts come from different runs")
	case !j.schema.Metadata().Equal(s.Metadata()):
		return errors.New("it comes from a different run than the previous parts")
	}
	for i := range in.NumRecords() {
		record, err := in.RecordAt(i)
		if err != nil {
			return fmt.Errorf("record batch %d: %w", i+1, err)
		}
		if err := j.out.Write(record); err != nil {
			return err
		}
		record.Release()
	}
	return nil
}

// Close writes the footer. At least one file must have been added.
func (j *Joiner) Close() error { return j.out.Close() }

func open(r io.ReaderAt, size int64) (in *ipc.FileReader, err error) {
	defer Recover(&err)
	return ipc.NewFileReader(io.NewSectionReader(r, 0, size), ipc.WithAllocator(upTo{memory.DefaultAllocator, size}))
}

// upTo is an allocator that panics if a request exceeds the size of the file. Files are not
// compressed, so only damaged files cause such requests.
type upTo struct {
	memory.Allocator
	size int64
}

func (a upTo) Allocate(size int) []byte {
	a.check(size)
	return a.Allocator.Allocate(size)
}

func (a upTo) Reallocate(size int, b []byte) []byte {
	a.check(size)
	return a.Allocator.Reallocate(size, b)
}

func (a upTo) check(size int) {
	const rounding = 64 // the Arrow library rounds sizes up to multiples of 64 bytes
	if int64(size) > a.size+rounding {
		panic(fmt.Sprintf("a declared size of %d bytes exceeds the size of the file", size))
	}
}

// wrappedFile reads a file through the readers returned by wrap.
type wrappedFile struct {
	file io.ReaderAt
	wrap func(io.Reader) io.Reader
}

func (r wrappedFile) ReadAt(p []byte, at int64) (int, error) {
	return io.ReadFull(r.wrap(io.NewSectionReader(r.file, at, int64(len(p)))), p)
}

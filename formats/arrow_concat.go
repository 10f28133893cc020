package formats

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"github.com/gridmill/gridmill/formats/files"
)

// concatArrow joins parts that gridmill wrote, batch by batch. Their schemas are trusted, as
// the library allocates whatever one claims. Parts that end with whole
// sections make the same bytes as a run that writes one file.
func concatArrow(ctx context.Context, w io.Writer, parts []string, read *files.Counter) error {
	j := &arrowJoiner{w: w}
	for _, part := range parts {
		if err := j.add(ctx, part, read); err != nil {
			return files.InFile(part, err)
		}
	}
	return j.out.close()
}

// arrowJoiner joins files of one run.
type arrowJoiner struct {
	w      io.Writer
	out    *arrowFile
	schema *arrow.Schema // of the first part
}

// add appends a part.
func (j *arrowJoiner) add(ctx context.Context, part string, read *files.Counter) (err error) {
	f, err := os.Open(part)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	in, err := openArrow(countedAt{ctx, f, read}, info.Size())
	if err != nil {
		return fmt.Errorf("not an Arrow file that %s wrote, or not complete: %w", createdBy, err)
	}
	switch s := in.Schema(); {
	case j.schema == nil:
		j.schema = s
		if j.out, err = newArrowFile(j.w, s); err != nil {
			return err
		}
	case !j.schema.Equal(s):
		return errors.New("its columns are not those of the parts before; they are of different runs")
	case !j.schema.Metadata().Equal(s.Metadata()):
		return errors.New("it says something else of its run than the parts before; they are of different runs")
	}
	return j.copy(in)
}

// openArrow opens an Arrow file of size bytes, none of which is compressed.
func openArrow(r io.ReaderAt, size int64) (in *ipc.FileReader, err error) {
	defer recoverArrow(&err)
	return ipc.NewFileReader(io.NewSectionReader(r, 0, size), ipc.WithAllocator(upTo{memory.DefaultAllocator, size}))
}

// upTo is an allocator that panics when more is asked for than a file has, as it is of a
// damaged one.
type upTo struct {
	memory.Allocator
	size int64
}

// Allocate implements memory.Allocator.
func (a upTo) Allocate(size int) []byte {
	a.check(size)
	return a.Allocator.Allocate(size)
}

// Reallocate implements memory.Allocator.
func (a upTo) Reallocate(size int, b []byte) []byte {
	a.check(size)
	return a.Allocator.Reallocate(size, b)
}

func (a upTo) check(size int) {
	const rounding = 64 // what sizes are rounded up to
	if int64(size) > a.size+rounding {
		panic(fmt.Sprintf("it claims %d bytes, more than the file has", size))
	}
}

// copy copies all record batches.
func (j *arrowJoiner) copy(in *ipc.FileReader) (err error) {
	defer recoverArrow(&err)
	for i := range in.NumRecords() {
		record, err := in.RecordAt(i)
		if err != nil {
			return fmt.Errorf("record batch %d: %w", i+1, err)
		}
		if err := j.out.write(record); err != nil {
			return err
		}
		record.Release()
	}
	return nil
}

// countedAt is a file of which the bytes that are read are counted, until the context ends.
type countedAt struct {
	ctx  context.Context
	file *os.File
	read *files.Counter
}

// ReadAt implements io.ReaderAt.
func (c countedAt) ReadAt(p []byte, at int64) (int, error) {
	in := io.NewSectionReader(c.file, at, int64(len(p)))
	return io.ReadFull(files.UntilDone(c.ctx, c.read.Reader(in)), p)
}

package formats

import (
	"bufio"
	"errors"
	"io"
	"os"
	"sync/atomic"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/compress"
	"github.com/gridmill/gridmill/formats/internal/filekind"
)

// readSize is the number of bytes per read.
const readSize = 64 << 10

// openSource opens one file. It adds the number of bytes read to done.
func openSource(file string, o *ReadOptions, done *atomic.Int64) (source, error) {
	in, closeFile, err := openFile(file, o.Stdin)
	if err == nil {
		var s source
		if s, err = openFormat(file, in, closeFile, o, done); err == nil {
			return s, nil
		}
		err = errors.Join(err, closeFile())
	}
	return nil, files.InFile(files.InputName(file), err)
}

// openFormat opens the contents of a file. Unless there is an error, the source closes the file.
func openFormat(file string, in io.Reader, closeFile func() error, o *ReadOptions, done *atomic.Int64) (source, error) {
	format := o.Format
	if format == Auto {
		format = FormatOf(file)
	}
	isStdin := file == files.StdStream
	if f, isFile := in.(*os.File); isFile && !isStdin && isRegular(f) {
		head := make([]byte, filekind.HeadSize)
		n, _ := f.ReadAt(head, 0) // a later read returns any error again
		if storage := storageOf(file, head[:n], format, o); storage != inStream {
			return openIndexed(f, file, storage, o, done)
		}
	} else {
		stream := &files.Waiter{Reader: in, Waits: !o.AnswersPauses}
		buffered := bufio.NewReaderSize(stream, readSize)
		head, err := buffered.Peek(filekind.HeadSize)
		stream.Again = files.IsPause(err)
		switch storage := storageOf(file, head, format, o); {
		case storage != inStream && isStdin:
			stream.Waits = true
			return openSpooled(buffered, storage, o, done)
		case storage != inStream:
			return nil, errNeedsFile
		}
		in = buffered
	}
	return openStream(file, &counter{Reader: in, done: done}, closeFile, format, o)
}

// A storage is the way in which a file is read.
type storage int

const (
	inStream  storage = iota // from its start
	inParquet                // Parquet, with an index at its end
	inZip                    // a zip archive, with an index at its end
)

// storageOf returns how to read a file that starts with head. A file that starts like Parquet is
// read as Parquet regardless of its name, unless another format was requested. Any other file is
// read as Parquet if its name or the options say so, unless its name ends in the extension of a
// compression.
func storageOf(file string, head []byte, promised Format, o *ReadOptions) storage {
	kind := filekind.Of(head)
	isParquet := kind != nil && kind.Format == Parquet.String()
	switch {
	case isParquet && (o.Format == Auto || promised == Parquet), !isParquet && promised == Parquet && compress.ByExtension(file) == compress.None:
		return inParquet
	case kind != nil && kind.Container == filekind.Zip:
		return inZip
	}
	return inStream
}

// openIndexed opens a file with an index at its end.
func openIndexed(f *os.File, name string, in storage, o *ReadOptions, done *atomic.Int64) (source, error) {
	if in == inZip {
		return openZip(f, name, o, done)
	}
	return openParquet(f, files.InputName(name), o, done)
}

// openSpooled opens Parquet or a zip archive from standard input. It copies the input to a
// temporary file, because the index is at the end. It removes the file before it reads it, so that
// the file cannot outlive the run.
func openSpooled(in io.Reader, as storage, o *ReadOptions, done *atomic.Int64) (source, error) {
	f, err := os.CreateTemp("", "gridmill-*")
	if err != nil {
		return nil, files.InTemporary(err)
	}
	// An error reading the input is not an error of the temporary file.
	to := &errorKeeper{w: f}
	if _, err = io.Copy(to, in); to.err != nil {
		err = files.InTemporary(err)
	}
	if err = errors.Join(err, files.InTemporary(os.Remove(f.Name()))); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	s, err := openIndexed(f, files.StdStream, as, o, done)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return s, nil
}

// errNeedsFile is returned for Parquet and zip archives in a named pipe.
var errNeedsFile = errors.New("it is Parquet or a zip archive, whose index is at the end; save it to a file first")

// errStreamedParquet is returned for Parquet in a compressed file.
var errStreamedParquet = errors.New("a Parquet file cannot be read from a stream, because its index is at the end; name an uncompressed file")

// refuseKind returns an error if the file is of a kind that cannot be read, regardless of its name.
func refuseKind(f *os.File) error {
	head := make([]byte, filekind.HeadSize)
	n, _ := f.ReadAt(head, 0)
	if kind := filekind.Of(head[:n]); kind != nil && kind.Format == "" {
		return kind.Unreadable()
	}
	return nil
}

// openInput opens a file. Tests count the calls.
var openInput = os.Open

// openFile opens a file, or uses stdin for "-".
func openFile(file string, stdin io.Reader) (io.Reader, func() error, error) {
	if file == files.StdStream {
		return stdin, func() error { return nil }, nil
	}
	f, err := openInput(file)
	if err != nil {
		return nil, nil, err
	}
	return f, f.Close, nil
}

// counter counts the bytes read through it.
type counter struct {
	io.Reader
	done *atomic.Int64
	at   int64 // current offset in the file
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.moved(int64(n))
	return n, err
}

// isRegular reports whether the input is a regular file, which can be read again from any offset.
func (c *counter) isRegular() bool {
	f, isFile := c.Reader.(*os.File)
	return isFile && isRegular(f)
}

func isRegular(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode().IsRegular()
}

// moved records that n bytes of the file were read or skipped.
func (c *counter) moved(n int64) {
	c.done.Add(n)
	c.at += n
}

// counterAt counts the bytes read at any offset of a file.
type counterAt struct {
	io.ReaderAt
	done *atomic.Int64
}

func (c *counterAt) ReadAt(p []byte, at int64) (int, error) {
	n, err := c.ReaderAt.ReadAt(p, at)
	c.done.Add(int64(n))
	return n, err
}

package formats

import (
	"bufio"
	"errors"
	"io"
	"os"
	"sync/atomic"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/archive"
	"github.com/gridmill/gridmill/formats/internal/compress"
	"github.com/gridmill/gridmill/formats/internal/filekind"
	"github.com/gridmill/gridmill/formats/internal/parquet"
)

// readSize is how much is read from a file at once.
const readSize = 64 << 10

// openSource opens one file. It counts the bytes that it reads into done.
func openSource(file string, o *ReadOptions, done *atomic.Int64) (source, error) {
	s, err := openFormat(file, o, done)
	if err != nil {
		return nil, files.InFile(files.InputName(file), err)
	}
	return s, nil
}

func openFormat(file string, o *ReadOptions, done *atomic.Int64) (source, error) {
	in, closeFile, err := openFile(file, o.Stdin)
	if err != nil {
		return nil, err
	}
	format := o.Format
	if format == Auto {
		format = FormatOf(file)
	}
	if f, ok := in.(*os.File); ok && file != files.StdStream && isRegular(f) {
		s, err := openIndexed(f, file, format, o, done)
		if err != nil {
			return nil, errors.Join(err, closeFile())
		}
		if s != nil {
			return s, nil
		}
	}
	if file == files.StdStream {
		stream := &files.Waiter{Reader: in, Waits: !o.AnswersPauses}
		head := bufio.NewReaderSize(stream, readSize)
		magic, _ := head.Peek(len(parquet.Magic))
		if format == Parquet || format == Auto && string(magic) == parquet.Magic || filekind.IsZip(magic) {
			stream.Waits = true
			return openSpooled(head, format, o, done)
		}
		in = head
	} else if f, isFile := in.(*os.File); isFile && !isRegular(f) {
		head := bufio.NewReaderSize(in, readSize)
		magic, _ := head.Peek(len(parquet.Magic))
		if format == Parquet || string(magic) == parquet.Magic || filekind.IsZip(magic) {
			return nil, errors.Join(errNeedsFile, closeFile())
		}
		in = head
	}
	if format == Parquet {
		return nil, errors.Join(errStreamedParquet, closeFile())
	}
	s, err := openStream(file, &counter{Reader: in, done: done}, closeFile, format, o)
	if err != nil {
		return nil, errors.Join(err, closeFile())
	}
	return s, nil
}

// openIndexed opens a file whose index is at its end: Parquet or a zip archive. It returns
// nil for any other file.
func openIndexed(f *os.File, name string, format Format, o *ReadOptions, done *atomic.Int64) (source, error) {
	switch {
	case isColumnar(f, format, o.Format != Auto):
		return openParquet(f, files.InputName(name), o, done)
	case archive.IsZip(f):
		return openZip(f, name, o, done)
	}
	return nil, nil
}

// openSpooled opens Parquet or a zip archive from standard input by copying it to a
// temporary file, since its index is at the end. The file is removed before it is read, so
// that it never remains after a run.
func openSpooled(in io.Reader, format Format, o *ReadOptions, done *atomic.Int64) (source, error) {
	f, err := os.CreateTemp("", "gridmill-*")
	if err != nil {
		return nil, files.InTemporary(err)
	}
	// An error of reading the input is not an error of the temporary file.
	from := &failed{Reader: in}
	_, err = io.Copy(f, from)
	if from.err == nil {
		err = files.InTemporary(err)
	}
	if err = errors.Join(err, files.InTemporary(os.Remove(f.Name()))); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	s, err := openIndexed(f, files.StdStream, format, o, done)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return s, nil
}

// failed is a reader that keeps its error.
type failed struct {
	io.Reader
	err error
}

// Read implements io.Reader.
func (f *failed) Read(p []byte) (int, error) {
	n, err := f.Reader.Read(p)
	if err != nil && !files.IsEnd(err) {
		f.err = err
	}
	return n, err
}

// errNeedsFile is the error for Parquet and zip archives in a named pipe.
var errNeedsFile = errors.New("it is Parquet or a zip archive, which needs a regular file, as its index is at the end; save it first")

// errStreamedParquet is the error for Parquet in a compressed file.
var errStreamedParquet = errors.New("a stream cannot hold Parquet, whose index is at the end; give it as a file of its own, not compressed")

// isColumnar reports whether to read a file as Parquet. A file that starts like Parquet is
// read so, whatever its name, unless another format was requested. Any other file is read
// so if Parquet is expected and its name does not have the extension of a compression.
func isColumnar(f *os.File, format Format, asked bool) bool {
	var magic [len(parquet.Magic)]byte
	if _, err := f.ReadAt(magic[:], 0); err == nil && string(magic[:]) == parquet.Magic {
		return format == Parquet || !asked
	}
	return format == Parquet && compress.ByExtension(f.Name()) == compress.None
}

// refuseKind returns an error if the file is of a kind that is not read, whatever its name.
func refuseKind(f *os.File) error {
	head := make([]byte, filekind.HeadSize)
	n, _ := f.ReadAt(head, 0)
	if kind := filekind.Of(head[:n]); kind != nil && kind.Format == "" {
		return kind.Unreadable()
	}
	return nil
}

// openInput opens a file. Tests count how often it does.
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

// counter counts the bytes that pass.
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

// isRegular reports whether the input is a regular file, which can be read again from any
// place.
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

// counterAt counts the bytes that are read anywhere in a file.
type counterAt struct {
	io.ReaderAt
	done *atomic.Int64
}

// ReadAt implements io.ReaderAt.
func (c *counterAt) ReadAt(p []byte, at int64) (int, error) {
	n, err := c.ReaderAt.ReadAt(p, at)
	c.done.Add(int64(n))
	return n, err
}

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

// readSize is the number of bytes to read at a time.
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

// openFormat opens the contents of a file. If it succeeds, the source closes the file.
func openFormat(file string, in io.Reader, closeFile func() error, o *ReadOptions, done *atomic.Int64) (source, error) {
	format := o.Format
	if format == Auto {
		format = FormatOf(file)
	}
	isStdin := file == files.StdStream
	if f, isFile := in.(*os.File); isFile && !isStdin && isRegular(f) {
		if s, err := openIndexed(f, file, format, o, done); s != nil || err != nil {
			return s, err
		}
	} else {
		stream := &files.Waiter{Reader: in, Waits: !o.AnswersPauses}
		head := bufio.NewReaderSize(stream, readSize)
		magic, err := head.Peek(len(parquet.Magic))
		stream.Again = files.IsPause(err)
		isParquet := string(magic) == parquet.Magic && (format == Auto || !isStdin)
		switch isIndexed := format == Parquet || isParquet || filekind.IsZip(magic); {
		case isIndexed && isStdin:
			stream.Waits = true
			return openSpooled(head, format, o, done)
		case isIndexed:
			return nil, errNeedsFile
		}
		in = head
	}
	if format == Parquet {
		return nil, errStreamedParquet
	}
	return openStream(file, &counter{Reader: in, done: done}, closeFile, format, o)
}

// openIndexed opens a Parquet file or a zip archive. Such files have an index at the end. For any
// other file, openIndexed returns nil.
func openIndexed(f *os.File, name string, format Format, o *ReadOptions, done *atomic.Int64) (source, error) {
	switch {
	case isColumnar(f, format, o.Format != Auto):
		return openParquet(f, files.InputName(name), o, done)
	case archive.IsZip(f):
		return openZip(f, name, o, done)
	}
	return nil, nil
}

// openSpooled opens Parquet or a zip archive from standard input. It first copies the input to a
// temporary file, because the index is at the end. It removes the file before reading it, so that
// the file cannot outlive the run.
func openSpooled(in io.Reader, format Format, o *ReadOptions, done *atomic.Int64) (source, error) {
	f, err := os.CreateTemp("", "gridmill-*")
	if err != nil {
		return nil, files.InTemporary(err)
	}
	// An error is reported as an error of the temporary file only if writing to that file fails.
	to := &errorKeeper{w: f}
	if _, err = io.Copy(to, in); to.err != nil {
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

// errNeedsFile is the error for Parquet and zip archives in a named pipe.
var errNeedsFile = errors.New("it is Parquet or a zip archive, whose index is at the end; save it to a file first")

// errStreamedParquet is the error for Parquet in a compressed file.
var errStreamedParquet = errors.New("a Parquet file cannot be read from a stream, because its index is at the end; name an uncompressed file")

// isColumnar reports whether to read a file as Parquet. A file that starts like Parquet is read as
// Parquet regardless of its name, unless another format was requested. Any other file is read as
// Parquet if its name or an option says so, unless the name ends in a compression extension.
func isColumnar(f *os.File, format Format, requested bool) bool {
	var magic [len(parquet.Magic)]byte
	if _, err := f.ReadAt(magic[:], 0); err == nil && string(magic[:]) == parquet.Magic {
		return format == Parquet || !requested
	}
	return format == Parquet && compress.ByExtension(f.Name()) == compress.None
}

// refuseKind returns an error if the contents of a file show that gridmill cannot read files of
// this kind.
func refuseKind(f *os.File) error {
	head := make([]byte, filekind.HeadSize)
	n, _ := f.ReadAt(head, 0)
	if kind := filekind.Of(head[:n]); kind != nil && kind.Format == "" {
		return kind.Unreadable()
	}
	return nil
}

// openInput opens a file. Tests replace it to count the calls.
var openInput = os.Open

// openFile opens a file. For "-", it returns stdin.
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

type counterAt struct {
	io.ReaderAt
	done *atomic.Int64
}

func (c *counterAt) ReadAt(p []byte, at int64) (int, error) {
	n, err := c.ReaderAt.ReadAt(p, at)
	c.done.Add(int64(n))
	return n, err
}

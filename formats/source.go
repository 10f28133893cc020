package formats

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/compress"
	"github.com/gridmill/gridmill/formats/option"
)

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
	if f, ok := in.(*os.File); ok && file != files.StdStream && isColumnar(f, format, o.Format != Auto) {
		s, err := openParquet(f, file, o, done)
		if err != nil {
			return nil, errors.Join(err, closeFile())
		}
		return s, nil
	}
	if file == files.StdStream && (format == Parquet || format == Auto) {
		head := bufio.NewReaderSize(in, readSize)
		if magic, _ := head.Peek(len(parquetMagic)); format == Parquet || string(magic) == parquetMagic {
			return openSpooled(head, o, done)
		}
		in = head
	}
	if format == Parquet {
		return nil, errors.Join(errStreamedParquet, closeFile())
	}
	s, err := openText(file, &counter{Reader: in, done: done}, closeFile, format, o)
	if err != nil {
		return nil, errors.Join(err, closeFile())
	}
	return s, nil
}

// openSpooled opens Parquet from standard input by way of a temporary file, since
// its index stands at the end. The file has lost its name by the time it is read,
// so that nothing is left behind.
func openSpooled(in io.Reader, o *ReadOptions, done *atomic.Int64) (source, error) {
	f, err := os.CreateTemp("", "gridmill-*.parquet")
	if err != nil {
		return nil, err
	}
	_, err = io.Copy(f, in)
	if err = errors.Join(err, os.Remove(f.Name())); err != nil {
		return nil, errors.Join(fmt.Errorf("a temporary copy cannot be made in %s (TMPDIR): %w", os.TempDir(), err), f.Close())
	}
	s, err := openParquet(f, files.InputName(files.StdStream), o, done)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return s, nil
}

// errStreamedParquet is the fault of Parquet in a compressed file or a named pipe.
var errStreamedParquet = errors.New("a stream cannot hold Parquet, whose index stands at the end; give it as a file of its own, not compressed")

// isColumnar reports whether a file is to be read as Parquet: it is, whatever its
// name, unless it was asked to be read otherwise. One that is named .parquet.gz
// is not, unless it is not compressed after all.
func isColumnar(f *os.File, format Format, asked bool) bool {
	if isParquet(f) {
		return format == Parquet || !asked
	}
	return format == Parquet && compress.ByExtension(f.Name()) == compress.None
}

// isParquet reports whether a file begins as Parquet does.
func isParquet(f *os.File) bool {
	var magic [len(parquetMagic)]byte
	_, err := f.ReadAt(magic[:], 0)
	return err == nil && string(magic[:]) == parquetMagic
}

// openFile opens a file, or takes standard input for "-".
func openFile(file string, stdin io.Reader) (io.Reader, func() error, error) {
	if file == files.StdStream {
		return stdin, func() error { return nil }, nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, nil, err
	}
	return f, f.Close, nil
}

// counter counts the bytes that pass.
type counter struct {
	io.Reader
	done *atomic.Int64
	at   int64 // where in the file it stands
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.moved(int64(n))
	return n, err
}

// moved notes that the file was read, or passed over, for n bytes.
func (c *counter) moved(n int64) {
	c.done.Add(n)
	c.at += n
}

// openText opens a file of text or CSV, telling them apart by content where the
// name does not.
func openText(file string, raw *counter, closeFile func() error, format Format, o *ReadOptions) (source, error) {
	in, compression, err := compress.NewReader(raw, compress.ByExtension(file))
	if err != nil {
		return nil, err
	}
	lines := newCutter(in)
	known := format == Text
	head, format, err := beginningOf(lines, format)
	if err != nil {
		in.Close()
		return nil, err
	}
	if lines.offset == 0 && bytes.HasPrefix(head, []byte(parquetMagic)) {
		in.Close()
		if o.Format != Auto && compression == compress.None && isRegular(file, raw.Reader) {
			return nil, option.Misuse(option.InputFormat, "it is Parquet, which cannot be read as %s", format)
		}
		return nil, errStreamedParquet
	}
	empty := lines.eof && len(bytes.Trim(head, "\r\n")) == 0
	t := textSource{file: files.InputName(file), lines: lines, in: in, raw: raw, closeFile: closeFile, compression: compression}
	t.onlyOnce = !isRegular(file, raw.Reader)
	var s source
	switch {
	case empty && format == Text && o.Results == IgnoreResults:
		// Without a name that tells the format it might have been CSV with any columns.
		s, err = &lineSource{textSource: t}, nil
		if known {
			s, err = newLineSource(t, head, o)
		}
		s = &emptySource{s}
	case empty && format != Text:
		return &emptySource{&csvSource{textSource: t}}, nil
	case format == Text:
		s, err = newLineSource(t, head, o)
	default:
		s, err = newCSVSource(t, head, format, o)
	}
	if err != nil {
		in.Close()
		return nil, err
	}
	return s, nil
}

// beginningOf returns the first bytes of a text from its first row on, and its format.
func beginningOf(lines *cutter, format Format) (head []byte, is Format, err error) {
	// Where nothing else says that it is CSV, comments may stand before it, too. A header
	// that begins like a comment has a delimiter.
	head, err = lines.peek(func(line []byte, _ bool) bool {
		return len(line) > 0 && (format != Auto || line[0] != '#' || delimiterOf(line) != 0)
	})
	is = format
	if format == Auto {
		is = byContent(head)
	}
	if err != nil || is != Text {
		return head, is, err
	}
	// Before lines of text, all comments are passed, and a count.
	head, err = lines.peek(func(line []byte, first bool) bool { return !skipLine(line, first) })
	return head, is, err
}

// byContent tells CSV by a delimiter in the first line that is no comment.
func byContent(head []byte) Format {
	for line := range bytes.Lines(head) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		if delimiter := delimiterOf(line); delimiter == '\t' {
			return TSV
		} else if delimiter != 0 {
			return CSV
		}
		break
	}
	return Text
}

// textSource is what sources of lines and of CSV share.
type textSource struct {
	file        string
	lines       *cutter
	in          io.Closer
	raw         *counter // the file below any compression
	onlyOnce    bool     // the file is a stream that can be read only once
	closeFile   func() error
	compression compress.Kind
	info        Schema
}

// compressionName returns how the file is compressed, or nothing where it is not.
func (t *textSource) compressionName() string {
	if t.compression == compress.None {
		return ""
	}
	return t.compression.String()
}

func (t *textSource) name() string    { return t.file }
func (t *textSource) schema() *Schema { return &t.info }

func (t *textSource) Close() error {
	return files.InFile(t.file, errors.Join(t.in.Close(), t.closeFile()))
}

// joins reports that rows of text can follow each other in a batch, whatever
// files they come from.
func (t *textSource) joins(before rowParser) bool {
	_, isParquet := before.(*parquetSource)
	return !isParquet
}

// fill cuts rows into b and makes them a segment of source s.
func (t *textSource) fill(s source, b *Batch, limit int) error {
	from, line := b.Len(), t.lines.line
	err := t.lines.fill(b, limit, line)
	b.addSegment(s, from, len(b.rows), line)
	if err == nil {
		err = t.toNextRow()
	}
	return files.InFile(t.file, err)
}

func (t *textSource) lineOf(b *Batch, s *segment, i int) int64 {
	return s.line + int64(b.rows[i].line)
}

func (t *textSource) appendRaw(dst []byte, b *Batch, i int) []byte {
	return append(dst, b.text(b.rows[i].span)...)
}

// text returns a piece of the batch's block.
func (b *Batch) text(s span) []byte { return b.block[s.start:s.end] }

package formats

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/compress"
	"github.com/gridmill/gridmill/formats/internal/filekind"
	"github.com/gridmill/gridmill/formats/internal/layout"
	"github.com/gridmill/gridmill/formats/internal/parquet"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/option"
)

// openText opens a file of text or CSV, or of records. Its content decides which it is where its
// name does not.
func openText(file string, raw *counter, closeFile func() error, format Format, o *ReadOptions) (source, error) {
	in, compression, err := compress.NewReader(raw, compress.ByExtension(file))
	if err != nil {
		return nil, err
	}
	_, regular, _ := sizeOf(file) // it is open, so a name without a file is as good as a stream
	f := recordFile{path: files.InputName(file), compression: compression, onlyOnce: !regular}
	f.close = func() error { return errors.Join(in.Close(), closeFile()) }
	s, err := openStream(f, in, raw, format, o)
	if err != nil {
		in.Close()
		return nil, err
	}
	return s, nil
}

// openStream opens what was decompressed.
func openStream(f recordFile, in io.Reader, raw *counter, format Format, o *ReadOptions) (_ source, err error) {
	buffered := bufio.NewReaderSize(in, filekind.HeadSize)
	head, err := buffered.Peek(filekind.HeadSize)
	if err != nil && !errors.Is(err, io.EOF) && len(head) == 0 {
		return nil, err
	}
	if f.format, err = recordFormat(head, format, o); err != nil {
		return nil, err
	}
	if f.format != Auto && o.LeftPad {
		return nil, refuseLeftPad(f.format)
	}
	if f.format != Auto {
		return openRecords(f, buffered, o)
	}
	t := textSource{file: f.path, raw: raw, closeFile: f.close, compression: f.compression, onlyOnce: f.onlyOnce}
	text, format, found := applyLayout(&stream{buffered, func() error { return nil }}, format, o)
	t.in, t.layout = text, found
	return openLines(t, text, format, o)
}

// recordFormat returns the format of records that a stream starts as, or Auto. Its content decides,
// unless a format was asked for. The format that its name promises matters only where the content
// shows none.
func recordFormat(head []byte, promised Format, o *ReadOptions) (Format, error) {
	kind := filekind.Of(head)
	if kind == nil && o.Format == Auto && !promised.isRecords() {
		kind = filekind.Binary(head)
	}
	switch {
	case len(head) == 0 && promised.isRecords() && promised != JSONL:
		return Auto, option.Errorf(option.InputFile, "it is empty, which a file of %s never is", promised)
	case len(head) == 0 || kind == nil && !promised.isRecords():
		return Auto, nil
	case kind == nil && promised.isJSON():
		return promised, nil
	case kind == nil && o.Format != Auto:
		return Auto, option.Misuse(option.InputFormat, "it does not start as %s does", promised)
	case kind == nil:
		return Auto, &option.Error{
			Options: []option.Name{option.InputFile, option.InputName},
			Err:     fmt.Errorf("the %s data that the file's name promises does not start as such data does: it is damaged, or the file is misnamed", promised),
		}
	case kind.IsText && o.Format != Auto && !o.Format.isRecords():
		return Auto, nil
	case kind.Format == "":
		return Auto, kind.Unreadable()
	}
	format, err := ParseFormat(kind.Format)
	if err == nil && o.Format != Auto && o.Format != format && (!o.Format.isJSON() || !format.isJSON()) {
		err = option.Misuse(option.InputFormat, "it is %s, which cannot be read as %s", kind.What, o.Format)
	}
	return format, err
}

// refuseLeftPad refuses to put zeros in front of grids that are not text.
func refuseLeftPad(format Format) error {
	return option.Misuse(option.LeftPad, "zeros in front of grids can be put back in text and CSV, and it is %s", format)
}

// stream is text with what must be closed after it.
type stream struct {
	io.Reader
	close func() error
}

// Close implements io.Closer.
func (s *stream) Close() error { return s.close() }

// openLines opens text that was decompressed.
func openLines(t textSource, in io.Reader, format Format, o *ReadOptions) (source, error) {
	known := format == Text
	lines := scan.NewCutter(in)
	t.lines = lines
	head, format, err := headOf(lines, format)
	if err != nil {
		return nil, err
	}
	if lines.Offset() == 0 && bytes.HasPrefix(head, []byte(parquet.Magic)) {
		if o.Format != Auto && t.compression == compress.None && !t.onlyOnce {
			return nil, option.Misuse(option.InputFormat, "it is Parquet, which cannot be read as %s", format)
		}
		return nil, errStreamedParquet
	}
	empty := lines.AtEOF() && len(bytes.Trim(head, "\r\n")) == 0
	switch {
	case empty && format == Text && o.Results == IgnoreResults:
		// Without a name for lines of text it might have been CSV with any columns.
		if !known {
			return &emptySource{&lineSource{textSource: t}}, nil
		}
		s, err := newLineSource(t, head, o)
		return &emptySource{s}, err
	case empty && format != Text:
		return &emptySource{&csvSource{textSource: t}}, nil
	case format == Text:
		return newLineSource(t, head, o)
	}
	return newCSVSource(t, head, format, o)
}

// headOf returns the first bytes of a text from its first row on, and its format. There may
// be comments in what people write.
func headOf(lines *scan.Cutter, format Format) (head []byte, _ Format, err error) {
	// Comments may stand before CSV, too. A header that starts like a comment has a delimiter.
	head, err = lines.Peek(func(line []byte, _ bool) bool {
		return len(line) > 0 && (format == Text || line[0] != '#' || delimiterOf(line) != 0)
	})
	if format == Auto {
		format = byContent(head)
	}
	if err != nil || format != Text {
		return head, format, err
	}
	// Before lines of text, all comments are passed, and one count.
	count := startsWithCount(head)
	head, err = lines.Peek(func(line []byte, first bool) bool {
		if first && count && !skipLine(line) {
			count = false
			return false
		}
		return !skipLine(line)
	})
	return head, format, err
}

// byContent returns CSV, or TSV, where a delimiter stands in the first line that is no
// comment, or where that is the name of a column of puzzles, or else Text.
func byContent(head []byte) Format {
	for line := range bytes.Lines(head) {
		rest := head
		head = head[len(line):]
		if line = bytes.TrimSpace(line); skipLine(line) {
			continue
		}
		switch delimiter := delimiterOf(rest); {
		case delimiter == '\t':
			return TSV
		case delimiter != 0 || namesPuzzles(line):
			return CSV
		}
		break
	}
	return Text
}

// namesPuzzles reports whether a line is the name of a column of puzzles, alone.
func namesPuzzles(line []byte) bool {
	return len(byName([]string{string(line)}, puzzleNames, true)) > 0
}

// textSource is what sources of lines and of CSV share.
type textSource struct {
	file        string
	lines       *scan.Cutter
	in          io.Closer
	raw         *counter       // the file below any compression
	onlyOnce    bool           // the file is a stream that can be read only once
	layout      *layout.Layout // that is changed while it is read, or nil
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

// layoutName returns what was recognized in the file, where its lines are changed.
func (t *textSource) layoutName() string {
	if t.layout == nil {
		return ""
	}
	return t.layout.Name
}

func (t *textSource) name() string    { return t.file }
func (t *textSource) schema() *Schema { return &t.info }

func (t *textSource) Close() error {
	return files.InFile(t.file, errors.Join(t.in.Close(), t.closeFile()))
}

// joins reports that rows of text can follow each other in a batch, whatever
// files they come from.
func (t *textSource) joins(before rowParser) bool {
	_, isText := before.(interface {
		fill(*Batch, int) (int64, error)
	})
	return isText
}

// fill cuts rows into the batch's block, and returns the number of their first line.
func (t *textSource) fill(b *Batch, limit int) (line int64, err error) {
	line = t.lines.Line()
	err = t.lines.Fill(&b.block, limit, b.maxBytes)
	if err == nil {
		// A stream may pause here: do not wait for more only to know whether it ends.
		err = t.lines.ToNextRow(!t.onlyOnce)
	}
	return line, files.InFile(t.file, err)
}

func (t *textSource) lineOf(b *Batch, s *segment, i int) int64 {
	return s.line + int64(b.block.Rows[i].Line)
}

func (t *textSource) appendRaw(dst []byte, b *Batch, i int) []byte {
	return append(dst, b.block.Row(i)...)
}

func (t *textSource) position() (offset, line int64) {
	if !t.lines.Started() {
		return 0, 1
	}
	return t.lines.Offset(), t.lines.Line()
}

// seek goes to a row. A regular file that is read as it stands is entered at the row's byte;
// all others are read up to there.
func (t *textSource) seek(offset, line int64) (reached bool, err error) {
	switch {
	case offset == 0:
		return !t.lines.Started(), nil
	case !t.lines.Started() && offset < t.lines.Offset(): // in the header
		return true, files.InFile(t.file, scan.NoRowAt(offset))
	case t.compression == compress.None && t.layout == nil && !t.onlyOnce:
		return true, files.InFile(t.file, t.seekFile(offset, line))
	case offset < t.lines.Offset():
		return false, nil
	}
	return true, files.InFile(t.file, t.lines.SkipTo(offset, line))
}

// seekFile goes to a row of a file that is not compressed.
func (t *textSource) seekFile(offset, line int64) error {
	f := t.raw.Reader.(*os.File)
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if offset > info.Size() {
		return scan.BeyondEnd(offset, info.Size())
	}
	before := make([]byte, 1)
	if _, err := f.ReadAt(before, offset-1); err != nil {
		return files.Shortened(err)
	}
	if before[0] != '\n' && offset < info.Size() {
		return scan.NoRowAt(offset)
	}
	if _, err := f.Seek(offset, io.SeekStart); err != nil {
		return err
	}
	t.raw.moved(offset - t.raw.at)
	t.lines.Restart(t.raw, offset, line)
	return nil
}

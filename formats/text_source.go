package formats

import (
	"bytes"
	"errors"
	"io"
	"os"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/compress"
	"github.com/gridmill/gridmill/formats/internal/converted"
	"github.com/gridmill/gridmill/formats/internal/layout"
	"github.com/gridmill/gridmill/formats/internal/parquet"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/option"
)

// openText opens a file of text or CSV, or of what is converted to that. Its content
// decides which it is where its name does not.
func openText(file string, raw *counter, closeFile func() error, format Format, o *ReadOptions) (source, error) {
	decompressed, compression, err := compress.NewReader(raw, compress.ByExtension(file))
	if err != nil {
		return nil, err
	}
	in, from, err := convertStream(decompressed, files.InputName(file), format, o)
	if err != nil {
		return nil, errors.Join(err, decompressed.Close())
	}
	if from != Auto && o.LeftPad {
		return nil, errors.Join(refuseLeftPad(from), in.Close())
	}
	t := textSource{file: files.InputName(file), raw: raw, closeFile: closeFile, compression: compression, converted: from}
	t.onlyOnce = !raw.isRegular()
	if from == Auto {
		in, format, t.layout = applyLayout(in, format, o)
	} else {
		in, t.layout = joinColumns(in, o)
	}
	t.in = in
	s, err := openLines(t, in, format, o)
	if err != nil {
		in.Close()
		return nil, err
	}
	return s, nil
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

// openLines opens text that was decompressed and converted.
func openLines(t textSource, in io.Reader, format Format, o *ReadOptions) (source, error) {
	if t.converted != Auto {
		format, t.row = CSV, 1
	}
	known := format == Text
	lines := scan.NewCutter(in)
	t.lines = lines
	head, format, err := headOf(lines, format, t.converted == Auto)
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
func headOf(lines *scan.Cutter, format Format, written bool) (head []byte, _ Format, err error) {
	// Comments may stand before CSV, too. A header that starts like a comment has a delimiter.
	head, err = lines.Peek(func(line []byte, _ bool) bool {
		return len(line) > 0 && (format == Text || !written || line[0] != '#' || delimiterOf(line) != 0)
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
	converted   Format // of which CSV was made, or Auto
	row         int64  // number of the next row, where it was
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

// Close implements io.Closer. It gives up all buffers, as batches hold on to the source of each of
// their rows, and there may be as many sources as rows.
func (t *textSource) Close() error {
	err := errors.Join(t.in.Close(), t.closeFile())
	t.lines.Close()
	t.in, t.raw, t.lines, t.closeFile = nil, nil, nil, nil
	return files.InFile(t.file, err)
}

// joins reports that rows of text can follow each other in a batch, whatever
// files they come from.
func (t *textSource) joins(before rowParser) bool {
	_, isText := before.(interface {
		fill(*Batch, int) (int64, error)
	})
	return isText
}

// fill cuts rows into the batch's block, and returns the number of their first line, or
// where they were converted of their first row.
func (t *textSource) fill(b *Batch, limit int) (line int64, err error) {
	line = t.lines.Line()
	rows := len(b.block.Rows)
	err = t.lines.Fill(&b.block, limit, b.maxBytes)
	if t.converted != Auto {
		line = t.row
		t.row += int64(len(b.block.Rows) - rows)
	}
	if err == nil {
		// A stream may pause here: do not wait for more only to know whether it ends.
		err = t.lines.ToNextRow(!t.onlyOnce)
	}
	return line, files.InFile(t.file, err)
}

func (t *textSource) lineOf(b *Batch, s *segment, i int) int64 {
	if t.converted != Auto {
		return s.line + int64(i-s.from)
	}
	return s.line + int64(b.block.Rows[i].Line)
}

func (t *textSource) appendRaw(dst []byte, b *Batch, i int) []byte {
	row := b.block.Row(i)
	if t.converted != Auto {
		if fault, _, record := converted.FaultOf(row); fault != 0 {
			row = record
		} else {
			row = row[:max(len(row)-t.info.kindBytes, 0)]
		}
	}
	return append(dst, row...)
}

func (t *textSource) position() (offset, line int64) {
	if !t.lines.Started() {
		return 0, 1
	}
	if t.converted != Auto {
		return t.lines.Offset(), t.row
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
	case t.compression == compress.None && t.converted == Auto && t.layout == nil && !t.onlyOnce:
		return true, files.InFile(t.file, t.seekFile(offset, line))
	case offset < t.lines.Offset():
		return false, nil
	}
	t.row = line
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

package formats

import (
	"bytes"
	"errors"
	"io"
	"os"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/compress"
	"github.com/gridmill/gridmill/formats/internal/converted"
	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/parquet"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/solver"
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
	t := textSource{file: files.InputName(file), raw: raw, closeFile: closeFile, compression: compression, converted: from, leftPad: o.LeftPad}
	t.onlyOnce = !raw.isRegular()
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

// openLines opens text that was decompressed and converted. The name of the file promises a format
// or none.
func openLines(t textSource, in io.Reader, promised Format, o *ReadOptions) (source, error) {
	t.lines = scan.NewCutter(in)
	if t.converted != Auto {
		t.row = 1
		text, err := t.lines.Peek(func(line []byte, _ bool) bool { return len(line) > 0 })
		if err != nil {
			return nil, err
		}
		h := &head{text: text, cutter: t.lines, options: o}
		return newCSVSource(t, h.table(','), o)
	}
	h, err := newHead(t.lines, o)
	switch {
	case err != nil:
		return nil, err
	case t.lines.Offset() == 0 && bytes.HasPrefix(h.text, []byte(parquet.Magic)):
		return nil, t.refuseParquet(o)
	case h.isEmpty():
		return &emptySource{&lineSource{textSource: t}}, nil
	case bytes.IndexByte(h.text, '\n') < 0 && bytes.IndexByte(bytes.TrimSpace(h.text), '\r') >= 0:
		return nil, errors.New("lines end in carriage returns only, as on very old systems; make them line feeds first (tr '\\r' '\\n')")
	}
	t.info.Format, err = h.recognize(promised)
	switch {
	case err != nil:
		return nil, err
	case o.Results != IgnoreResults && h.isResultLine():
		return newResultLines(t, h)
	}
	switch t.info.Format {
	case Text, HoDoKu:
		return newLineSource(t, h)
	case Grids:
		return newGridSource(t, o)
	case Cells:
		return newCellSource(t, h)
	case CSV, TSV:
		return newCSVSource(t, h.csvTable(promised), o)
	}
	return nil, option.Misuse(option.InputFormat, "it does not start as %s does", t.info.Format)
}

// refuseParquet is the error for Parquet that is read as a stream.
func (t *textSource) refuseParquet(o *ReadOptions) error {
	if o.Format != Auto && t.compression == compress.None && !t.onlyOnce {
		return option.Misuse(option.InputFormat, "it is Parquet, which cannot be read as %s", o.Format)
	}
	return errStreamedParquet
}

// textSource is what sources of lines and of CSV share.
type textSource struct {
	file        string
	lines       *scan.Cutter
	in          io.Closer
	raw         *counter // the file below any compression
	onlyOnce    bool     // the file is a stream that can be read only once
	leftPad     bool     // grids of digits that lost zeros at the front get them back
	closeFile   func() error
	compression compress.Kind
	converted   Format // of which CSV was made, or Auto
	row         int64  // number of the next row, where it was
	info        Schema
}

// describe implements source.
func (t *textSource) describe(info *Info) {
	info.Reading = t.info.Reading
	if t.compression != compress.None {
		info.Compression = t.compression.String()
	}
}

// parseValue reads a value as a grid. With leftPad, digits that lost zeros at the front get them
// back.
func parseValue(g *solver.Grid, value []byte, leftPad bool) Reason {
	reason := gridtext.Parse(g, value)
	if reason.Kind == gridtext.LostZeros && leftPad {
		var padded solver.Grid
		digits := bytes.TrimSpace(value)
		for i := range padded[:len(padded)-len(digits)] {
			padded[i] = '0'
		}
		copy(padded[len(padded)-len(digits):], digits)
		return gridtext.Parse(g, padded[:])
	}
	return reason
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
	case t.compression == compress.None && t.converted == Auto && !t.onlyOnce:
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

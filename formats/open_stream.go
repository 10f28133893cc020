package formats

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/compress"
	"github.com/gridmill/gridmill/formats/internal/filekind"
	"github.com/gridmill/gridmill/formats/internal/jsonrows"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/option"
)

// A streamStart holds the first bytes of a stream, and what they show about its format. The stream
// is a file, a member of an archive, or decompressed data.
type streamStart struct {
	name     string
	expected Format // format that an option or the file's name indicates, or Auto
	inside   bool   // whether the stream is decompressed data
	stream   *files.Waiter
	in       *bufio.Reader
	kind     *filekind.Kind // kind of container or of unreadable file that the first bytes indicate, or nil
	format   Format         // format of the data, or Auto for text and for containers
}

// newStreamStart reads the first bytes of a stream and decides how to read the stream.
func newStreamStart(name string, in io.Reader, inside bool, o *ReadOptions) (*streamStart, error) {
	s := &streamStart{name: name, expected: cmp.Or(o.Format, FormatOf(name)), inside: inside}
	s.stream = &files.Waiter{Reader: in, Waits: !o.AnswersPauses}
	s.in = bufio.NewReaderSize(s.stream, filekind.StartSize)
	first, err := s.in.Peek(filekind.StartSize)
	for files.IsPause(err) && o.Format == Auto && jsonrows.MayStart(first) {
		first, err = s.in.Peek(filekind.StartSize)
	}
	if err != nil && !files.IsEnd(err) && len(first) == 0 {
		return nil, err
	}
	s.stream.Again = files.IsPause(err)
	s.format, err = s.decide(first, o)
	return s, err
}

// isIndexed reports whether the data has an index at its end. Such data cannot be read as a stream.
func (s *streamStart) isIndexed() bool {
	return s.format == Parquet || s.kind != nil && s.kind.Container == filekind.Zip
}

// mustUnpack reports whether the data must be decompressed or extracted.
func (s *streamStart) mustUnpack() bool {
	return !s.inside && (s.kind != nil && s.kind.Container != "" || compress.ByExtension(s.name) != compress.None)
}

// decide returns the format of data with the given first bytes, or Auto for text and containers. If
// the bytes do not indicate a format, an option or the name of the file can select JSON.
func (s *streamStart) decide(first []byte, o *ReadOptions) (format Format, err error) {
	requested := o.Format != Auto
	if format = formatOfStart(first); format == Auto {
		s.kind = filekind.Of(first)
	}
	mayBeText := format.isJSON() || s.kind != nil && s.kind.IsText
	switch {
	case s.mustUnpack() && format != Parquet, mayBeText && requested && o.Format.isText():
		return Auto, nil
	case s.kind != nil:
		return Auto, s.kind.Unreadable()
	case format == Auto && s.expected.isJSON() && len(first) > 0:
		return s.expected, nil
	case format == Auto, format.isJSON() && !requested && !s.expected.isJSON():
		return format, s.checkExpected(requested, len(first) == 0)
	case requested && o.Format != format && (!o.Format.isJSON() || !format.isJSON()):
		return Auto, option.Misuse(option.InputFormat, "the first bytes are those of %s data, which cannot be read as %s", format, o.Format)
	}
	return format, nil
}

// checkExpected is called if the data may be text or JSON. It returns an error if the expected
// format requires different first bytes. A damaged archive, for example, must not be read as text.
func (s *streamStart) checkExpected(requested, empty bool) error {
	what, extension := s.expected.String(), strings.ToLower(filepath.Ext(s.name))
	switch {
	case !requested && (extension == ".zip" || extension == ".npz"):
		what = "zip"
	case s.expected == Auto, s.expected == JSONL, s.expected.isText():
		return nil
	case requested && !empty:
		return option.Misuse(option.InputFormat, "the first bytes are not those of %s data", what)
	}
	err := fmt.Errorf("the first bytes are not those of %s data: the file is empty, damaged or misnamed", what)
	return &option.Error{Options: []option.Name{option.InputFile, option.InputName}, Err: err}
}

// openStream returns a source for a format without random access. Closing the source closes f.
func openStream(s *streamStart, f fileSource, raw *counter, o *ReadOptions) (source, error) {
	switch {
	case s.format == Parquet:
		return nil, errors.New("a Parquet file cannot be read while it is compressed or in an archive; extract it first")
	case s.isIndexed():
		return nil, s.kind.Unreadable()
	case s.mustUnpack():
		return openCompressed(s, f, raw, o)
	case s.format == Auto:
		return openText(textSource{fileSource: f, raw: raw}, s, o)
	}
	f.info.Format = s.format
	s.stream.Waits = s.stream.Waits || !s.format.isJSON()
	return openRecords(f, s.in, o)
}

func openCompressed(s *streamStart, f fileSource, raw *counter, o *ReadOptions) (opened source, err error) {
	in, compression, err := compress.NewReader(s.in, compress.ByExtension(s.name))
	if err != nil {
		return nil, err
	}
	closeFile := f.close
	f.compression, f.close = compression, func() error { return errors.Join(in.Close(), closeFile()) }
	inside, err := newStreamStart(s.name, in, true, o)
	if err == nil {
		opened, err = openStream(inside, f, raw, o)
	}
	if err != nil {
		_ = in.Close() // Close only repeats an earlier read error
	}
	return opened, err
}

func openText(t textSource, s *streamStart, o *ReadOptions) (_ source, err error) {
	t.lines = scan.NewCutter(s.in)
	t.lines.Passed = func(line []byte, number int64) {
		if len(line) > 0 { // a comment, or a line such as "sep=;"
			o.LeftOut.addLine(CommentLines, t.path, number)
		}
	}
	h := &head{cutter: t.lines, options: o, expected: s.expected, tables: map[byte]*table{}}
	t.info.Format, err = h.read()
	t.info.LeftPad = o.LeftPad
	if h.rows < sampleRows {
		t.info.HeadRows = h.rows
	}
	switch {
	case err != nil:
		return nil, err
	case h.isEmpty():
		return &emptySource{&lineSource{textSource: t}}, nil
	}
	if err = t.info.Format.checkOptions(o); err != nil {
		return nil, err
	}
	return formatTable[t.info.Format].open(t, h)
}

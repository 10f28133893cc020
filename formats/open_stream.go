package formats

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/compress"
	"github.com/gridmill/gridmill/formats/internal/filekind"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/option"
)

// openedFile is the part that sources of text and of records have in common.
type openedFile struct {
	path        string // for messages
	compression compress.Kind
	onlyOnce    bool         // the file is a stream, which can pause and cannot be read again
	close       func() error // also ends decompression
	info        Schema
}

func (f *openedFile) name() string    { return f.path }
func (f *openedFile) schema() *Schema { return &f.info }

func (f *openedFile) describe(info *Info) {
	info.Reading = f.info.Reading
	if f.compression != compress.None {
		info.Compression = f.compression.String()
	}
}

func (f *openedFile) lineOf(b *Batch, s *segment, i int) int64 {
	return s.line + int64(b.block.Rows[i].Line)
}

// openStream opens a file that is read from its start. The first bytes determine the compression
// and whether the file holds records. If it does not, it is text, and its head determines the
// format.
func openStream(file string, raw *counter, closeFile func() error, promised Format, o *ReadOptions) (source, error) {
	in, compression, err := compress.NewReader(raw, compress.ByExtension(file))
	if err != nil {
		return nil, err
	}
	f := openedFile{path: files.InputName(file), compression: compression, onlyOnce: !raw.isRegular()}
	f.close = func() error { return errors.Join(in.Close(), closeFile()) }
	s, err := openDecompressed(f, in, raw, promised, o)
	if err != nil {
		_ = in.Close() // it would return the same error
		return nil, err
	}
	return s, nil
}

// openDecompressed opens the contents of a file after decompression.
func openDecompressed(f openedFile, in io.Reader, raw *counter, promised Format, o *ReadOptions) (_ source, err error) {
	stream := &files.Waiter{Reader: in}
	buffered := bufio.NewReaderSize(stream, filekind.HeadSize)
	head, err := buffered.Peek(filekind.HeadSize)
	for files.IsPause(err) && o.Format == Auto && filekind.IsUndecided(head) {
		head, err = buffered.Peek(filekind.HeadSize)
	}
	if err != nil && !files.IsEnd(err) && len(head) == 0 {
		return nil, err
	}
	stream.Again = files.IsPause(err)
	format, err := recordFormat(f.path, head, promised, o)
	switch {
	case err != nil:
		return nil, err
	case format == Parquet:
		return nil, errStreamedParquet
	case format == Auto:
		return openText(textSource{openedFile: f, raw: raw, leftPad: o.LeftPad}, buffered, promised, o)
	case o.LeftPad:
		return nil, refuseLeftPad(format)
	}
	f.info.Format = format
	stream.Waits = !format.isJSON()
	return openRecords(f, buffered, o)
}

// refuseLeftPad returns the error for a request to restore leading zeros in a format that is not
// text.
func refuseLeftPad(format Format) error {
	return option.Misuse(option.LeftPad, "leading zeros can be restored only in text and CSV, but it is %s", format)
}

// recordFormat returns the format of records that a stream's first bytes indicate, or Auto for
// text. It uses the promised format only if the first bytes do not indicate one.
func recordFormat(file string, head []byte, promised Format, o *ReadOptions) (Format, error) {
	kind := filekind.Of(head)
	if kind == nil || len(head) == 0 {
		if err := brokenPromise(file, promised, o.Format != Auto, head); err != nil {
			return Auto, err
		}
	}
	if kind == nil && o.Format == Auto && !promised.isRecords() {
		kind = filekind.Binary(head)
	}
	switch {
	case len(head) == 0 || kind == nil && !promised.isRecords():
		return Auto, nil
	case kind == nil:
		return promised, nil
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

// openText opens decompressed text.
func openText(t textSource, in io.Reader, promised Format, o *ReadOptions) (source, error) {
	t.lines = scan.NewCutter(in)
	h := newHead(t.lines, t.path, promised, o)
	var err error
	t.info.Format, err = h.read()
	if h.rows < sampleRows {
		t.info.HeadRows = h.rows
	}
	switch {
	case err != nil:
		return nil, err
	case h.isEmpty():
		return &emptySource{&lineSource{textSource: t}}, nil
	case o.Results != IgnoreResults && h.isResultText():
		return newResultText(t, h)
	case o.Results != IgnoreResults && t.info.Format != CSV && t.info.Format != TSV:
		return nil, errors.New("this is not a gridmill result: its lines are not puzzle:count:solution")
	}
	open := formatTable[t.info.Format].open
	if open == nil {
		return nil, option.Misuse(option.InputFormat, "it does not start like %s", t.info.Format)
	}
	return open(t, h)
}

// brokenPromise returns the error for a file whose first bytes were not recognized although its
// name or the requested format promises a container. It returns nil if the file can be text.
// Without this check, a damaged archive would be read as text, and an empty file, to which nothing
// was written, would be read as a file without rows.
func brokenPromise(file string, promised Format, requested bool, head []byte) error {
	empty := len(head) == 0
	what := promised.String()
	zipped := slices.Contains([]string{".zip", ".npz"}, strings.ToLower(filepath.Ext(file)))
	switch {
	case zipped && !requested:
		what = "zip"
	case promised == JSONL, !promised.isRecords() && promised != Parquet, promised == JSON && !empty:
		return nil
	}
	err := fmt.Errorf("according to its name the file is %s data, but its first bytes say otherwise: it is damaged or misnamed", what)
	if empty {
		err = fmt.Errorf("it is empty, but %s data never is, so it was not written completely", what)
	} else if requested {
		return option.Misuse(option.InputFormat, "it does not start like %s", what)
	}
	return &option.Error{Options: []option.Name{option.InputFile, option.InputName}, Err: err}
}

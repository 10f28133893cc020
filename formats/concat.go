package formats

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/arrowfile"
	"github.com/gridmill/gridmill/formats/internal/compress"
	"github.com/gridmill/gridmill/formats/internal/parquet"
	"github.com/gridmill/gridmill/formats/internal/scan"
)

// Concat joins the parts of one run into one file, in the given order, and writes this file to w.
// Each part can have its own compression. As in Create, name determines the compression of the
// joined file and, if f is Auto, its format. Concat streams text and Parquet pages, reads one Arrow
// record batch at a time, and keeps all footers in memory.
//
// If ctx is canceled, Concat returns the cause. It also returns an error if the parts cannot be
// joined or a part is incomplete. After an error, discard the data written to w. If counter is not
// nil, it counts the bytes read.
func Concat(ctx context.Context, w io.Writer, name string, parts []string, f Format, counter *files.Counter) error {
	format, err := OutputFormat(name, f)
	if err != nil {
		return err
	}
	if len(parts) == 0 {
		return fmt.Errorf("%s: there are no parts to join", name)
	}
	for _, part := range parts {
		if info, err := os.Stat(part); err == nil {
			counter.Expect(info.Size())
		}
	}
	out := &files.Sink{W: w}
	switch format {
	case Parquet:
		err = concatColumns(ctx, parquet.NewJoiner(out, createdBy, maxColumns), parts, counter)
	case Arrow:
		err = concatColumns(ctx, arrowfile.NewJoiner(out, createdBy), parts, counter)
	default:
		err = concatText(ctx, out, name, parts, format, counter)
	}
	// Errors due to writing or cancellation must not name a part, because no part caused them.
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return cmp.Or(out.Err, err)
}

// eachPart calls add for each part and then calls end.
func eachPart(parts []string, add func(name string, part *os.File) error, end func() error) error {
	for _, name := range parts {
		part, err := os.Open(name)
		if err == nil {
			err = errors.Join(add(name, part), part.Close())
		}
		if err != nil {
			return files.InFile(name, err)
		}
	}
	return end()
}

// concatText joins text parts. It decompresses the parts and compresses the joined text.
func concatText(ctx context.Context, w io.Writer, name string, parts []string, format Format, counter *files.Counter) error {
	out, err := newTextWriter(w, name, "", nil, "")
	if err != nil {
		return err
	}
	j := &textJoiner{out: out, in: bufio.NewReaderSize(nil, maxHeader), delimiter: outputDelimiters[format]}
	return eachPart(parts, func(name string, part *os.File) error {
		text, _, err := compress.NewReader(counter.Reader(part), compress.ByExtension(name))
		if err != nil {
			return err
		}
		defer text.Close()
		return j.add(files.UntilDone(ctx, text))
	}, out.Close)
}

// maxHeader exceeds the length of any part's header. A header consists of the input's header (at
// most scan.MaxRow bytes) and the names of gridmill's columns.
const maxHeader = 2 * scan.MaxRow

type textJoiner struct {
	out       *textWriter
	in        *bufio.Reader
	delimiter byte   // delimiter of CSV or TSV; zero for formats without a header
	header    []byte // header of the first part, with its line ending
	last      byte   // last byte written
}

// add appends a part. Only the first part keeps its header.
func (j *textJoiner) add(part io.Reader) error {
	j.in.Reset(part)
	j.last = '\n'
	if j.delimiter != 0 {
		if err := j.passHeader(); err != nil {
			return err
		}
	}
	if _, err := io.Copy(j, j.in); err != nil {
		return err
	}
	if j.last != '\n' {
		return errors.New("its last line is incomplete, so the file was probably truncated")
	}
	return nil
}

// passHeader reads the header of a part. It writes the header only for the first part.
func (j *textJoiner) passHeader() error {
	head, err := j.in.Peek(maxHeader)
	if err != nil && !files.IsEnd(err) {
		return err
	}
	if j.header == nil {
		length := scan.RowEnd(head, j.delimiter)
		if length < 0 {
			return errors.New("it does not start with a header, so the file is damaged or does not come from gridmill")
		}
		j.header = bytes.Clone(head[:length])
		if _, err := j.Write(j.header); err != nil {
			return err
		}
	}
	if !bytes.HasPrefix(head, j.header) {
		return errors.New("its header differs from that of the previous parts, so the parts come from different runs")
	}
	_, err = j.in.Discard(len(j.header))
	return err
}

// Write writes text from a part and remembers its last byte.
func (j *textJoiner) Write(p []byte) (int, error) {
	if len(p) > 0 {
		j.last = p[len(p)-1]
	}
	return len(p), j.out.add(p)
}

// A joiner joins Parquet or Arrow files that gridmill wrote. The result equals the output of a
// single run, except that the end of each file also ends a row group (Parquet) or section (Arrow).
type joiner interface {
	// Add appends a file of the given size. It reads the file only through readers returned by
	// wrap, which count bytes and fail if the context is done.
	Add(file io.ReaderAt, size int64, wrap func(io.Reader) io.Reader) error
	Close() error
}

func concatColumns(ctx context.Context, j joiner, parts []string, counter *files.Counter) error {
	return eachPart(parts, func(_ string, part *os.File) error {
		info, err := part.Stat()
		if err != nil {
			return err
		}
		return j.Add(part, info.Size(), func(r io.Reader) io.Reader { return files.UntilDone(ctx, counter.Reader(r)) })
	}, j.Close)
}

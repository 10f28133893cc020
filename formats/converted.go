package formats

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/tocsv"
	"github.com/gridmill/gridmill/formats/option"
)

// isConverted reports whether a format is read as the CSV that is made of it.
func (f Format) isConverted() bool {
	return f == JSONL || f == JSON || f == Arrow || f == NPY
}

// stream is text with what must be closed after it.
type stream struct {
	io.Reader
	close func() error
}

// Close implements io.Closer.
func (s *stream) Close() error { return s.close() }

// convertStream returns CSV of a stream in another format, and that format, or the stream as
// it is and Auto. Its content decides, unless a format was asked for. The format that its
// name promises matters only where the content shows none.
func convertStream(in io.ReadCloser, promised Format, o *ReadOptions) (io.ReadCloser, Format, error) {
	buffered := bufio.NewReaderSize(in, headSize)
	head, err := buffered.Peek(headSize)
	if err != nil && !errors.Is(err, io.EOF) && len(head) == 0 {
		return nil, Auto, err
	}
	same := &stream{buffered, in.Close}
	kind := fileKindOf(head)
	switch {
	case len(head) == 0 || kind == nil && !promised.isConverted():
		return same, Auto, nil
	case kind == nil && (promised == JSON || promised == JSONL):
		return convertTo(same, JSONL, o), promised, nil
	case kind == nil && o.Format != Auto:
		return nil, Auto, option.Misuse(option.InputFormat, "it does not start as %s does", promised)
	case kind == nil:
		return nil, Auto, fmt.Errorf("the %s data that the file's name promises does not start as such data does: it is damaged, or the file is misnamed; %s, or rename it", promised, files.FetchAgain)
	case kind.isText && o.Format != Auto && !o.Format.isConverted():
		return same, Auto, nil
	case kind.format == Auto:
		return nil, Auto, unreadable(kind.what, kind.advice)
	case o.Format != Auto && o.Format != kind.format && (o.Format != JSON || kind.format != JSONL):
		return nil, Auto, option.Misuse(option.InputFormat, "it is %s, which cannot be read as %s", kind.what, o.Format)
	}
	format := kind.format
	if format == JSONL && startsArray(head) {
		format = JSON
	}
	return convertTo(same, format, o), format, nil
}

// convertTo returns CSV of a stream in the given format.
func convertTo(in *stream, format Format, o *ReadOptions) io.ReadCloser {
	var made *tocsv.Reader
	switch format {
	case Arrow:
		made = tocsv.Arrow(in)
	case NPY:
		made = tocsv.NPY(in)
	default:
		made = tocsv.JSON(in, !o.Keep.all)
	}
	return &stream{made, func() error { return errors.Join(made.Close(), in.Close()) }}
}

// faultReason returns the reason of a row that stands for a record which could not be
// converted, or no reason.
func faultReason(row []byte) Reason {
	switch fault, position, _ := tocsv.FaultOf(row); fault {
	case tocsv.NotJSON:
		return Reason{kind: notJSON, a: int32(position)}
	case tocsv.TooLong:
		return Reason{kind: tooLong, a: tocsv.MaxRecord}
	}
	return Reason{}
}

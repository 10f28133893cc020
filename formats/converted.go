package formats

import (
	"bufio"
	"errors"
	"io"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/converted"
	"github.com/gridmill/gridmill/formats/internal/filekind"
	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/option"
)

// isConverted reports whether a format is read as the CSV that is made of it.
func (f Format) isConverted() bool {
	return f.isJSON() || f == Arrow || f == NPY
}

// isJSON reports whether a format is one of objects of JSON.
func (f Format) isJSON() bool { return f == JSON || f == JSONL }

// convertStream returns CSV of a stream in another format, and that format, or the stream as
// it is and Auto. Its content decides, unless a format was asked for. The format that its
// name promises matters only where the content shows none.
func convertStream(in io.ReadCloser, name string, promised Format, o *ReadOptions) (io.ReadCloser, Format, error) {
	buffered := bufio.NewReaderSize(in, filekind.HeadSize)
	head, err := buffered.Peek(filekind.HeadSize)
	if err != nil && !files.IsEnd(err) && len(head) == 0 {
		return nil, Auto, err
	}
	same := &stream{buffered, in.Close}
	kind := filekind.Of(head)
	if kind == nil || len(head) == 0 {
		if err := brokenPromise(name, promised, o.Format != Auto, len(head) == 0); err != nil {
			return nil, Auto, err
		}
	}
	if kind == nil && o.Format == Auto && !promised.isConverted() {
		kind = filekind.Binary(head)
	}
	switch {
	case len(head) == 0 || kind == nil && !promised.isConverted():
		return same, Auto, nil
	case kind == nil:
		return convertTo(same, JSONL, name, o), promised, nil
	case kind.IsText && o.Format != Auto && !o.Format.isConverted():
		return same, Auto, nil
	case kind.Format == "":
		return nil, Auto, kind.Unreadable()
	}
	format, err := ParseFormat(kind.Format)
	if err != nil {
		return nil, Auto, err
	}
	if o.Format != Auto && o.Format != format && (!o.Format.isJSON() || !format.isJSON()) {
		return nil, Auto, option.Misuse(option.InputFormat, "it is %s, which cannot be read as %s", kind.What, o.Format)
	}
	return convertTo(same, format, name, o), format, nil
}

// convertTo returns CSV of a stream in the given format. The file's name is for messages.
func convertTo(in *stream, format Format, name string, o *ReadOptions) io.ReadCloser {
	var made *converted.Reader
	switch format {
	case Arrow:
		made = converted.Arrow(in)
	case NPY:
		made = converted.NPY(in)
	default:
		look := converted.Look{Grid: gridtext.IsGrid, Name: func(key string) bool { return len(namedColumns([]string{key}, puzzleNames)) > 0 }}
		made = converted.JSON(in, look, o.lateKeys(name))
	}
	return &stream{made, func() error { return errors.Join(made.Close(), in.Close()) }}
}

// lateKeys returns what learns of keys of JSON that are left out, or nil where they do not
// matter.
func (o *ReadOptions) lateKeys(file string) func(string, int64) bool {
	if o.LeftOut == nil || !o.Keep.all {
		return nil
	}
	return func(key string, row int64) bool { return o.LeftOut.addKey(LeftOutKey{Key: key, File: file, Row: row}) }
}

// faultReason returns the reason of a row that stands for a record which could not be
// converted, or no reason.
func faultReason(row []byte) Reason {
	switch fault, position, _ := converted.FaultOf(row); fault {
	case converted.NotJSON, converted.NoNumber, converted.SingleQuotes:
		return Reason{Kind: gridtext.BadJSON, A: int32(position)}
	case converted.TooLong:
		return Reason{Kind: gridtext.RowTooLong, A: converted.MaxRecord}
	case converted.RepeatedKey:
		return Reason{Kind: gridtext.RepeatedKey}
	}
	return Reason{}
}

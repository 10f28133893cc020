// Package jsonrows reads JSON objects as rows. The objects are on separate lines, or in an array
// that may be inside another object. Fill only finds the ends of rows. Parse finds the values in a
// row, and can run in several goroutines at once.
package jsonrows

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/jsontext"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/option"
)

const (
	// New reads headSize bytes at a time, until it has a whole record. The keys of up to
	// sampleRecords whole records become columns.
	headSize      = 256 << 10
	sampleRecords = 100
)

// A Reader reads the records of a file.
type Reader struct {
	scan.Rows         // finds where records end
	scan.TypedColumns // a column for each key; no element of FieldOf may be -1, because Parse needs all fields to find repeated keys
	// Paused is set if New stopped reading early because the stream paused. Fewer than
	// sampleRecords records may then determine the columns.
	Paused  bool
	shape   shape
	head    []byte      // the first bytes of the file; see readHead
	sampled *scan.Block // first records in the head
	whole   bool        // the head is the whole file
	in      io.Reader
	keys    []string // key of each column as it first occurs in the text, with escapes
	index   map[string]int
}

// New returns a Reader of a stream, or io.EOF if the stream has no records. The keys of the first
// records become columns. The Reader omits all other keys. New and the Reader call onOutside for
// each key outside the array of records.
func New(in io.Reader, layout Layout, onOutside func(key []byte)) (*Reader, error) {
	r := &Reader{in: in, index: map[string]int{}}
	if err := r.readHead(layout); err != nil {
		return nil, err
	}
	for i := range r.sampled.Rows {
		row := r.sampled.Row(i)
		eachMember(row, afterMark(row), func(key []byte, _, _ int) {
			name := string(jsontext.AppendUnescaped(nil, key))
			if _, known := r.index[name]; !known {
				r.index[name] = len(r.Columns)
				r.Add(scan.TypedColumn{Name: name})
				r.keys = append(r.keys, string(key))
			}
		})
	}
	switch {
	case len(r.Columns) == 0 && layout == Lines:
		return nil, option.Misuse(option.InputFormat, "none of the first lines is a JSON object with keys")
	case len(r.Columns) == 0:
		return nil, option.Errorf(option.Records, "none of the first records is a JSON object with keys")
	}
	for _, left := range r.shape.others {
		onOutside([]byte(left))
	}
	in = io.MultiReader(bytes.NewReader(r.head), &files.Waiter{Reader: r.in, Waits: !r.shape.lines, Again: r.Paused})
	r.Rows = r.shape.rows(in, onOutside)
	return r, nil
}

// readHead reads the first bytes and finds the first records. If a stream of lines pauses, readHead
// uses the records received so far. Otherwise, the number of bytes read depends only on the text.
func (r *Reader) readHead(layout Layout) (err error) {
	var head bytes.Buffer // grows, so that a small file does not take a large buffer
	var failed error      // read error, which is reported after the rows in the head
	limit := headSize
	for {
		_, err = io.CopyN(&head, r.in, int64(limit-head.Len()))
		r.head = head.Bytes()
		if r.Paused = files.IsPause(err); !r.Paused && err != nil && !files.IsEnd(err) {
			failed, r.in = err, errorReader{err}
		}
		r.whole = files.IsEnd(err)
		if r.shape, err = findShape(r.head, layout); err == nil && (r.shape.lines || !r.Paused) {
			if err = r.sample(); len(r.sampled.Rows) > 0 {
				return nil
			}
		}
		switch {
		case r.Paused:
		case r.whole:
			return cmp.Or(err, io.EOF)
		case failed != nil, limit > scan.MaxRow+headSize:
			return cmp.Or(err, failed, fmt.Errorf("no JSON object starts in the first %d bytes", len(r.head)))
		default:
			limit += headSize
		}
	}
}

// sample sets r.sampled to the first records in the head. It omits a possibly incomplete last line.
func (r *Reader) sample() error {
	b := new(scan.Block)
	r.sampled = b
	err := r.shape.rows(bytes.NewReader(r.head), func([]byte) {}).Fill(b, sampleRecords, scan.MaxBlock)
	if n := len(b.Rows); r.shape.lines && n > 0 && files.IsEnd(err) && !r.whole && r.head[len(r.head)-1] != '\n' {
		b.Rows = b.Rows[:n-1]
	}
	if files.IsEnd(err) || !r.whole && errors.Is(err, errEndsInside) {
		err = nil
	}
	return err
}

// IsArray reports whether the records are in an array rather than on separate lines.
func (r *Reader) IsArray() bool { return !r.shape.lines }

// Sample fills a block with the first rows without consuming them.
func (r *Reader) Sample(b *scan.Block, limit int) {
	b.Bytes, b.Rows = r.sampled.Bytes, r.sampled.Rows[:min(limit, len(r.sampled.Rows))]
}

// errEndsInside means that a file ends inside an array of records.
var errEndsInside = option.Errorf(option.InputFile, "the JSON ends too early, so the file is incomplete")

// Close releases all buffers, even if batches still refer to r.
func (r *Reader) Close() error {
	r.head, r.sampled, r.in, r.Rows = nil, nil, nil, nil
	return nil
}

type errorReader struct{ error }

func (r errorReader) Read([]byte) (int, error) { return 0, r.error }

package converted

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/gridmill/gridmill/formats/option"
)

// jsonSample is how many bytes are searched for the keys that become columns. They are
// kept, so there must be a limit.
const jsonSample = 256 << 10

// jsonTable makes rows of objects, in lines, in an array or one after the other. Values that
// are no strings, numbers or words stay JSON.
type jsonTable struct {
	in      io.Reader
	records records
	text    []byte // read; not parsed from pos on
	pos     int
	eof     bool
	failed  error // of the stream, behind what was read

	columns []string
	index   map[string]int
	values  []jsonValue // of the current record, by column
	dropNew bool        // keys that are no columns do not matter
	sampled int         // how many records were searched for keys
	record  int64       // the number of the current one
	column  int         // of the key met last in it
	late    *string     // a key of it that is no column, if that matters
	scratch []byte
}

// jsonValue is what a record holds for a column.
type jsonValue struct {
	record int64 // whose value it is
	text   []byte
}

// JSON returns CSV of the objects in a file of JSON: one a line, an array of them, or one
// after the other. Their keys are the columns, as far as they appear in the first of them. A
// key that appears only later is an error, unless dropNew says that it does not matter.
func JSON(in io.Reader, dropNew bool) *Reader {
	return &Reader{rows: &jsonTable{in: in, dropNew: dropNew, index: map[string]int{}}}
}

func (t *jsonTable) Close() error { return nil }

func (t *jsonTable) appendRows(out *output) error {
	if t.columns == nil {
		if err := t.findColumns(); err != nil {
			return err
		}
		out.header(t.columns)
	}
	for !out.full() {
		record, more, err := t.next()
		switch {
		case err != nil:
			return err
		case !more:
			err = t.appendRow(out, record)
		case len(out.buf) > 0:
			return nil // a stream may pause here
		default:
			if err = t.failed; err == nil {
				t.read(pieceSize)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// next returns the next record, or that more of the text is needed for it.
func (t *jsonTable) next() (record []byte, more bool, err error) {
	for {
		record, n, err := t.records.cut(t.text[t.pos:], t.eof)
		t.pos += n
		switch {
		case err != nil && t.record == 0:
			return nil, false, err
		case err != nil:
			return nil, false, fmt.Errorf("after row %d: %w", t.record, err)
		case len(bytes.TrimSpace(record)) > 0:
			t.record++
			return record, false, nil
		case n == 0 && t.eof:
			return nil, false, io.EOF
		case n == 0:
			return nil, true, nil
		}
	}
}

// read reads more of the text, at most n bytes.
func (t *jsonTable) read(n int) {
	rest := copy(t.text, t.text[t.pos:])
	t.text, t.pos = slices.Grow(t.text[:rest], n), 0
	n, err := t.in.Read(t.text[rest : rest+n])
	t.text = t.text[:rest+n]
	if errors.Is(err, io.EOF) {
		t.eof = true
	} else {
		t.failed = err // records may end in these bytes
	}
}

// findColumns looks at the first records for how they are laid out and for their keys. How
// many it looks at depends on the text alone, and not on how a pipe delivers it.
func (t *jsonTable) findColumns() error {
	var fault error
	for limit := jsonSample; t.sampled == 0 && fault == nil && limit < MaxRecord+2*jsonSample; limit += jsonSample {
		for len(t.text) < limit && !t.eof && t.failed == nil {
			t.read(limit - len(t.text))
		}
		fault = t.sample()
		if t.eof || t.failed != nil {
			break
		}
	}
	switch {
	case len(t.columns) > 0:
		t.values = make([]jsonValue, len(t.columns))
	case t.sampled > 0:
		return fmt.Errorf("none of the first %d records is a JSON object with keys", t.sampled)
	case fault != nil:
		return fault
	case t.failed != nil:
		return t.failed
	case !t.eof:
		return fmt.Errorf("there is no JSON object in the first %d bytes", len(t.text))
	default:
		return io.EOF
	}
	return nil
}

// sample looks for keys in the records that were read. It returns what stands in the way of
// the first.
func (t *jsonTable) sample() error {
	text := bytes.TrimPrefix(t.text, []byte(byteOrderMark))
	t.pos = len(t.text) - len(text)
	t.records.lines = holdsLines(text)
	for probe := t.records; ; {
		record, n, err := probe.cut(text, t.eof)
		if err != nil || n == 0 {
			return err
		}
		text = text[n:]
		if len(bytes.TrimSpace(record)) > 0 {
			t.sampled++
			t.eachKey(record, t.addColumn)
		}
	}
}

// byteOrderMark may stand before any text.
const byteOrderMark = "\xef\xbb\xbf"

// holdsLines reports whether text has an object a line: it is seen in one of the first two
// lines, as one may be damaged.
func holdsLines(text []byte) bool {
	seen := 0
	for line := range bytes.Lines(text) {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		if line[0] == '[' {
			return false
		}
		if line[0] == '{' && skipValue(line, 0, 0) == len(line) {
			return true
		}
		if seen++; seen == 2 {
			break
		}
	}
	return false
}

func (t *jsonTable) addColumn(key, _ []byte) {
	if _, known := t.index[string(key)]; !known {
		t.index[string(key)] = len(t.columns)
		t.columns = append(t.columns, string(key))
	}
}

// eachKey calls f with the keys of an object and what stands there as their values. It
// returns where the object ends, or the complement of where it is wrong.
func (t *jsonTable) eachKey(record []byte, f func(key, value []byte)) int {
	i := skipSpace(record, 0)
	if record[i] != '{' {
		return ^i
	}
	if i = skipSpace(record, i+1); i < len(record) && record[i] == '}' {
		return endOfRecord(record, i+1)
	}
	for {
		start := i
		if i = skipKey(record, i); i < 0 {
			return i
		}
		key := record[start+1 : start+1+bytes.LastIndexByte(record[start+1:i], '"')]
		if bytes.IndexByte(key, '\\') >= 0 {
			t.scratch = appendUnescaped(t.scratch[:0], key)
			key = t.scratch
		}
		start = i
		if i = skipValue(record, i, 1); i < 0 {
			return i
		}
		f(key, record[start:i])
		switch i = skipSpace(record, i); {
		case i < len(record) && record[i] == '}':
			return endOfRecord(record, i+1)
		case i >= len(record) || record[i] != ',':
			return ^i
		}
		i = skipSpace(record, i+1)
	}
}

// endOfRecord returns where the line ends, or the complement of where something follows
// the record.
func endOfRecord(record []byte, i int) int {
	if i = skipSpace(record, i); i < len(record) {
		return ^i
	}
	return i
}

// appendRow makes a row of a record.
func (t *jsonTable) appendRow(out *output, record []byte) error {
	if len(record) > MaxRecord {
		out.reject(TooLong, 0, record)
		return nil
	}
	t.late = nil
	t.column = -1
	at := t.eachKey(record, t.take)
	switch {
	case at < 0 && ^at >= len(record) && t.atEnd():
		return fmt.Errorf("in row %d, %w", t.record, errEndsInside)
	case at < 0 && t.records.lines:
		out.reject(NotJSON, ^at+1, record)
		return nil
	case at < 0:
		return fmt.Errorf("row %d is no JSON object from its byte %d on", t.record, ^at+1)
	case t.late != nil:
		return option.Errorf(option.NamedColumns, "row %d has the key %q, which none of the first %d rows has", t.record, *t.late, t.sampled)
	}
	for c := range t.values {
		v := &t.values[c]
		switch {
		case v.record != t.record || v.text[0] == 'n':
			out.add(nil)
		case v.text[0] != '"':
			out.add(v.text)
		default:
			text := v.text[1 : len(v.text)-1]
			if bytes.IndexByte(text, '\\') >= 0 {
				t.scratch = appendUnescaped(t.scratch[:0], text)
				text = t.scratch
			}
			out.add(text)
		}
	}
	out.end()
	return nil
}

// take notes a value of the current record.
func (t *jsonTable) take(key, value []byte) {
	// Most objects have the same keys in the same order.
	if t.column++; t.column >= len(t.columns) || t.columns[t.column] != string(key) {
		column, known := t.index[string(key)]
		if !known {
			if !t.dropNew && t.late == nil {
				late := string(key)
				t.late = &late
			}
			return
		}
		t.column = column
	}
	t.values[t.column] = jsonValue{t.record, value}
}

// atEnd reports whether the current record is the last, and its line has no end.
func (t *jsonTable) atEnd() bool {
	return t.eof && t.pos == len(t.text) && t.text[t.pos-1] != '\n'
}

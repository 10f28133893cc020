package converted

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
)

// jsonTable makes rows of objects, in lines, in an array or one after the other. Values that
// are no strings, numbers or words stay JSON.
type jsonTable struct {
	in      io.Reader
	look    Look
	shape   recordShape
	records records
	text    []byte // read; not parsed from pos on
	pos     int
	eof     bool
	failed  error // of the stream, behind what was read

	columns []string
	index   map[string]int
	values  []jsonValue // of the current record, by column
	sampled int         // how many records were searched for keys
	record  int64       // the number of the current one
	column  int         // of the key met last in it
	repeats bool        // a key of the current one was met twice
	// late learns of keys that are no columns, each once until it wants no others. It is nil
	// where they do not matter.
	late    func(key string, record int64) (others bool)
	learned map[string]bool
	scratch []byte
}

// jsonValue is what a record holds for a column.
type jsonValue struct {
	record int64 // whose value it is
	text   []byte
}

// JSON returns CSV of the objects in a file of JSON: one a line, an array of them, or one
// after the other. Their keys are the columns, as far as they appear in the first of them. Keys
// that appear only later are left out, and late, which may be nil, learns of each, and of the
// record where it is met first, until it returns that it wants no others.
//
// The array may stand in an object, if no other array in it holds grids. If grids stand only in
// objects in the fields of records, the fields of these objects are columns, too, with a dot in
// their names. Grids and lists of values may also stand in the place of objects.
func JSON(in io.Reader, look Look, late func(key string, record int64) (others bool)) *Reader {
	return &Reader{rows: &jsonTable{in: in, look: look, late: late, index: map[string]int{}, learned: map[string]bool{}}}
}

func (t *jsonTable) Close() error { return nil }

func (t *jsonTable) appendRows(out *output) error {
	if t.columns == nil {
		if err := t.findColumns(); err != nil {
			return err
		}
		out.header(t.columns, nil)
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

// appendRow makes a row of a record.
func (t *jsonTable) appendRow(out *output, record []byte) error {
	if len(record) > MaxRecord {
		out.reject(TooLong, 0, record)
		return nil
	}
	t.column, t.repeats = -1, false
	at := t.eachKey(record, t.take)
	switch {
	case at < 0 && ^at >= len(record) && t.atEnd():
		return fmt.Errorf("in row %d, %w", t.record, errEndsInside)
	case at < 0:
		out.reject(faultAt(record[^at:]), ^at+1, record)
		return nil
	case t.repeats:
		out.reject(RepeatedKey, 0, record)
		return nil
	}
	for c := range t.values {
		v := &t.values[c]
		switch {
		case v.record != t.record || v.text[0] == 'n':
			out.add(nil, IsNull)
		case v.text[0] != '"':
			out.add(v.text, IsJSON)
		default:
			text := v.text[1 : len(v.text)-1]
			if bytes.IndexByte(text, '\\') >= 0 {
				t.scratch = appendUnescaped(t.scratch[:0], text)
				text = t.scratch
			}
			out.add(text, IsText)
		}
	}
	out.end()
	return nil
}

// faultAt returns the fault of a record that is wrong where some text starts.
func faultAt(text []byte) Fault {
	switch {
	case noNumber(text) > 0:
		return NoNumber
	case len(text) > 0 && text[0] == '\'':
		return SingleQuotes
	}
	return NotJSON
}

// take notes a value of the current record.
func (t *jsonTable) take(key, value []byte) {
	if t.eachField(key, value, t.take) {
		return
	}
	// Most objects have the same keys in the same order.
	if t.column++; t.column >= len(t.columns) || t.columns[t.column] != string(key) {
		column, known := t.index[string(key)]
		if !known {
			t.leaveOut(key)
			return
		}
		t.column = column
	}
	t.repeats = t.repeats || t.values[t.column].record == t.record
	t.values[t.column] = jsonValue{t.record, value}
}

// leaveOut has late learn of a key.
func (t *jsonTable) leaveOut(key []byte) {
	if t.late == nil || t.learned[string(key)] {
		return
	}
	t.learned[string(key)] = true
	if !t.late(string(key), t.record) {
		t.late = nil
	}
}

// atEnd reports whether the current record is the last, and its line has no end.
func (t *jsonTable) atEnd() bool {
	return t.eof && t.pos == len(t.text) && t.text[t.pos-1] != '\n'
}

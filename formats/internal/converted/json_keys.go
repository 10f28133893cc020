package converted

import (
	"bytes"
	"fmt"
	"io"

	"github.com/gridmill/gridmill/formats/internal/scan"
)

// jsonSample is how many bytes are searched for the keys that become columns. They are
// kept, so there must be a limit.
const jsonSample = 256 << 10

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
	text := bytes.TrimPrefix(t.text, []byte(scan.ByteOrderMark))
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

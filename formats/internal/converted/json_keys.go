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
	case fault != nil:
		return fault
	case len(t.columns) > 0:
		t.values = make([]jsonValue, len(t.columns))
	case t.sampled > 0:
		return fmt.Errorf("none of the first %d records is a JSON object with keys, or a grid", t.sampled)
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
	start, err := t.findRecords(text)
	if err != nil {
		return err
	}
	text = text[start:]
	t.pos = len(t.text) - len(text)
	var sample [][]byte
	n := 1
	for probe := t.records; err == nil && n > 0; text = text[n:] {
		var record []byte
		if record, n, err = probe.cut(text, t.eof); len(bytes.TrimSpace(record)) > 0 {
			sample = append(sample, record)
		}
	}
	if t.sampled = len(sample); t.sampled == 0 {
		return err
	}
	if err := t.findNested(sample[:min(len(sample), sampleRecords)]); err != nil {
		return err
	}
	for _, record := range sample {
		t.eachKey(record, t.addColumn)
	}
	return nil
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
		if line[0] == '{' && objectEnd(line) == len(bytes.TrimRight(line, ", \t")) {
			return true
		}
		if seen++; seen == 2 {
			break
		}
	}
	return false
}

func (t *jsonTable) addColumn(key, value []byte) {
	if t.eachField(key, value, t.addColumn) {
		return
	}
	if _, known := t.index[string(key)]; !known {
		t.index[string(key)] = len(t.columns)
		t.columns = append(t.columns, string(key))
	}
}

// eachField calls f with the fields of an object in a record, whose keys follow its own. It
// reports whether these are the record's, even if the object is null.
func (t *jsonTable) eachField(key, object []byte, f func(key, value []byte)) bool {
	if !t.shape.flat[string(key)] || object[0] != '{' && object[0] != 'n' {
		return false
	}
	if object[0] == '{' {
		prefix := append(bytes.Clone(key), '.')
		t.eachMember(object, func(key, value []byte) { f(append(prefix[:len(prefix):len(prefix)], key...), value) })
	}
	return true
}

// eachKey calls f with the keys of a record and what stands there as their values. It returns
// where the record ends, or the complement of where it is wrong.
func (t *jsonTable) eachKey(record []byte, f func(key, value []byte)) int {
	i := skipSpace(record, 0)
	switch {
	case i == len(record):
		return ^i
	case t.shape.lists && record[i] == '[':
		return t.eachElement(record, i, f)
	case t.shape.grids && (record[i] == '[' || record[i] == '"'):
		end := skipValue(record, i, 0)
		if end < 0 {
			return end
		}
		f(puzzleKey, record[i:end])
		return endOfRecord(record, end)
	case record[i] != '{' || t.shape.lists || t.shape.grids:
		return ^i
	}
	return t.eachMember(record, f)
}

// puzzleKey is the name of the column of grids that have none.
var puzzleKey = []byte("puzzle")

// eachElement is eachKey for a record that is a list.
func (t *jsonTable) eachElement(record []byte, i int, f func(key, value []byte)) int {
	for n := 0; ; n++ {
		if i = skipSpace(record, i+1); n == 0 && i < len(record) && record[i] == ']' {
			return endOfRecord(record, i+1)
		}
		start := i
		if i = skipValue(record, i, 1); i < 0 {
			return i
		}
		f([]byte(t.elementName(n)), record[start:i])
		switch i = skipSpace(record, i); {
		case i < len(record) && record[i] == ']':
			return endOfRecord(record, i+1)
		case i >= len(record) || record[i] != ',':
			return ^i
		}
	}
}

// noNumber returns how long the NaN or infinity is that text starts with, as many programs write
// it though JSON has none, or 0.
func noNumber(text []byte) int {
	for _, word := range []string{"NaN", "Infinity", "-Infinity"} {
		if bytes.HasPrefix(text, []byte(word)) {
			return len(word)
		}
	}
	return 0
}

// eachMember is eachKey for an object. A number that JSON does not have counts as null.
func (t *jsonTable) eachMember(record []byte, f func(key, value []byte)) int {
	i := skipSpace(record, 0)
	if i = skipSpace(record, i+1); i < len(record) && record[i] == '}' {
		return endOfRecord(record, i+1)
	}
	for {
		start := i
		if i = skipKey(record, i); i < 0 {
			return i
		}
		key := keyIn(record[start:i])
		if bytes.IndexByte(key, '\\') >= 0 {
			t.scratch = appendUnescaped(t.scratch[:0], key)
			key = t.scratch
		}
		start = i
		if i = skipValue(record, i, 1); i >= 0 {
			f(key, record[start:i])
		} else if n := noNumber(record[start:]); n > 0 {
			i = start + n
			f(key, []byte("null"))
		} else {
			return i
		}
		switch i = skipSpace(record, i); {
		case i < len(record) && record[i] == '}':
			return endOfRecord(record, i+1)
		case i >= len(record) || record[i] != ',':
			return ^i
		}
		i = skipSpace(record, i+1)
	}
}

// endOfRecord returns where the line ends, or the complement of where something follows the
// record, which may be a comma.
func endOfRecord(record []byte, i int) int {
	end := skipSpace(record, i)
	if end < len(record) && record[end] == ',' {
		end = skipSpace(record, end+1)
	}
	if end < len(record) {
		return ^end
	}
	return end
}

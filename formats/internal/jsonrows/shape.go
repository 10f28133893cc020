package jsonrows

import (
	"bytes"
	"cmp"
	"io"

	"github.com/gridmill/gridmill/formats/extract"
	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/jsontext"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/solver"
)

// A Layout specifies how the records in a file are arranged.
type Layout int

// The layouts. Detect means that the start of the file determines the layout.
const (
	Detect Layout = iota
	Lines         // one record per line
	Array         // an array of records, at the top level or in the file's only top-level object
)

// A shape describes where the records in a file are: on separate lines, or in an array.
type shape struct {
	lines  bool
	start  int64    // where the first record may start, after the array's bracket
	member string   // key of the array in the file's only top-level object, or empty
	others []string // keys of the object's members before the array
}

// rows returns the rows of a stream. Reading them calls skipped for each key after the array.
func (s shape) rows(in io.Reader, skipped func(key []byte)) scan.Rows {
	if !s.lines {
		_, _ = io.CopyN(io.Discard, in, s.start) // cannot fail, because these bytes are in memory
		return &objects{in: in, shape: s, offset: s.start, record: 1, skipped: skipped}
	}
	c := scan.NewCutter(in)
	c.Skip = func(line []byte) bool { return jsontext.SkipSpace(line, afterMark(line)) == len(line) }
	return c
}

// afterMark returns the length of the byte-order mark at the start of text, or 0 if there is none.
func afterMark(text []byte) int {
	return len(text) - len(bytes.TrimPrefix(text, []byte(scan.ByteOrderMark)))
}

// StartsArray reports whether the first bytes start an array of objects, or are an empty array.
func StartsArray(first []byte) bool {
	array, found := bytes.CutPrefix(scan.TrimStart(first), []byte("["))
	return found && (StartsObject(array) || string(bytes.TrimSpace(array)) == "]")
}

// StartsObject reports whether the first bytes of a file start an object.
func StartsObject(first []byte) bool {
	object, found := bytes.CutPrefix(scan.TrimStart(first), []byte("{"))
	object = scan.TrimStart(object)
	return found && (len(object) == 0 || object[0] == '"' || object[0] == '}')
}

// MayStart reports whether more bytes are needed to tell whether a stream is JSON.
func MayStart(first []byte) bool { return len(bytes.TrimLeft(scan.TrimStart(first), "[ \t\r\n")) == 0 }

// findShape returns the shape of a file that starts with text. For layout Detect, text decides it.
func findShape(text []byte, layout Layout) (shape, error) {
	mark := afterMark(text)
	i := jsontext.SkipSpace(text, mark)
	if i == len(text) || layout == Lines {
		return shape{lines: true}, nil
	}
	end, _, whole := jsontext.ValueEnd(text, i, 0)
	isOnly := text[i] == '{' && whole && jsontext.SkipSpace(text, end) == len(text)
	areLines := holdsLines(text[mark:])
	switch {
	case layout == Detect && areLines && !isOnly && !StartsArray(text[i:]): // even if the first line is a damaged object
		return shape{lines: true}, nil
	case text[i] == '[':
		return shape{start: int64(i + 1)}, nil
	case isOnly, text[i] == '{' && !whole:
		if s, err := findArray(text, i); s.start > 0 || err != nil {
			return s, err
		}
	}
	switch {
	case layout == Array:
		return shape{}, option.Misuse(option.InputFormat, "it has no array of records")
	case areLines && (!isOnly || skipValue(text, i, 0) > 0): // in invalid JSON, findArray may have missed the array
		return shape{lines: true}, nil
	case text[i] == '{':
		return shape{}, option.Errorf(option.Recognition, "its first object is damaged, spans several lines, or has no array of records; write one object per line, or a single array of objects")
	}
	return shape{}, option.Errorf(option.Recognition, "found %q where a JSON object should start", text[i])
}

// holdsLines reports whether at least half of the first 100 nonblank lines of text are objects. A
// line that ends with a comma belongs to an array, so it does not count as an object.
func holdsLines(text []byte) bool {
	objects, seen := 0, 0
	for line := range bytes.Lines(text) {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		if end, _, whole := jsontext.ValueEnd(line, 0, 0); line[0] == '{' && whole && end == len(line) {
			objects++
		}
		if seen++; seen == 100 {
			break
		}
	}
	return objects > 0 && 2*objects >= seen
}

// findArray finds the only array of objects among the members of the object at i. If a member is a
// grid or a chat (see extract.IsChat), the object is itself a record, so findArray returns the zero
// shape. If there is no array of objects, findArray returns an error in two cases: a member is a
// list of grids (a table stored by column), or all members are objects, which may hold records.
func findArray(text []byte, i int) (s shape, err error) {
	isRecord, hasOtherTypes, column := false, false, ""
	eachMember(text, i, func(key []byte, value, end int) {
		hasOtherTypes = hasOtherTypes || text[value] != '{'
		switch {
		case extract.IsChat(text[value:]), end > 0 && isGrid(text[value:end]):
			isRecord = true
		case StartsArray(text[value:]) && s.start > 0:
			err = cmp.Or(err, severalArrays(s.member, string(key)))
		case StartsArray(text[value:]):
			s.member, s.start = string(key), int64(value+1)
		case s.start == 0:
			s.others = append(s.others, string(key))
			if startsWithGrid(text, value) {
				column = cmp.Or(column, string(key))
			}
		}
	})
	switch {
	case isRecord:
		return shape{}, nil
	case err == nil && s.start == 0 && column != "":
		err = option.Errorf(option.Records, "its object holds whole columns, such as %.40q, not records", column)
	case err == nil && !hasOtherTypes && len(s.others) > 0:
		err = option.Errorf(option.Records, "its object contains other objects, such as %.40q, but no array of records", s.others[0])
	}
	return s, err
}

// isGrid reports whether a value is a grid, stored as a string or as an array.
func isGrid(value []byte) bool {
	if value[0] == '"' {
		value = jsontext.AppendUnescaped(nil, value[1:len(value)-1])
	} else if value[0] != '[' {
		return false
	}
	var g solver.Grid
	return gridtext.Parse(&g, value).Kind == gridtext.NoReason
}

package converted

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/gridmill/gridmill/formats/option"
)

// records cuts JSON into records: the lines of a file that has an object a line, or else the
// objects of an array, or those that follow each other however they are laid out. Only
// lines can be distinguished after a fault.
type records struct {
	lines  bool
	inLong bool // the next bytes are the end of a line that was too long
	place  place
	// inside is in how many objects the array of records stands, path is its path, ofColumn says that
	// it is a column of grids, and holds reports whether a grid stands in a value, which behind the array none may.
	inside   int
	path     string
	ofColumn bool
	holds    func(value []byte) bool
}

// place is what may come next.
type place int

const (
	atStart  place = iota // an array or an object
	inSeries              // another object, or the end
	atFirst               // the first object of an array, or its end
	behind                // a comma, or the end of the array
	atNext                // another object of the array
	inTail                // the rest of the objects in which the array stands
	atEnd                 // nothing, or another array
)

// cut returns the next record in text, and how many bytes it takes with all that stands
// before it. The record is empty where there is none in them, and longer than MaxRecord
// where it is only the start of a line that is. No bytes means that more of the text is needed, or at
// its end that there is nothing left.
func (r *records) cut(text []byte, eof bool) (record []byte, n int, err error) {
	if len(text) == 0 {
		if eof && r.place >= atFirst && r.place <= inTail {
			return nil, 0, errEndsInside
		}
		return nil, 0, nil
	}
	if r.lines {
		record, n = r.cutLine(text, eof)
		return record, n, nil
	}
	return r.cutObject(text, eof)
}

func (r *records) cutLine(text []byte, eof bool) (line []byte, n int) {
	end := bytes.IndexByte(text, '\n')
	n = end + 1
	if end < 0 {
		if !eof && len(text) <= MaxRecord {
			return nil, 0
		}
		end, n = len(text), len(text)
	}
	passed := r.inLong
	r.inLong = n == len(text) && text[n-1] != '\n'
	if passed {
		return nil, n
	}
	return text[:end], n
}

// errEndsInside is the fault of a file that ends inside a record or an array of them.
var errEndsInside = option.Errorf(option.InputFile, "the JSON ends too early, so that the file is not complete")

func (r *records) cutObject(text []byte, eof bool) (record []byte, n int, err error) {
	if r.place == inTail {
		return r.cutTail(text, eof)
	}
	i := skipSpace(text, 0)
	if i == len(text) {
		return nil, i, nil
	}
	c := text[i]
	switch {
	case (r.place == atStart || r.place == atEnd && r.inside == 0) && c == '[':
		r.place = atFirst
		return nil, i + 1, nil
	case (r.place == atFirst || r.place == behind) && c == ']':
		if r.place = atEnd; r.inside > 0 {
			r.place = inTail
		}
		return nil, i + 1, nil
	case r.place == behind && c == ',':
		r.place = atNext
		return nil, i + 1, nil
	case r.place == atEnd, r.place == behind, c != '{' && c != '[' && c != '"':
		return nil, i, fmt.Errorf("there is %q where %s", c, r.expected())
	}
	end := objectEnd(text[i:])
	if c == '"' {
		end = stringEnd(text[i:], 0) + 1
	}
	switch {
	case end > 0:
		if r.place == atStart {
			r.place = inSeries
		} else if r.place != inSeries {
			r.place = behind
		}
		return text[i : i+end], i + end, nil
	case len(text)-i > MaxRecord:
		return nil, i, fmt.Errorf("an object or a list is longer than %d bytes; make rows of what it holds first (jq -c)", MaxRecord)
	case eof:
		return nil, i, errEndsInside
	}
	return nil, 0, nil
}

// cutTail wants what follows the array of records to end the objects in which it stands, and
// to hold no grids.
func (r *records) cutTail(text []byte, eof bool) (record []byte, n int, err error) {
	switch {
	case len(text) > MaxRecord && r.ofColumn:
		return nil, 0, errors.New(columnsAdvice)
	case len(text) > MaxRecord:
		return nil, 0, fmt.Errorf("behind the array of its records there are more than %d bytes, which would be lost; make a file of the array first (jq -c)", MaxRecord)
	case !eof:
		return nil, 0, nil
	}
	i := 0
	for range r.inside {
		for i = skipSpace(text, i); i < len(text) && text[i] == ','; i = skipSpace(text, i) {
			start := skipSpace(text, i+1)
			if i = skipKey(text, start); i < 0 {
				return nil, 0, afterArray(text, ^i)
			}
			end := skipValue(text, i, 1)
			switch {
			case end < 0:
				return nil, 0, afterArray(text, ^end)
			case r.ofColumn && text[i] == '[':
				return nil, 0, errors.New(columnsAdvice)
			case r.holds(text[i:end]):
				return nil, 0, r.otherGrids(string(keyIn(text[start:i])), text[i] == '[')
			}
			i = end
		}
		if i == len(text) || text[i] != '}' {
			return nil, 0, afterArray(text, i)
		}
		i++
	}
	if i = skipSpace(text, i); i < len(text) {
		return nil, 0, afterArray(text, i)
	}
	r.place = atEnd
	return nil, len(text), nil
}

// otherGrids is the fault of grids behind the array of records, under a key of their own.
func (r *records) otherGrids(key string, inArray bool) error {
	how := "make rows of all first (jq -c)"
	if inArray && r.inside == 1 && plainPath.MatchString(r.path+"."+key) {
		how = fmt.Sprintf("make rows of both first (jq -c '%s[], .%s[]')", r.path, key)
	}
	return fmt.Errorf("behind the records in %.40q other grids stand in %.40q, which would be lost; %s", r.path, "."+key, how)
}

// afterArray is the fault of what follows the array of records at i.
func afterArray(text []byte, i int) error {
	if i >= len(text) {
		return errEndsInside
	}
	return fmt.Errorf("there is %q where the object around the array of records should go on or end", text[i])
}

// expected says what should come next.
func (r *records) expected() string {
	switch r.place {
	case behind:
		return "the array should go on or end"
	case atEnd:
		return "the file should end"
	}
	return "an object should start"
}

// objectEnd returns how long the object is that text starts with, or 0 where its end is not
// there. It looks at brackets and strings only.
func objectEnd(text []byte) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			if i = stringEnd(text, i); i < 0 {
				return 0
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}

// stringEnd returns the place of the quote that ends the string at i, or -1.
func stringEnd(text []byte, i int) int {
	for i++; i < len(text); i++ {
		if text[i] == '"' {
			return i
		}
		if text[i] == '\\' {
			i++
		}
	}
	return -1
}

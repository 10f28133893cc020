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
}

// place is what may come next.
type place int

const (
	atStart  place = iota // an array or an object
	inSeries              // another object, or the end
	atFirst               // the first object of an array, or its end
	behind                // a comma, or the end of the array
	atNext                // another object of the array
	atEnd                 // nothing
)

// cut returns the next record in text, and how many bytes it takes with all that stands
// before it. The record is empty where there is none in them, and longer than MaxRecord
// where it is only the start of a line that is. No bytes means that more of the text is needed, or at
// its end that there is nothing left.
func (r *records) cut(text []byte, eof bool) (record []byte, n int, err error) {
	if len(text) == 0 {
		if eof && (r.place == atFirst || r.place == behind || r.place == atNext) {
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
	i := skipSpace(text, 0)
	if i == len(text) {
		return nil, i, nil
	}
	c := text[i]
	switch {
	case r.place == atStart && c == '[':
		r.place = atFirst
		return nil, i + 1, nil
	case (r.place == atFirst || r.place == behind) && c == ']':
		r.place = atEnd
		return nil, i + 1, nil
	case r.place == behind && c == ',':
		r.place = atNext
		return nil, i + 1, nil
	case r.place == atFirst && (c == '"' || c == '['):
		return nil, i, errors.New("the array holds strings or lists where objects should be; make objects of its values first (jq -c '.[] | {puzzle: .}')")
	case r.place == atEnd, r.place == behind, c != '{':
		return nil, i, fmt.Errorf("there is %q where %s", c, r.expected())
	}
	end := objectEnd(text[i:])
	switch {
	case end > 0:
		if r.place == atStart {
			r.place = inSeries
		} else if r.place != inSeries {
			r.place = behind
		}
		return text[i : i+end], i + end, nil
	case len(text)-i > MaxRecord:
		return nil, i, fmt.Errorf("an object is longer than %d bytes; make rows of what it holds first (jq -c)", MaxRecord)
	case eof:
		return nil, i, errEndsInside
	}
	return nil, 0, nil
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

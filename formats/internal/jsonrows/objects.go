package jsonrows

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/jsontext"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/option"
)

const readSize = 64 << 10 // maximum number of bytes per read

// objects implements scan.Rows for an array of objects. It examines only brackets and strings.
type objects struct {
	in      io.Reader
	shape   shape
	place   place
	text    []byte           // bytes read from the stream and still needed
	pos     int              // end of the examined part of text
	offset  int64            // offset of text in the stream
	failed  error            // error, such as io.EOF, that the stream returned after text
	start   int              // start of the current record in text
	depth   int              // number of brackets of the current record that are still open at pos
	record  int64            // number of the next record, counting from 1
	end     int64            // offset in the stream at which the previous record ends
	skipped func(key []byte) // called for each key that follows the array
}

// place says what can come next in the stream.
type place int

const (
	atFirst  place = iota // the first object of the array, or the end of the array
	afterOne              // a comma, or the end of the array
	atNext                // another object of the array
	inRecord              // the rest of a record
	inTail                // the rest of the object that contains the array
	atEnd                 // nothing but white space
)

func (o *objects) Offset() int64 { return o.end }

func (o *objects) Line() int64 { return o.record }

func (o *objects) Fill(b *scan.Block, maxRows, maxBytes int) error {
	base := o.record
	for len(b.Rows) < maxRows && b.Size() <= maxBytes {
		err := o.ToNextRow(true)
		if err == nil {
			err = o.toRecordEnd()
		}
		if err != nil {
			return err
		}
		at := len(b.Bytes)
		b.Bytes = append(b.Bytes, o.text[o.start:o.pos]...)
		b.AddRow(at, uint32(o.record-base))
		o.record++
		o.end = o.offset + int64(o.pos)
	}
	return nil
}

// ToNextRow implements scan.Rows. If wait is false, it does nothing, because reading could block.
func (o *objects) ToNextRow(wait bool) (err error) {
	for wait && o.place != inRecord {
		o.pos = jsontext.SkipSpace(o.text, o.pos)
		switch {
		case o.place == inTail:
			err = o.passTail()
		case o.pos == len(o.text):
			err = o.readMore()
		default:
			err = o.pass(o.text[o.pos])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// pass handles c, the character at o.pos. It enters a record, skips c or returns an error.
func (o *objects) pass(c byte) error {
	switch {
	case c == '{' && o.place == atFirst, o.place == atNext && strings.IndexByte(",]}", c) < 0: // Parse rejects values other than objects
		o.place, o.start, o.depth = inRecord, o.pos, 0
		return nil
	case c == ',' && o.place == afterOne:
		o.place = atNext
	case c == ']' && (o.place == atFirst || o.place == afterOne):
		if o.place = atEnd; o.shape.member != "" {
			o.place = inTail
		}
	case o.place == atFirst:
		return option.Errorf(option.Records, "found %q where the first object of the array should start", c)
	default:
		return fmt.Errorf("%w: found %q instead of %s", o.damage(o.pos), c, expected[o.place])
	}
	o.pos++
	return nil
}

// expected maps a place to a description of what can follow.
var expected = [...]string{
	afterOne: "a comma or the end of the array", atNext: "an object", atEnd: "the end of the file",
}

// damage returns the error for an array that is damaged at o.text[pos].
func (o *objects) damage(pos int) error {
	return option.Errorf(option.InputFile, "the array is damaged at record %d (byte %d of the text)", o.record, o.offset+int64(pos)+1)
}

// readMore reads from the stream. It returns io.EOF at the end of a complete stream.
func (o *objects) readMore() error {
	switch {
	case o.failed == nil:
	case !o.eof(), o.place == atEnd:
		return o.failed
	case o.place == inRecord:
		return fmt.Errorf("%w: %w", o.damage(o.start), errEndsInside)
	default:
		return fmt.Errorf("after record %d: %w", o.record-1, errEndsInside)
	}
	kept := o.pos
	if o.place == inRecord {
		kept = o.start
	}
	rest := copy(o.text, o.text[kept:])
	o.text = slices.Grow(o.text[:rest], readSize)
	o.offset, o.pos, o.start = o.offset+int64(kept), o.pos-kept, 0
	n, err := o.in.Read(o.text[rest : rest+readSize])
	o.text, o.failed = o.text[:rest+n], err // the bytes before an error may complete a record
	return nil
}

func (o *objects) eof() bool { return files.IsEnd(o.failed) }

func (o *objects) toRecordEnd() error {
	for {
		var found bool
		o.pos, o.depth, found = jsontext.ValueEnd(o.text, o.pos, o.depth)
		end := len(o.text)
		if found {
			end = o.pos
		}
		switch {
		case end-o.start > scan.MaxRow:
			return fmt.Errorf("%w, or the record has more than %d bytes", o.damage(o.start), scan.MaxRow)
		case found && o.text[o.start] != '{' && skipValue(o.text[:end], o.start, 0) != end:
			return fmt.Errorf("%w: found %q instead of %s", o.damage(o.start), o.text[o.start], expected[atNext])
		case found:
			o.place = afterOne
			return nil
		}
		if err := o.readMore(); err != nil {
			return err
		}
	}
}

// passTail checks the text after the array of records. The text must be the rest of the enclosing
// object, and must not hold another array of records.
func (o *objects) passTail() error {
	if len(o.text)-o.pos > scan.MaxRow {
		return fmt.Errorf("its array of records is followed by more than %d bytes of other data; save only the array to a file", scan.MaxRow)
	}
	if !o.eof() {
		return o.readMore()
	}
	text, other := o.text[o.pos:], ""
	// text is only the end of an object, so add a start.
	object := append([]byte(`{"":0`), text...)
	end := eachMember(object, 0, func(key []byte, value, _ int) {
		if StartsArray(object[value:]) {
			other = string(key)
		} else if len(key) > 0 {
			o.skipped(key)
		}
	})
	switch {
	case other != "":
		return severalArrays(o.shape.member, other)
	case end < 0 && ^end >= len(object):
		return fmt.Errorf("after record %d: %w", o.record-1, errEndsInside)
	case end < 0 || jsontext.SkipSpace(object, end) < len(object):
		return fmt.Errorf("%w: the text after its records is not valid JSON", o.damage(o.pos))
	}
	o.place, o.pos = atEnd, len(o.text)
	return nil
}

// SkipTo skips to the record with the given number. offset is the end of the previous record.
func (o *objects) SkipTo(offset, record int64) error {
	last := byte(0)
	for o.offset+int64(o.pos) < offset {
		if n := int(min(offset-o.offset-int64(o.pos), int64(len(o.text)-o.pos))); n > 0 {
			o.pos += n
			last = o.text[o.pos-1]
			continue
		}
		if o.eof() {
			return scan.BeyondEnd(offset, o.offset+int64(o.pos))
		}
		o.place = atEnd // not inRecord, so that readMore discards all examined text
		if err := o.readMore(); err != nil {
			return err
		}
	}
	if strings.IndexByte(`}]"leyN0123456789`, last) < 0 { // last cannot end a value
		return scan.NoRowAt(offset)
	}
	o.record, o.end, o.place = record, offset, afterOne
	return nil
}

func severalArrays(one, other string) error {
	return option.Errorf(option.OneArray, "its object has arrays of records under the keys %.40q and %.40q", one, other)
}

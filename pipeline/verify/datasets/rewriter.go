package datasets

import (
	"bytes"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/folder"
)

// A rewriter writes the rows of a table again, to compare them with the rows in a file.
type rewriter struct {
	out     bytes.Buffer
	writer  formats.Writer
	encoded formats.Encoded
}

// rows returns the bytes that the layout writes for b. The bytes are valid until the next call.
func (r *rewriter) rows(table *folder.Table, b *formats.Batch) (_ []byte, err error) {
	if r.writer == nil {
		if r.writer, err = table.Create(&r.out, nil); err != nil {
			return nil, err
		}
	}
	r.out.Reset()
	if r.encoded, err = r.writer.Encode(b, r.encoded); err == nil {
		err = r.writer.Write(b, r.encoded)
	}
	return r.out.Bytes(), err
}

// compare compares the rows in e.buffer with the bytes that the layout writes for their puzzles and
// solutions. It skips rows that do not hold a puzzle with its solution.
func (e *checkedRows) compare(l *layout, b *formats.Batch) error {
	again, err := e.rewriter.rows(&l.writer.Tables("")[0], b)
	if err != nil {
		return err
	}
	for i := range e.rows {
		r, is, should := &e.rows[i], e.buffer[i*l.width:][:l.width], again[i*l.width:][:l.width]
		if r.good && !bytes.Equal(is, should) {
			at := 0
			for number(is, at) == number(should, at) {
				at++
			}
			r.good = false
			r.fault("the number at position %d is %d, expected %d", at+1, number(is, at), number(should, at))
		}
	}
	return nil
}

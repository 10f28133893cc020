package formats

import (
	"encoding/binary"
	"io"
)

// lengthReader reads the values of a huge page whose lengths stand before them as
// differences, and yields them as PLAIN ones, each behind its length.
type lengthReader struct {
	body   *hugeBody
	deltas *deltas // the lengths
	left   int     // values whose length was not read
	number int     // of the value at hand, from 1
	value  int     // bytes of it that were not read
	prefix [lengthBytes]byte
	given  int // bytes of prefix that were read
}

// open reads the lengths of the page that s begins with.
func (l *lengthReader) open(s *pageSplitter) error {
	*l = lengthReader{body: &s.body, deltas: &s.deltas.deltas, left: s.values, given: lengthBytes}
	if err := s.deltas.open(&s.body, l.left); err != nil {
		return err
	}
	for s.deltas.left > 0 {
		if err := s.deltas.readBlock(); err != nil {
			return err
		}
	}
	return l.deltas.open(s.deltas.bytes, l.left)
}

// Read implements io.Reader.
func (l *lengthReader) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if l.given < lengthBytes {
			some := copy(p[n:], l.prefix[l.given:])
			l.given, n = l.given+some, n+some
			continue
		}
		if l.value == 0 {
			if l.left == 0 && n == 0 {
				return 0, io.EOF
			}
			if l.left == 0 {
				return n, nil
			}
			if err := l.next(); err != nil {
				return n, err
			}
			continue
		}
		some, err := l.body.Read(p[n:min(len(p), n+l.value)])
		n, l.value = n+some, l.value-some
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

// next goes on to the next value.
func (l *lengthReader) next() error {
	length, err := l.deltas.next()
	l.left--
	l.number++
	switch {
	case err != nil:
		return err
	case length < 0 || length > maxPageBytes:
		return errLength(l.number, length)
	case length > int64(l.body.left):
		return errValuesShort
	}
	l.value, l.given = int(length), 0
	binary.LittleEndian.PutUint32(l.prefix[:], uint32(length))
	return nil
}

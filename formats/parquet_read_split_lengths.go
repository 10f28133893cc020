package formats

import (
	"encoding/binary"
	"io"
)

// lengthReader reads the values of a huge page whose lengths stand before them as
// differences, and yields them as PLAIN ones, each behind its length.
type lengthReader struct {
	body   *hugeBody
	bytes  []byte // the lengths as they stand in the page
	deltas deltas // the same
	left   int    // values whose length was not read
	number int    // of the value at hand, from 1
	value  int    // bytes of it that were not read
	prefix [lengthBytes]byte
	given  int // bytes of prefix that were read
}

// open reads the lengths of the page that s begins with.
func (l *lengthReader) open(s *pageSplitter) error {
	*l = lengthReader{body: &s.body, bytes: l.bytes[:0], left: s.values, given: lengthBytes}
	err := l.readLengths()
	if isEnd(err) {
		err = errDeltas
	}
	if err != nil {
		return err
	}
	return l.deltas.open(l.bytes, l.left)
}

// readLengths reads all blocks of differences without decoding them.
func (l *lengthReader) readLengths() error {
	for range 4 {
		if err := l.readNumber(); err != nil {
			return err
		}
	}
	if err := l.deltas.open(l.bytes, l.left); err != nil {
		return err
	}
	size := l.deltas.blockSize / l.deltas.miniblocks
	for left := l.left - 1; left > 0; {
		if err := l.readNumber(); err != nil {
			return err
		}
		widths := len(l.bytes)
		if err := l.read(l.deltas.miniblocks); err != nil {
			return err
		}
		for i := 0; i < l.deltas.miniblocks && left > 0; i++ {
			bits := int(l.bytes[widths+i])
			if bits > 64 {
				return errDeltas
			}
			if err := l.read(size * bits / 8); err != nil {
				return err
			}
			left -= size
		}
	}
	return nil
}

func (l *lengthReader) read(n int) (err error) {
	l.bytes, err = readHead(l.bytes, l.body, n)
	return err
}

// readNumber reads a number of the differences' head or of a block's.
func (l *lengthReader) readNumber() error {
	for range binary.MaxVarintLen64 {
		if err := l.read(1); err != nil {
			return err
		}
		if l.bytes[len(l.bytes)-1] < 0x80 {
			return nil
		}
	}
	return errDeltas
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

package formats

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
	"slices"

	"github.com/apache/arrow/go/v15/parquet"
)

// fill reads values and returns how many stand whole in the buffer: at least one, but not
// more than most, which may be 0.
func (s *pageSplitter) fill(most int) (n int, err error) {
	if most == 0 {
		return 0, nil
	}
	if s.header.encoding == parquet.Encodings.DeltaBinaryPacked {
		return s.fillNumbers(most)
	}
	for want := splitting.piece; ; {
		err := s.read(want)
		if err != nil && !errors.Is(err, io.EOF) {
			return 0, err
		}
		if n, _ = s.whole(most); n > 0 {
			return n, nil
		}
		want = s.firstSize()
		switch left := want - len(s.buffer); {
		case left <= s.body.left && err == nil:
		case s.width > 0 || len(s.buffer) < lengthBytes:
			return 0, errValuesShort
		default:
			return 0, errTooLong(s.passed+1, want-lengthBytes)
		}
	}
}

// read reads until the buffer holds so many bytes, or io.EOF. It makes room as the
// bytes come, since a length may lie.
func (s *pageSplitter) read(want int) error {
	for len(s.buffer) < want {
		some := min(want-len(s.buffer), max(len(s.buffer), pieceBytes))
		s.buffer = slices.Grow(s.buffer, some)
		n, err := s.in.Read(s.buffer[len(s.buffer) : len(s.buffer)+some])
		s.buffer = s.buffer[:len(s.buffer)+n]
		if err != nil {
			return err
		}
	}
	return nil
}

// whole returns how many values, but not more than most, stand whole in the buffer, and
// how many bytes they take.
func (s *pageSplitter) whole(most int) (n, size int) {
	if s.width > 0 {
		n = min(most, len(s.buffer)/s.width)
		return n, n * s.width
	}
	for n < most && len(s.buffer)-size >= lengthBytes {
		length := int(binary.LittleEndian.Uint32(s.buffer[size:]))
		if length > len(s.buffer)-size-lengthBytes {
			break
		}
		size += lengthBytes + length
		n++
	}
	return n, size
}

// firstSize returns how many bytes the first value in the buffer takes, or its length
// where that has not been read.
func (s *pageSplitter) firstSize() int {
	switch {
	case s.width > 0:
		return s.width
	case len(s.buffer) < lengthBytes:
		return lengthBytes
	}
	return lengthBytes + int(binary.LittleEndian.Uint32(s.buffer))
}

// openIndices begins with values that are indices into a dictionary. They are numerous
// where they are those of lists.
func (s *pageSplitter) openIndices() error {
	if _, err := io.ReadFull(&s.body, s.indexWidth[:]); err != nil && !isEnd(err) {
		return err
	} else if err != nil || s.indexWidth[0] > maxIndexWidth {
		return errIndexWidth
	}
	s.indices.open(nil, int(s.indexWidth[0]), s.values, noKey)
	return nil
}

// cutIndices returns the next n indices behind their width, as a page holds them.
func (s *pageSplitter) cutIndices(n int) ([]byte, error) {
	l := &s.indices
	s.cutOff = append(s.cutOff[:0], s.indexWidth[:]...)
	if l.width == 0 {
		return s.cutOff, nil
	}
	for took := 0; took < n; {
		var some int
		var err error
		s.cutOff, some, _, err = l.cut(s.cutOff, n-took, math.MaxInt)
		if took += some; !errors.Is(err, errRunsShort) {
			if err != nil {
				return nil, err
			}
			continue
		}
		// The run at hand goes on behind the buffer.
		s.buffer = append(s.buffer[:0], s.buffer[l.pos:]...)
		if err := s.read(len(s.buffer) + splitting.piece); errors.Is(err, io.EOF) && len(s.buffer) == len(l.data)-l.pos {
			return nil, errRunsShort
		} else if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		l.data, l.pos = s.buffer, 0
	}
	return s.cutOff, nil
}

package formats

import (
	"encoding/binary"
	"slices"
)

// deltaReader reads the differences of a huge page block by block, as they stand in its
// body.
type deltaReader struct {
	body   *hugeBody
	bytes  []byte // that were read last: the head or a block, or all of lengths
	deltas deltas // the same
	left   int    // numbers in blocks that were not read
	ready  int    // numbers in bytes that were not decoded
}

// open reads the head of n numbers, which holds the first of them.
func (r *deltaReader) open(body *hugeBody, n int) error {
	*r = deltaReader{body: body, bytes: r.bytes[:0], left: n - 1, ready: 1}
	for range 4 {
		if err := r.readNumber(); err != nil {
			return err
		}
	}
	return r.deltas.open(r.bytes, n)
}

// readBlock reads the next block, without decoding it: of the last one only the
// miniblocks that hold numbers.
func (r *deltaReader) readBlock() error {
	if err := r.readNumber(); err != nil {
		return err
	}
	widths := len(r.bytes)
	if err := r.read(r.deltas.miniblocks); err != nil {
		return err
	}
	numbers := r.deltas.blockSize / r.deltas.miniblocks
	size := 0
	for _, bits := range r.bytes[widths:] {
		if r.left == 0 {
			break
		}
		if bits > 64 {
			return errDeltas
		}
		size += numbers * int(bits) / 8
		some := min(numbers, r.left)
		r.left, r.ready = r.left-some, r.ready+some
	}
	return r.read(size)
}

func (r *deltaReader) read(n int) (err error) {
	r.bytes, err = readHead(r.bytes, r.body, n)
	if isEnd(err) {
		return errDeltas
	}
	return err
}

// readNumber reads a number of the head or of a block's.
func (r *deltaReader) readNumber() error {
	for range binary.MaxVarintLen64 {
		if err := r.read(1); err != nil {
			return err
		}
		if r.bytes[len(r.bytes)-1] < 0x80 {
			return nil
		}
	}
	return errDeltas
}

// appendNumbers appends the next n numbers as PLAIN values of width bytes. There must be
// so many. Of what was read it holds no more than a block.
func (r *deltaReader) appendNumbers(dst []byte, n, width int) (_ []byte, err error) {
	for n > 0 {
		if r.ready == 0 {
			r.bytes = r.bytes[:0]
			if err := r.readBlock(); err != nil {
				return dst, err
			}
			r.deltas.data, r.deltas.pos = r.bytes, 0
		}
		some := min(n, r.ready)
		if dst, err = r.deltas.appendNumbers(dst, some, width); err != nil {
			return dst, err
		}
		n, r.ready = n-some, r.ready-some
	}
	return dst, nil
}

// fillNumbers is fill for differences. The buffer holds only whole numbers, and a part's
// at most.
func (s *pageSplitter) fillNumbers(most int) (n int, err error) {
	n = min(most, max(splitting.piece/s.width, 1))
	more := n - len(s.buffer)/s.width
	s.buffer, err = s.deltas.appendNumbers(slices.Grow(s.buffer, more*s.width), more, s.width)
	return n, err
}

package formats

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"

	"github.com/golang/snappy"
)

// The format has no frames for streams, but whoever writes it cuts what is to be packed
// into blocks of snappyWindow bytes at most, so that no copy reaches farther back.
const (
	snappyWindow = 64 << 10
	// snappyStep is how much is unpacked at once.
	snappyStep = 256 << 10
)

// snappyStream unpacks a block while it is read, and keeps only the last part of what
// it unpacked.
type snappyStream struct {
	in   *bufio.Reader
	size int // what the block says that it holds
	made int // what of it was unpacked
	// out holds the window, and behind it what was unpacked last, up to filled, of
	// which what stands before given was read.
	out           []byte
	given, filled int
	literal       int // bytes that are left of a literal
	// unpackWhole unpacks the whole block. It is called where a copy reaches farther
	// back than the window, which the format allows.
	unpackWhole func() ([]byte, error)
	whole       []byte // in place of out, if it was called
}

// reset begins with another block, and returns an error where in does not begin as one.
func (s *snappyStream) reset(in *bufio.Reader, unpackWhole func() ([]byte, error)) error {
	*s = snappyStream{in: in, out: s.out, unpackWhole: unpackWhole}
	size, err := binary.ReadUvarint(in)
	if err != nil || size > maxPageBytes {
		return errUnpackedSize
	}
	s.size = int(size)
	s.out = resize(s.out, snappyWindow+snappyStep)
	return nil
}

// Read implements io.Reader.
func (s *snappyStream) Read(p []byte) (int, error) {
	if s.given == s.filled {
		if s.made == s.size {
			return 0, s.end()
		}
		if err := s.fill(); err != nil {
			return 0, err
		}
	}
	from := s.out
	if s.whole != nil {
		from = s.whole
	}
	n := copy(p, from[s.given:s.filled])
	s.given += n
	return n, nil
}

// end returns io.EOF, or an error where something follows the block's last element.
func (s *snappyStream) end() error {
	if s.whole != nil {
		return io.EOF // all was unpacked together
	}
	if _, err := s.in.Peek(1); err == nil {
		return snappy.ErrCorrupt
	} else if !errors.Is(err, io.EOF) {
		return err
	}
	return io.EOF
}

// fill unpacks at least a byte.
func (s *snappyStream) fill() error {
	if s.filled > snappyWindow {
		copy(s.out, s.out[s.filled-snappyWindow:s.filled])
		s.filled = snappyWindow
	}
	s.given = s.filled
	for s.made < s.size {
		src, err := s.peek()
		if err != nil {
			return err
		}
		// What is unpacked ends where the block says so, or where out is full.
		dst := s.out[:min(len(s.out), s.filled+s.size-s.made)]
		filled, taken, err := s.elements(dst, src)
		s.made += filled - s.filled
		s.filled = filled
		if _, gone := s.in.Discard(taken); gone != nil {
			return gone
		}
		if errors.Is(err, errFarCopy) {
			return s.takeWhole()
		}
		if err != nil || taken == 0 {
			return err
		}
	}
	return nil
}

// errFarCopy says that a copy reaches farther back than the window.
var errFarCopy = errors.New("a copy from farther back than is kept")

// takeWhole goes on with the whole block.
func (s *snappyStream) takeWhole() error {
	whole, err := s.unpackWhole()
	if err != nil {
		return err
	}
	s.whole = whole
	s.given += s.made - s.filled
	s.made, s.filled = s.size, s.size
	return nil
}

// peek returns what of the block is at hand: more than the longest tag, or all that is
// left.
func (s *snappyStream) peek() ([]byte, error) {
	if s.in.Buffered() < snappyPeek {
		if _, err := s.in.Peek(snappyPeek); err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
	}
	return s.in.Peek(s.in.Buffered())
}

// snappyPeek is how much of a block is at hand at least, before its end. Tags and the
// kernel need less.
const snappyPeek = 1 << 10

// elements unpacks elements, the first of which may be the rest of a literal, from src
// into dst behind what was filled, and returns how much was filled and taken then. It
// takes nothing where dst has no more room.
func (s *snappyStream) elements(dst, src []byte) (filled, taken int, err error) {
	filled = s.filled
	for {
		if s.literal > 0 {
			n := copy(dst[filled:], src[taken:min(len(src), taken+s.literal)])
			filled, taken, s.literal = filled+n, taken+n, s.literal-n
			if s.literal > 0 {
				break
			}
		}
		filled, taken = snappyElements(dst, src, filled, taken)
		if taken == len(src) {
			break
		}
		t, ok := readSnappyTag(src[taken:])
		switch {
		case !ok && taken > 0:
			return filled, taken, nil // the rest of the tag may follow
		case !ok, t.length > s.size-s.made-(filled-s.filled):
			return filled, taken, snappy.ErrCorrupt
		case t.literal:
			s.literal, taken = t.length, taken+t.size
			continue
		case t.length > len(dst)-filled:
			return filled, taken, nil
		case t.offset == 0 || t.offset > s.made+filled-s.filled:
			return filled, taken, snappy.ErrCorrupt
		case t.offset > filled:
			return filled, taken, errFarCopy
		}
		filled += copyBack(dst[:filled+t.length], filled, t.offset)
		taken += t.size
	}
	if taken == 0 && filled == s.filled && filled < len(dst) {
		err = snappy.ErrCorrupt // nothing is left
	}
	return filled, taken, err
}

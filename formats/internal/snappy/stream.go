package snappy

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"

	library "github.com/golang/snappy"
)

// The format has no frames for streams, but whoever writes it cuts what is to be packed
// into blocks of window bytes at most, so that no copy reaches farther back.
const (
	window = 64 << 10
	// step is how much is unpacked at once.
	step = 256 << 10
)

// Stream unpacks a block while it is read, and keeps only the last part of what
// it unpacked.
type Stream struct {
	in   *bufio.Reader
	size int // what the block holds
	made int // what of it was unpacked
	// out holds the window, and behind it what was unpacked last, up to filled, of
	// which what stands before given was read.
	out           []byte
	given, filled int
	literal       int // bytes that are left of a literal
	unpackWhole   func() ([]byte, error)
	whole         []byte // in place of out, if all was unpacked together
}

// Reset begins with another block that is to hold size bytes, and returns ErrSize where
// it does not say so. Where a copy reaches farther back than the stream keeps, which the
// format allows, unpackWhole must unpack the whole block.
func (s *Stream) Reset(in *bufio.Reader, size int, unpackWhole func() ([]byte, error)) error {
	*s = Stream{in: in, out: s.out, size: size, unpackWhole: unpackWhole}
	if says, err := binary.ReadUvarint(in); err != nil || says != uint64(size) {
		return ErrSize
	}
	if s.out == nil {
		s.out = make([]byte, window+step)
	}
	return nil
}

// ErrSize says that a block claims another size than was wanted.
var ErrSize = errors.New("another size than was wanted")

// Release lets go of what the block was read from.
func (s *Stream) Release() { *s = Stream{out: s.out} }

// Read implements io.Reader.
func (s *Stream) Read(p []byte) (int, error) {
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
func (s *Stream) end() error {
	if s.whole != nil {
		return io.EOF // all was unpacked together
	}
	if _, err := s.in.Peek(1); err == nil {
		return library.ErrCorrupt
	} else if !errors.Is(err, io.EOF) {
		return err
	}
	return io.EOF
}

// fill unpacks at least a byte.
func (s *Stream) fill() error {
	if s.filled > window {
		copy(s.out, s.out[s.filled-window:s.filled])
		s.filled = window
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
func (s *Stream) takeWhole() error {
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
func (s *Stream) peek() ([]byte, error) {
	if s.in.Buffered() < leastPeek {
		if _, err := s.in.Peek(leastPeek); err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
	}
	return s.in.Peek(s.in.Buffered())
}

// leastPeek is how much of a block is at hand at least, before its end. Tags and the
// kernel need less.
const leastPeek = 1 << 10

// elements unpacks elements, the first of which may be the rest of a literal, from src
// into dst behind what was filled, and returns how much was filled and taken then. It
// takes nothing where dst has no more room.
func (s *Stream) elements(dst, src []byte) (filled, taken int, err error) {
	filled = s.filled
	for {
		if s.literal > 0 {
			n := copy(dst[filled:], src[taken:min(len(src), taken+s.literal)])
			filled, taken, s.literal = filled+n, taken+n, s.literal-n
			if s.literal > 0 {
				break
			}
		}
		filled, taken = elementsTogether(dst, src, filled, taken)
		if taken == len(src) {
			break
		}
		t, ok := readTag(src[taken:])
		switch {
		case !ok && taken > 0:
			return filled, taken, nil // the rest of the tag may follow
		case !ok, t.length > s.size-s.made-(filled-s.filled):
			return filled, taken, library.ErrCorrupt
		case t.literal:
			s.literal, taken = t.length, taken+t.size
			continue
		case t.length > len(dst)-filled:
			return filled, taken, nil
		case t.offset == 0 || t.offset > s.made+filled-s.filled:
			return filled, taken, library.ErrCorrupt
		case t.offset > filled:
			return filled, taken, errFarCopy
		}
		filled += copyBack(dst[:filled+t.length], filled, t.offset)
		taken += t.size
	}
	if taken == 0 && filled == s.filled && filled < len(dst) {
		err = library.ErrCorrupt // nothing is left
	}
	return filled, taken, err
}

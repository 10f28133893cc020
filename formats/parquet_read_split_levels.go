package formats

import (
	"encoding/binary"
	"errors"
	"io"
	"math/bits"
	"slices"
)

// readRuns reads n bytes of levels.
func (s *pageSplitter) readRuns(in io.Reader, n int) ([]byte, error) {
	var room []byte
	if isUsual(n, s.header.packed) {
		room = pageMemory.take(n)[:0]
	}
	return readHead(room, in, n)
}

// readHead appends n bytes of what stands before the values. It takes no more memory than
// it finds bytes, where there is no room for them.
func readHead(dst []byte, in io.Reader, n int) ([]byte, error) {
	for n > 0 {
		some := min(n, max(len(dst), cap(dst)-len(dst), bodyBuffer))
		dst = slices.Grow(dst, some)
		more := dst[len(dst) : len(dst)+some]
		if _, err := io.ReadFull(in, more); err != nil {
			return dst, err
		}
		dst, n = dst[:len(dst)+some], n-some
	}
	return dst, nil
}

// readLevels reads the levels that a body of version 1 begins with.
func (s *pageSplitter) readLevels() (err error) {
	read := func(most int16) (levels []byte) {
		if most == 0 || err != nil {
			return nil
		}
		var length [lengthBytes]byte
		if _, err = io.ReadFull(&s.body, length[:]); err == nil && uint64(binary.LittleEndian.Uint32(length[:])) > uint64(s.body.left) {
			err = errRunsShort
		}
		if err == nil {
			levels, err = s.readRuns(&s.body, int(binary.LittleEndian.Uint32(length[:])))
		}
		return levels
	}
	s.repBytes = read(s.column.MaxRepetitionLevel())
	s.defBytes = read(s.column.MaxDefinitionLevel())
	if isEnd(err) {
		err = errRunsShort
	}
	return err
}

// isEnd reports whether an error says that there are too few bytes.
func isEnd(err error) bool { return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) }

// readLevelsV2 reads the levels that stand before a body of version 2.
func (s *pageSplitter) readLevelsV2() (err error) {
	if s.repBytes, err = s.readRuns(s.body.buffered, s.header.repBytes); err != nil {
		return err
	}
	s.defBytes, err = s.readRuns(s.body.buffered, s.header.defBytes)
	return err
}

// countLevels begins with the levels, and learns from them how many values there are.
func (s *pageSplitter) countLevels() (err error) {
	h := s.header
	rows, values := h.entries, h.entries
	if most := int(s.column.MaxRepetitionLevel()); most > 0 {
		s.rep.open(s.repBytes, bits.Len(uint(most)), h.entries, 0)
		if rows, err = s.rep.keysLeft(); err != nil {
			return err
		}
	}
	if most := int(s.column.MaxDefinitionLevel()); most > 0 {
		s.def.open(s.defBytes, bits.Len(uint(most)), h.entries, most)
		if values, err = s.def.keysLeft(); err != nil {
			return err
		}
	}
	s.values = values
	if h.kind == pageData {
		return nil
	}
	return h.checkLevels(s.column, rows, h.entries-values)
}

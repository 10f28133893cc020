package formats

import (
	"encoding/binary"
)

// runCutter cuts the levels or indices of a huge page into those of its parts. Unlike
// runs it takes no more memory than their bytes, and leaves it to others to check how
// large the numbers are.
type runCutter struct {
	runs         // what they are in: data, width and key
	left     int // numbers that were not read
	pos      int // where in data the next run begins, or the packed numbers at hand
	packed   int // that are left of the run at hand
	inGroup  int // those that were read and share the eight at pos with packed ones
	repeated int // that are left of the run at hand
	value    uint32
}

// open begins with n numbers of the given width.
func (l *runCutter) open(data []byte, width, n, key int) {
	*l = runCutter{left: n}
	l.reset(data, width, 0, key)
}

// stretchOfRun is numbers that follow each other in one run.
type stretchOfRun struct {
	n      int
	hits   int // keys among them
	packed bool
	skip   int // of packed ones, how many to pass over in the first group
}

// next returns the stretch at hand, of at most n numbers; there must be one. The numbers
// are not read before take is called.
func (l *runCutter) next(n int) (s stretchOfRun, err error) {
	n = min(n, l.left)
	for l.repeated == 0 && l.packed == 0 {
		if err := l.nextRun(); err != nil {
			return s, err
		}
	}
	if l.repeated > 0 {
		s.n = min(n, l.repeated)
		if int(l.value) == l.key {
			s.hits = s.n
		}
		return s, nil
	}
	s = stretchOfRun{n: min(n, l.packed, maxRunValues-l.inGroup), packed: true, skip: l.inGroup}
	if l.bytesTo(s.skip+s.n) > len(l.data)-l.pos {
		return s, errRunsShort
	}
	if l.key != noKey {
		s.hits = l.countPacked(l.pos, s.skip+s.n) - l.countPacked(l.pos, s.skip)
	}
	return s, nil
}

// bytesTo returns how many bytes n packed numbers take.
func (l *runCutter) bytesTo(n int) int { return (n*l.width + 7) / 8 }

// nextRun reads the header of a run, if all of it is there.
func (l *runCutter) nextRun() error {
	header, size, err := runHeader(l.data[l.pos:])
	if err != nil {
		return err
	}
	pos := l.pos + size
	if header&1 == 1 {
		l.pos, l.packed = pos, min(8*int(min(header>>1, uint64(l.left+7)/8)), l.left)
		return nil
	}
	if size = (l.width + 7) / 8; len(l.data)-pos < size {
		return errRunsShort
	}
	var value [4]byte
	copy(value[:], l.data[pos:pos+size])
	l.pos, l.repeated = pos+size, int(min(header>>1, uint64(l.left)))
	l.value = binary.LittleEndian.Uint32(value[:])
	return nil
}

// take goes past the first n numbers of a stretch.
func (l *runCutter) take(s stretchOfRun, n int) {
	l.left -= n
	if !s.packed {
		l.repeated -= n
		return
	}
	l.packed -= n
	l.pos += (s.skip + n) / 8 * l.width
	if l.inGroup = (s.skip + n) % 8; l.packed == 0 {
		l.pos, l.inGroup = min(l.pos+l.bytesTo(l.inGroup), len(l.data)), 0
	}
}

// keysLeft returns how many of the numbers that were not read are the key.
func (l *runCutter) keysLeft() (hits int, err error) {
	for ahead := *l; ahead.left > 0; {
		s, err := ahead.next(ahead.left)
		if err != nil {
			return 0, err
		}
		hits += s.hits
		ahead.take(s, s.n)
	}
	return hits, nil
}

// cut appends up to n numbers, as a page holds them, and takes no more than hits keys
// among them, but all that follows the last of these. It returns how many numbers it
// took, and how many keys. Packed numbers are written in groups of eight, and only the
// last stretch may end within one: behind it n is reached, a key was refused, or no
// number is left.
func (l *runCutter) cut(dst []byte, n, hits int) (_ []byte, took, keys int, err error) {
	for took < n && l.left > 0 {
		s, err := l.next(n - took)
		if err != nil {
			return dst, took, keys, err
		}
		some := s.n
		if s.hits > hits-keys {
			some, s.hits = l.before(s, hits-keys), hits-keys
		}
		dst = l.appendStretch(dst, s, some)
		l.take(s, some)
		took, keys = took+some, keys+s.hits
		if some < s.n {
			break
		}
	}
	return dst, took, keys, nil
}

// before returns how many numbers of a stretch stand before key number hits, counted
// from 0.
func (l *runCutter) before(s stretchOfRun, hits int) int {
	if !s.packed {
		return hits
	}
	for i := range s.n {
		if bitsAt(l.data[l.pos:], (s.skip+i)*l.width, l.width) != uint32(l.key) {
			continue
		}
		if hits == 0 {
			return i
		}
		hits--
	}
	return s.n
}

// appendStretch appends the first n numbers of a stretch as runs. Packed ones stay
// packed from the first whole group on; those before it are runs of one.
func (l *runCutter) appendStretch(dst []byte, s stretchOfRun, n int) []byte {
	if !s.packed {
		return l.appendRepeated(dst, l.value, n)
	}
	first := 0
	for ; first < n && (s.skip+first)%8 > 0; first++ {
		dst = l.appendRepeated(dst, bitsAt(l.data[l.pos:], (s.skip+first)*l.width, l.width), 1)
	}
	if n -= first; n == 0 {
		return dst
	}
	from := l.pos + l.bytesTo(s.skip+first)
	dst = binary.AppendUvarint(dst, uint64((n+7)/8)<<1|1)
	return append(dst, l.data[from:from+l.bytesTo(n)]...)
}

// appendRepeated appends a run of n times the same number.
func (l *runCutter) appendRepeated(dst []byte, number uint32, n int) []byte {
	if n == 0 {
		return dst
	}
	dst = binary.AppendUvarint(dst, uint64(n)<<1)
	for size := (l.width + 7) / 8; size > 0; size-- {
		dst = append(dst, byte(number))
		number >>= 8
	}
	return dst
}

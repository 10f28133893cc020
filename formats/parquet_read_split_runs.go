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
func (c *runCutter) open(data []byte, width, n, key int) {
	*c = runCutter{left: n}
	c.reset(data, width, 0, key)
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
func (c *runCutter) next(n int) (s stretchOfRun, err error) {
	n = min(n, c.left)
	for c.repeated == 0 && c.packed == 0 {
		if err := c.nextRun(); err != nil {
			return s, err
		}
	}
	if c.repeated > 0 {
		s.n = min(n, c.repeated)
		if int(c.value) == c.key {
			s.hits = s.n
		}
		return s, nil
	}
	s = stretchOfRun{n: min(n, c.packed, maxRunValues-c.inGroup), packed: true, skip: c.inGroup}
	if c.bytesTo(s.skip+s.n) > len(c.data)-c.pos {
		return s, errRunsShort
	}
	if c.key != noKey {
		s.hits = c.countPacked(c.pos, s.skip+s.n) - c.countPacked(c.pos, s.skip)
	}
	return s, nil
}

// bytesTo returns how many bytes n packed numbers take.
func (c *runCutter) bytesTo(n int) int { return (n*c.width + 7) / 8 }

// nextRun reads the header of a run, if all of it is there.
func (c *runCutter) nextRun() error {
	header, size, err := runHeader(c.data[c.pos:])
	if err != nil {
		return err
	}
	pos := c.pos + size
	if header&1 == 1 {
		c.pos, c.packed = pos, min(8*int(min(header>>1, uint64(c.left+7)/8)), c.left)
		return nil
	}
	if size = (c.width + 7) / 8; len(c.data)-pos < size {
		return errRunsShort
	}
	var value [4]byte
	copy(value[:], c.data[pos:pos+size])
	c.pos, c.repeated = pos+size, int(min(header>>1, uint64(c.left)))
	c.value = binary.LittleEndian.Uint32(value[:])
	return nil
}

// take goes past the first n numbers of a stretch.
func (c *runCutter) take(s stretchOfRun, n int) {
	c.left -= n
	if !s.packed {
		c.repeated -= n
		return
	}
	c.packed -= n
	c.pos += (s.skip + n) / 8 * c.width
	if c.inGroup = (s.skip + n) % 8; c.packed == 0 {
		c.pos, c.inGroup = min(c.pos+c.bytesTo(c.inGroup), len(c.data)), 0
	}
}

// keysLeft returns how many of the numbers that were not read are the key.
func (c *runCutter) keysLeft() (hits int, err error) {
	for ahead := *c; ahead.left > 0; {
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
func (c *runCutter) cut(dst []byte, n, hits int) (_ []byte, took, keys int, err error) {
	for took < n && c.left > 0 {
		s, err := c.next(n - took)
		if err != nil {
			return dst, took, keys, err
		}
		some := s.n
		if s.hits > hits-keys {
			some, s.hits = c.before(s, hits-keys), hits-keys
		}
		dst = c.appendStretch(dst, s, some)
		c.take(s, some)
		took, keys = took+some, keys+s.hits
		if some < s.n {
			break
		}
	}
	return dst, took, keys, nil
}

// before returns how many numbers of a stretch stand before key number hits, counted
// from 0.
func (c *runCutter) before(s stretchOfRun, hits int) int {
	if !s.packed {
		return hits
	}
	for i := range s.n {
		if bitsAt(c.data[c.pos:], (s.skip+i)*c.width, c.width) != uint32(c.key) {
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
func (c *runCutter) appendStretch(dst []byte, s stretchOfRun, n int) []byte {
	if !s.packed {
		return c.appendRepeated(dst, c.value, n)
	}
	first := 0
	for ; first < n && (s.skip+first)%8 > 0; first++ {
		dst = c.appendRepeated(dst, bitsAt(c.data[c.pos:], (s.skip+first)*c.width, c.width), 1)
	}
	if n -= first; n == 0 {
		return dst
	}
	from := c.pos + c.bytesTo(s.skip+first)
	dst = binary.AppendUvarint(dst, uint64((n+7)/8)<<1|1)
	return append(dst, c.data[from:from+c.bytesTo(n)]...)
}

// appendRepeated appends a run of n times the same number.
func (c *runCutter) appendRepeated(dst []byte, number uint32, n int) []byte {
	if n == 0 {
		return dst
	}
	dst = binary.AppendUvarint(dst, uint64(n)<<1)
	for size := (c.width + 7) / 8; size > 0; size-- {
		dst = append(dst, byte(number))
		number >>= 8
	}
	return dst
}

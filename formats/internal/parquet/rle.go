// Levels, booleans and indices into dictionaries use the RLE / bit-packed hybrid encoding:
// https://github.com/apache/parquet-format/blob/master/Encodings.md#run-length-encoding--bit-packing-hybrid-rle--3

package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"sort"
)

// rle is a sequence of small numbers. It stays encoded, and an index of its runs is used to decode
// only the required parts. The memory for a page therefore depends on the size of the page, and not
// on the number of values that it declares. At worst, if each run takes two bytes, the index is
// eight times as large as the page.
type rle struct {
	data  []byte
	width int // number of bits per packed value
	most  int // the largest value allowed
	key   int // the value to count, or noKey
	n     int // number of values
	hits  int // number of values that equal key
	list  []run
}

// A run is a repeated value, or a sequence of packed values.
type run struct {
	first int32  // index of the run's first value
	hits  int32  // number of values equal to rle.key before the run
	at    int32  // position of the packed values in data, or notPacked
	value uint32 // the repeated value
}

const (
	notPacked = -1
	noKey     = -1
	// maxRunValues is the maximum number of packed values in a run. Longer runs are split, so that
	// a lookup examines at most this many packed values.
	maxRunValues = 4096
)

// maxRuns is the maximum number of runs in a page. Writers make runs of at least eight values, so
// only pages of over a hundred million values exceed maxRuns. Tests set a lower limit.
var maxRuns = 1 << 24

var (
	errRunsShort = errors.New("its levels or indices end too early")
	errRunLength = errors.New("a run of its levels or indices has too many values")
)

func (r *rle) reset(data []byte, width, most, key int) {
	*r = rle{data: data, width: width, most: most, key: key, list: r.list[:0]}
}

// parse indexes the n values in data. A packed value has width bits. parse counts the values equal
// to key and rejects values above limit. If key is noKey, parse counts nothing, and does not
// compare packed values with limit.
func (r *rle) parse(data []byte, width, n, limit, key int) (err error) {
	r.reset(data, width, limit, key)
	if width == 0 {
		return r.addRepeated(0, n)
	}
	for pos := 0; r.n < n; {
		header, size := binary.Uvarint(data[pos:])
		switch {
		case size == 0:
			return errRunsShort
		case size < 0:
			return errRunLength
		case len(r.list) > maxRuns:
			return fmt.Errorf("its levels or indices have more runs than the limit of %d", maxRuns)
		}
		pos += size
		if header&1 == 0 {
			size := (width + 7) / 8
			if len(data)-pos < size {
				return errRunsShort
			}
			err = r.addRepeated(bitsAt(data[pos:], 0, 8*size), int(min(header>>1, uint64(n-r.n))))
			pos += size
		} else {
			// A group has eight values. The last group may be cut off after the last value needed.
			groups := int(min(header>>1, uint64(n-r.n+7)/8))
			err = r.addPacked(pos, min(8*groups, n-r.n))
			pos = min(pos+groups*width, len(data))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *rle) addRepeated(value uint32, n int) error {
	if n == 0 {
		return nil
	}
	if uint64(value) > uint64(r.most) {
		return r.tooLarge(value)
	}
	r.list = append(r.list, run{int32(r.n), int32(r.hits), notPacked, value})
	r.n += n
	if int(value) == r.key {
		r.hits += n
	}
	return nil
}

// addPacked adds n values that are packed at pos.
func (r *rle) addPacked(pos, n int) error {
	if (n*r.width+7)/8 > len(r.data)-pos {
		return errRunsShort
	}
	for n > 0 {
		some := min(n, maxRunValues)
		r.list = append(r.list, run{int32(r.n), int32(r.hits), int32(pos), 0})
		if r.key != noKey {
			hits, err := r.countPacked(pos, some)
			if err != nil {
				return err
			}
			r.hits += hits
		}
		r.n += some
		n -= some
		pos += some * r.width / 8
	}
	return nil
}

// runOf returns the index of the run that holds value i.
func (r *rle) runOf(i int) int {
	return sort.Search(len(r.list), func(k int) bool { return int(r.list[k].first) > i }) - 1
}

// end returns the index after the last value of run k.
func (r *rle) end(k int) int {
	if k+1 < len(r.list) {
		return int(r.list[k+1].first)
	}
	return r.n
}

// count returns how many of the first i values equal the key.
func (r *rle) count(i int) int {
	if i >= r.n {
		return r.hits
	}
	run := &r.list[r.runOf(i)]
	within := i - int(run.first)
	switch {
	case run.at != notPacked:
		hits, _ := r.countPacked(int(run.at), within) // parse has already checked the values
		return int(run.hits) + hits
	case int(run.value) == r.key:
		return int(run.hits) + within
	}
	return int(run.hits)
}

// find skips the first k values that equal r.key and returns the index of the next such value, or
// r.n if there is none.
func (r *rle) find(k int) int {
	if k >= r.hits {
		return r.n
	}
	at := sort.Search(len(r.list), func(i int) bool { return int(r.list[i].hits) > k }) - 1
	run := &r.list[at]
	left := k - int(run.hits)
	if run.at == notPacked {
		return int(run.first) + left
	}
	for i := 0; ; i++ {
		if bitsAt(r.data[run.at:], i*r.width, r.width) != uint32(r.key) {
			continue
		}
		if left == 0 {
			return int(run.first) + i
		}
		left--
	}
}

// decodeRLE appends values [from, to) of r to dst.
func decodeRLE[T int16 | uint32](dst []T, r *rle, from, to int) []T {
	if from >= to {
		return dst
	}
	for k := r.runOf(from); from < to; k++ {
		run, end := &r.list[k], min(r.end(k), to)
		if run.at == notPacked {
			dst = slices.Grow(dst, end-from)
			for range end - from {
				dst = append(dst, T(run.value))
			}
		} else {
			dst = readBits(dst, r.data[run.at:], (from-int(run.first))*r.width, r.width, end-from)
		}
		from = end
	}
	return dst
}

// appendLevels appends the run-length encoding of levels, preceded by its size in bytes. most is
// the highest level that the column allows.
func appendLevels(dst []byte, levels []int16, most int16) []byte {
	start := len(dst)
	dst = appendRLE(append(dst, make([]byte, lengthBytes)...), levels, bits.Len16(uint16(most)))
	binary.LittleEndian.PutUint32(dst[start:], uint32(len(dst)-start-lengthBytes))
	return dst
}

// longRun is the minimum length of a run, unless all numbers are equal. Shorter sequences of equal
// numbers are packed, because packed numbers are faster to read and can take fewer bytes.
const longRun = 64

// appendRLE appends the run-length encoding of numbers. Each number must fit in width bits. In most
// columns, all numbers are equal and form a single run.
func appendRLE(dst []byte, numbers []int16, width int) []byte {
	if repeated(numbers) == len(numbers) {
		return appendRun(dst, numbers, width)
	}
	for len(numbers) > 0 {
		before, run := nextRun(numbers)
		dst = appendPacked(dst, numbers[:before], width)
		dst = appendRun(dst, numbers[before:before+run], width)
		numbers = numbers[before+run:]
	}
	return dst
}

// repeated returns the length of the run of equal elements at the start of numbers.
func repeated(numbers []int16) int {
	for i, n := range numbers {
		if n != numbers[0] {
			return i
		}
	}
	return len(numbers)
}

// nextRun finds the next long run that starts at a multiple of eight. It returns the number of
// elements before the run and the length of the run, or len(numbers) and 0 if there is no such run.
func nextRun(numbers []int16) (before, run int) {
	for before < len(numbers) {
		if run = repeated(numbers[before:]); run >= longRun {
			return before, run
		}
		before += max(run&^7, 8)
	}
	return len(numbers), 0
}

func appendRun(dst []byte, numbers []int16, width int) []byte {
	if len(numbers) == 0 {
		return dst
	}
	dst = binary.AppendUvarint(dst, uint64(len(numbers))<<1)
	for number := numbers[0]; width > 0; width -= 8 {
		dst = append(dst, byte(number))
		number >>= 8
	}
	return dst
}

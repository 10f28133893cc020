// The delta encodings store integers, lengths, and lengths of shared prefixes as differences:
// https://github.com/apache/parquet-format/blob/master/Encodings.md#delta-encoding-delta_binary_packed--5
// https://github.com/apache/parquet-format/blob/master/Encodings.md#delta-length-byte-array-delta_length_byte_array--6
// https://github.com/apache/parquet-format/blob/master/Encodings.md#delta-strings-delta_byte_array--7

package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/apache/arrow/go/v15/parquet"
)

// isDeltas reports whether the encoding stores values, or their lengths, as differences.
func isDeltas(e parquet.Encoding) bool {
	return e == parquet.Encodings.DeltaBinaryPacked || e == parquet.Encodings.DeltaLengthByteArray || e == parquet.Encodings.DeltaByteArray
}

var errDeltas = errors.New("its deltas are damaged")

// deltas decodes DELTA_BINARY_PACKED. Each block stores its smallest difference. It then stores all
// differences, minus the smallest one, in miniblocks. Each miniblock is packed with its own width.
type deltas struct {
	data  []byte
	pos   int
	value int64

	blockSize, miniblocks int
	widths                []byte // widths of the block's remaining miniblocks
	least                 int64  // smallest difference in the block
	width, left           int    // bits per number and number of unread numbers of the miniblock
	bit                   int    // position of the miniblock's next number
	first                 bool   // no number has been read
}

// open reads the header of n numbers at the start of data.
func (d *deltas) open(data []byte, n int) error {
	*d = deltas{data: data, first: true}
	size, miniblocks, total, first := d.uvarint(), d.uvarint(), d.uvarint(), d.uvarint()
	switch {
	case d.pos < 0:
		return errDeltas
	case size == 0 || size%128 != 0 || size > 1<<20 || miniblocks == 0 || size%miniblocks != 0 || size/miniblocks%32 != 0:
		return fmt.Errorf("its delta blocks have %d values in %d miniblocks, which the format does not allow", size, miniblocks)
	case total != uint64(n):
		return fmt.Errorf("it has %d deltas, but its levels indicate %d values", total, n)
	}
	d.blockSize, d.miniblocks = int(size), int(miniblocks)
	d.value = unzigzag(first)
	return nil
}

func unzigzag(v uint64) int64 { return int64(v>>1) ^ -int64(v&1) }

// uvarint reads a number from a header. If the data ends too early, it makes pos negative.
func (d *deltas) uvarint() uint64 {
	if d.pos < 0 {
		return 0
	}
	v, n := binary.Uvarint(d.data[d.pos:])
	if n <= 0 {
		d.pos = -1
		return 0
	}
	d.pos += n
	return v
}

// next returns the next number. The caller must not read more numbers than the data holds.
func (d *deltas) next() (int64, error) {
	if d.first {
		d.first = false
		return d.value, nil
	}
	if d.left == 0 {
		if err := d.nextMiniblock(); err != nil {
			return 0, err
		}
	}
	delta := uint64(0)
	if d.width > 0 {
		delta = wideBitsAt(d.data[d.pos:], d.bit, d.width)
		d.bit += d.width
	}
	d.value += d.least + int64(delta)
	if d.left--; d.left == 0 {
		d.pos += d.bit / 8
	}
	return d.value, nil
}

func (d *deltas) nextMiniblock() error {
	if len(d.widths) == 0 {
		d.least = unzigzag(d.uvarint())
		if d.pos < 0 || len(d.data)-d.pos < d.miniblocks {
			return errDeltas
		}
		d.widths = d.data[d.pos : d.pos+d.miniblocks]
		d.pos += d.miniblocks
	}
	d.width, d.widths = int(d.widths[0]), d.widths[1:]
	d.bit, d.left = 0, d.blockSize/d.miniblocks
	// Even the last miniblock is stored with its full length.
	if d.width > 64 || d.left*d.width/8 > len(d.data)-d.pos {
		return errDeltas
	}
	return nil
}

// wideBitsAt returns the number of width bits, from 1 to 64, that starts at the given bit of data.
func wideBitsAt(data []byte, bit, width int) uint64 {
	low := min(width, 32)
	v := uint64(bitsAt(data, bit, low))
	if width > low {
		v |= uint64(bitsAt(data, bit+low, width-low)) << low
	}
	return v
}

// end returns the data after the numbers. The caller must have read all numbers.
func (d *deltas) end() []byte {
	pos := d.pos
	if d.left > 0 {
		pos += d.blockSize / d.miniblocks * d.width / 8
	}
	return d.data[pos:]
}

// decodeDeltas decodes DELTA_BINARY_PACKED.
func (v *values) decodeDeltas() error {
	var d deltas
	if err := d.open(v.data, v.n); err != nil {
		return err
	}
	// Equal differences take no bytes, so memory is not allocated for all n values in advance.
	made := make([]byte, 0, v.width*min(v.n, len(v.data)))
	for range v.n {
		number, err := d.next()
		if err != nil {
			return err
		}
		if v.width == 4 {
			made = binary.LittleEndian.AppendUint32(made, uint32(number))
		} else {
			made = binary.LittleEndian.AppendUint64(made, uint64(number))
		}
	}
	v.data = made
	return nil
}

// decodeDeltaLengths decodes DELTA_LENGTH_BYTE_ARRAY, in which all lengths precede the values.
func (v *values) decodeDeltaLengths() error {
	rest, err := v.decodeLengths(v.data)
	v.data = rest
	return err
}

// decodeLengths sets ends from the lengths at the start of data, and returns the data that follows.
func (v *values) decodeLengths(data []byte) ([]byte, error) {
	var d deltas
	if err := d.open(data, v.n); err != nil {
		return nil, err
	}
	end := int64(0)
	v.ends = make([]uint32, 1, 1+min(v.n, len(data))) // the slice grows if necessary
	for i := range v.n {
		length, err := d.next()
		if err != nil {
			return nil, err
		}
		if length < 0 || length > int64(len(data)) {
			return nil, fmt.Errorf("value %d has a length of %d", i+1, length)
		}
		if end += length; end > int64(len(data)) {
			return nil, errValuesShort
		}
		v.ends = append(v.ends, uint32(end))
	}
	rest := d.end()
	if end > int64(len(rest)) {
		return nil, errValuesShort
	}
	return rest, nil
}

// decodeDeltaArrays decodes DELTA_BYTE_ARRAY, in which each value shares a prefix with the previous
// value. The lengths of all prefixes precede the suffixes.
func (v *values) decodeDeltaArrays() error {
	var prefixes deltas
	if err := prefixes.open(v.data, v.n); err != nil {
		return err
	}
	// The prefix lengths are read twice, because the suffixes start after them.
	after := prefixes
	for range v.n {
		if _, err := after.next(); err != nil {
			return err
		}
	}
	suffixes, err := v.decodeLengths(after.end())
	if err != nil {
		return err
	}
	var made []byte
	last, next := 0, uint32(0) // where the previous value and the next suffix start
	for i := range v.n {
		prefix, _ := prefixes.next()
		suffix := suffixes[next:v.ends[i+1]]
		start := len(made)
		if i == 0 && prefix > 0 {
			return errors.New("its first value refers to the previous page, which the format does not allow")
		}
		if prefix < 0 || prefix > int64(start-last) {
			return fmt.Errorf("value %d shares %d bytes with the previous value, which has %d", i+1, prefix, start-last)
		}
		if start+int(prefix)+len(suffix) > maxPageBytes {
			return fmt.Errorf("its values exceed %d bytes", maxPageBytes)
		}
		made = append(made, made[last:last+int(prefix)]...)
		made = append(made, suffix...)
		if v.width > 0 && len(made)-start != v.width {
			return fmt.Errorf("value %d has %d bytes, but the values of its column have %d", i+1, len(made)-start, v.width)
		}
		last, next = start, v.ends[i+1]
		v.ends[i+1] = uint32(len(made))
	}
	v.data = made
	return nil
}

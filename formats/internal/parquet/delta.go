// The delta encodings store integers, lengths, and lengths of shared prefixes as differences:
// https://github.com/apache/parquet-format/blob/master/Encodings.md#delta-encoding-delta_binary_packed--5
// https://github.com/apache/parquet-format/blob/master/Encodings.md#delta-length-byte-array-delta_length_byte_array--6
// https://github.com/apache/parquet-format/blob/master/Encodings.md#delta-strings-delta_byte_array--7

package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
)

var errDeltas = errors.New("its deltas are damaged")

// readDeltas reads n numbers in DELTA_BINARY_PACKED encoding at the start of data. It calls add for
// each number and returns the rest of data. Each block stores the smallest difference between
// consecutive numbers, and then the amount by which each difference exceeds the smallest. These
// amounts are in miniblocks, each with its own bit width.
func readDeltas(data []byte, n int, add func(number int64) error) (rest []byte, err error) {
	var blockSize, miniblocks, total, first uint64
	for _, number := range []*uint64{&blockSize, &miniblocks, &total, &first} {
		if *number, data, err = cutUvarint(data); err != nil {
			return nil, err
		}
	}
	switch {
	case blockSize == 0 || blockSize%128 != 0 || blockSize > 1<<20 || miniblocks == 0 || blockSize%miniblocks != 0 || blockSize/miniblocks%32 != 0:
		return nil, fmt.Errorf("its delta blocks have %d values in %d miniblocks, which the format does not allow", blockSize, miniblocks)
	case total != uint64(n):
		return nil, fmt.Errorf("its deltas represent %d values, but its levels indicate %d", total, n)
	}
	number, size := unzigzag(first), int(blockSize/miniblocks)
	if err := add(number); err != nil {
		return nil, err
	}
	for n--; n > 0; {
		least, widths, err := cutUvarint(data)
		if err != nil || uint64(len(widths)) < miniblocks {
			return nil, errDeltas
		}
		data = widths[miniblocks:]
		for _, width := range widths[:miniblocks] {
			width, count := int(width), min(size, n)
			n -= count
			if count == 0 {
				break
			}
			// Even the last miniblock is stored with its full length.
			if width > 64 || size*width/8 > len(data) {
				return nil, errDeltas
			}
			for i := range count {
				number += unzigzag(least)
				if width > 0 {
					number += int64(wideBitsAt(data, i*width, width))
				}
				if err := add(number); err != nil {
					return nil, err
				}
			}
			data = data[size*width/8:]
		}
	}
	return data, nil
}

func unzigzag(v uint64) int64 { return int64(v>>1) ^ -int64(v&1) }

// cutUvarint returns the number at the start of data, and the data after it.
func cutUvarint(data []byte) (v uint64, rest []byte, err error) {
	v, n := binary.Uvarint(data)
	if n <= 0 {
		return 0, nil, errDeltas
	}
	return v, data[n:], nil
}

// wideBitsAt is like bitsAt, but for widths from 1 to 64.
func wideBitsAt(data []byte, bit, width int) uint64 {
	low := min(width, 32)
	v := uint64(bitsAt(data, bit, low))
	if width > low {
		v |= uint64(bitsAt(data, bit+low, width-low)) << low
	}
	return v
}

// decodeDeltas decodes DELTA_BINARY_PACKED.
func (v *values) decodeDeltas() error {
	// n can be huge, because equal differences take no bytes. Do not allocate n values in advance.
	made := make([]byte, 0, v.width*min(v.n, len(v.data)))
	_, err := readDeltas(v.data, v.n, func(number int64) error {
		if v.width == 4 {
			made = binary.LittleEndian.AppendUint32(made, uint32(number))
		} else {
			made = binary.LittleEndian.AppendUint64(made, uint64(number))
		}
		return nil
	})
	v.data = made
	return err
}

// decodeLengths decodes DELTA_LENGTH_BYTE_ARRAY, in which the lengths of all values precede the
// values. It computes v.ends from the lengths.
func (v *values) decodeLengths() error {
	end, size := int64(0), int64(len(v.data))
	v.ends = make([]uint32, 1, 1+min(v.n, len(v.data))) // n can be huge: limit the capacity
	rest, err := readDeltas(v.data, v.n, func(length int64) error {
		if length < 0 || length > size {
			return fmt.Errorf("value %d has an invalid length: %d", len(v.ends), length)
		}
		if end += length; end > size {
			return errValuesShort
		}
		v.ends = append(v.ends, uint32(end))
		return nil
	})
	if v.data = rest; err == nil && end > int64(len(rest)) {
		err = errValuesShort
	}
	return err
}

// decodeDeltaArrays decodes DELTA_BYTE_ARRAY, in which each value shares a prefix with the previous
// value. The lengths of all prefixes precede the suffixes.
func (v *values) decodeDeltaArrays() (err error) {
	prefixes := v.data
	// Skip the prefix lengths. They are read below, together with the suffixes.
	if v.data, err = readDeltas(prefixes, v.n, func(int64) error { return nil }); err != nil {
		return err
	}
	if err := v.decodeLengths(); err != nil {
		return err
	}
	var made []byte
	i, previousStart, suffixStart := 0, 0, uint32(0)
	_, err = readDeltas(prefixes, v.n, func(prefix int64) error {
		start, suffixEnd := len(made), v.ends[i+1]
		suffix := v.data[suffixStart:suffixEnd]
		switch {
		case i == 0 && prefix > 0:
			return errors.New("its first value refers to the previous page, but the format does not allow this")
		case prefix < 0 || prefix > int64(start-previousStart):
			return fmt.Errorf("value %d shares %d bytes with the previous value, which has only %d", i+1, prefix, start-previousStart)
		case start+int(prefix)+len(suffix) > maxPageBytes:
			return fmt.Errorf("its values exceed the limit of %d bytes", maxPageBytes)
		}
		made = append(made, made[previousStart:previousStart+int(prefix)]...)
		made = append(made, suffix...)
		i, previousStart, suffixStart = i+1, start, suffixEnd
		v.ends[i] = uint32(len(made))
		if size := len(made) - start; v.width > 0 && size != v.width {
			return fmt.Errorf("value %d has %d bytes, expected %d", i, size, v.width)
		}
		return nil
	})
	v.data = made
	return err
}

package formats

import (
	"encoding/binary"
	"errors"

	"github.com/gridmill/gridmill/formats/internal/parquet"
	"github.com/gridmill/gridmill/formats/internal/testkit"
)

var allocated = testkit.Allocated

// footerTail is what follows a footer: its length and the magic bytes.
const footerTail = 4 + len(parquet.Magic)

// plainNumbers returns numbers in PLAIN encoding.
func plainNumbers(numbers []int32) []byte {
	var data []byte
	for _, n := range numbers {
		data = binary.LittleEndian.AppendUint32(data, uint32(n))
	}
	return data
}

// runs are levels or indices that the writer wrote as RLE / bit-packed hybrid.
type runs struct {
	n      int
	values []uint32
}

const noKey = -1

// parse decodes n numbers of the given width, each at most most.
func (r *runs) parse(data []byte, width, n, most, _ int) error {
	for len(r.values) < n && width > 0 {
		header, size := binary.Uvarint(data)
		if size <= 0 {
			return errors.New("they end too early")
		}
		data = data[size:]
		for i := range 8 * (header >> 1) {
			if header&1 == 0 && i == header>>1 {
				break
			}
			value := uint32(0)
			for bit := range width {
				at := bit
				if header&1 == 1 {
					at += int(i) * width
				}
				value |= uint32(data[at/8]>>(at%8)&1) << bit
			}
			if value > uint32(most) {
				return errors.New("one is too large")
			}
			r.values = append(r.values, value)
		}
		if header&1 == 1 {
			data = data[int(header>>1)*width:]
		} else {
			data = data[(width+7)/8:]
		}
	}
	r.n = n
	if width == 0 {
		r.values = make([]uint32, n)
	}
	return nil
}

// appendRuns appends values [from, to) to dst.
func appendRuns(dst []int16, r *runs, from, to int) []int16 {
	for _, v := range r.values[from:to] {
		dst = append(dst, int16(v))
	}
	return dst
}

// prefixed cuts off a piece of data that starts with its length.
func prefixed(data []byte) (piece, rest []byte, err error) {
	if len(data) < lengthBytes || int(binary.LittleEndian.Uint32(data)) > len(data)-lengthBytes {
		return nil, nil, errors.New("it ends too early")
	}
	end := lengthBytes + int(binary.LittleEndian.Uint32(data))
	return data[lengthBytes:end], data[end:], nil
}

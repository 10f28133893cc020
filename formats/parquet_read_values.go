package formats

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/schema"

	"github.com/gridmill/gridmill/solver"
)

// values are the values of a page or of a dictionary, without its nulls. Where
// the encoding allows it they stay in the page's body, since each is copied once
// more on its way into a batch.
type values struct {
	n     int
	width int // size of each in bytes, if it is known to be the same and not 0
	gap   int // bytes that stand before each
	data  []byte
	// Without a width, ends says where each ends in data, after a first entry for
	// where they begin.
	ends []uint32
	// Where dict is set, the values are those of dict that index names.
	dict  *values
	index runs
}

// byteStreamSplit is an encoding that the library has no name for.
const byteStreamSplit parquet.Encoding = 9

// booleans are the values of columns of booleans, which are read as indices.
var booleans = &values{n: 2, width: 1, data: []byte{0, 1}}

var errValuesShort = errors.New("it holds fewer values than it claims")

// at returns the value with index i, which must not be one of a dictionary.
func (v *values) at(i int) []byte {
	if v.width > 0 {
		end := (i + 1) * v.stride()
		return v.data[end-v.width : end]
	}
	return v.data[int(v.ends[i])+v.gap : v.ends[i+1]]
}

// isIndices reports whether values are in a dictionary.
func isIndices(e parquet.Encoding) bool {
	return e == parquet.Encodings.PlainDict || e == parquet.Encodings.RLEDict
}

// stride returns how far apart values of equal sizes begin.
func (v *values) stride() int { return v.gap + v.width }

// parseGrids parses values from the one with index i on as grids, up to the first
// that is none, and returns how many it parsed: none where v is not made of texts of
// equal sizes that can be grids.
func (v *values) parseGrids(grids []solver.Grid, i int) int {
	if v.dict != nil || v.width != solver.Cells || len(grids) == 0 {
		return 0
	}
	return solver.ParseMany(grids, v.data[i*v.stride()+v.gap:], v.stride())
}

// reset empties v and keeps its memory, but for data, which may not be its own.
func (v *values) reset() {
	*v = values{ends: v.ends[:0], index: runs{list: v.index.list[:0]}}
}

// decode reads n values of a column out of a page's body. It may use the memory of made for
// those that cannot stay there, and returns it.
func (v *values) decode(c *schema.Column, e parquet.Encoding, body []byte, n int, dict *values, made []byte) ([]byte, error) {
	v.n, v.width, v.data = n, width(c), body
	t, most := c.PhysicalType(), maxPageBytes/max(v.width, lengthBytes)
	switch {
	case n == 0:
		return made, nil
	case e == parquet.Encodings.Plain:
		return made, v.decodePlain(t)
	case isIndices(e) && t != parquet.Types.Boolean: // whose own values are indices
		return made, v.decodeIndices(dict)
	case e == parquet.Encodings.RLE && t == parquet.Types.Boolean:
		return made, v.decodeBooleans()
	case isDeltas(e) && n > most: // equal differences take no bytes in the page
		return made, fmt.Errorf("it holds %d values in the encoding %s, more than the %d that can be read; write smaller row groups or pages, or in another encoding", n, e, most)
	case e == parquet.Encodings.DeltaBinaryPacked && isInteger(t):
		return v.decodeDeltas(made)
	case e == parquet.Encodings.DeltaLengthByteArray && t == parquet.Types.ByteArray:
		return made, v.decodeDeltaLengths()
	case e == parquet.Encodings.DeltaByteArray && isBytes(c):
		return v.decodeDeltaArrays(made)
	case e == byteStreamSplit && v.width > 1:
		return v.decodeSplit(made)
	}
	return made, fmt.Errorf("its values of type %s are in the encoding %s, which cannot be read", t, e)
}

func (v *values) decodePlain(t parquet.Type) error {
	if t == parquet.Types.Boolean {
		if v.n > 8*len(v.data) {
			return errValuesShort
		}
		v.dict = booleans
		v.index.reset(v.data, 1, 1, noKey)
		return v.index.addPacked(0, v.n)
	}
	if v.width > 0 {
		if v.n > len(v.data)/v.width {
			return errValuesShort
		}
		return nil
	}
	v.gap = lengthBytes
	if v.n > len(v.data)/v.gap {
		return errValuesShort
	}
	if v.width = v.equalLengths(); v.width > 0 {
		return nil
	}
	return v.findEnds()
}

// lengthBytes is how long the length is that stands before a byte array.
const lengthBytes = 4

// equalLengths returns the length that stands before each of the values, or 0 where
// they differ, are empty or do not all stand in data. Unlike findEnds it need not wait for
// one length to know where the next stands.
func (v *values) equalLengths() int {
	length := binary.LittleEndian.Uint32(v.data)
	if uint64(v.n) > uint64(len(v.data))/(lengthBytes+uint64(length)) {
		return 0
	}
	stride := lengthBytes + int(length)
	for i := 1; i < v.n; i++ {
		if binary.LittleEndian.Uint32(v.data[i*stride:]) != length {
			return 0
		}
	}
	return int(length)
}

// findEnds sets ends by going from length to length.
func (v *values) findEnds() error {
	v.ends = resize(v.ends, v.n+1)
	pos := 0
	for i := range v.n {
		v.ends[i] = uint32(pos)
		if len(v.data)-pos < lengthBytes {
			return errValuesShort
		}
		length := int(binary.LittleEndian.Uint32(v.data[pos:]))
		if length > len(v.data)-pos-lengthBytes {
			return fmt.Errorf("value %d claims %d bytes, more than the page has", i+1, length)
		}
		pos += lengthBytes + length
	}
	v.ends[v.n] = uint32(pos)
	return nil
}

// resize returns s with n elements, whatever they are.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/8)
	}
	return s[:n]
}

// maxIndexWidth is how many bits an index into a dictionary may take.
const maxIndexWidth = 32

var errIndexWidth = errors.New("the width of its indices is missing or too large")

func (v *values) decodeIndices(dict *values) error {
	if dict == nil {
		return errors.New("it refers to a dictionary, and there is none")
	}
	if len(v.data) == 0 || v.data[0] > maxIndexWidth {
		return errIndexWidth
	}
	v.dict = dict
	if dict.n == 0 {
		return errors.New("it refers to a dictionary that is empty")
	}
	return v.index.parse(v.data[1:], int(v.data[0]), v.n, dict.n-1, noKey)
}

// appendIndices appends the indices of values [from, to) and checks that the
// dictionary has as many.
func (v *values) appendIndices(dst []uint32, from, to int) ([]uint32, error) {
	start := len(dst)
	dst = appendRuns(dst, &v.index, from, to)
	for _, i := range dst[start:] {
		if int(i) >= v.dict.n {
			return dst, fmt.Errorf("it refers to entry %d of a dictionary of %d", i+1, v.dict.n)
		}
	}
	return dst, nil
}

func (v *values) decodeBooleans() error {
	data, _, err := prefixed(v.data)
	if err != nil {
		return err
	}
	v.dict = booleans
	return v.index.parse(data, 1, v.n, 1, noKey)
}

// prefixed cuts off a piece of data that begins with its length.
func prefixed(data []byte) (piece, rest []byte, err error) {
	if len(data) < lengthBytes {
		return nil, nil, errRunsShort
	}
	length := binary.LittleEndian.Uint32(data)
	if uint64(length) > uint64(len(data)-lengthBytes) {
		return nil, nil, errRunsShort
	}
	return data[lengthBytes : lengthBytes+length], data[lengthBytes+length:], nil
}

// decodeSplit puts values together of which the first bytes stand first, then
// the second bytes, and so on.
func (v *values) decodeSplit(made []byte) ([]byte, error) {
	if v.n > len(v.data)/v.width {
		return made, errValuesShort
	}
	made = resize(made, v.n*v.width)
	for k := range v.width {
		for i, c := range v.data[k*v.n : (k+1)*v.n] {
			made[i*v.width+k] = c
		}
	}
	v.data = made
	return made, nil
}
